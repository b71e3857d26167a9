import DataLiteCore

/// The encoder passed to a type's `encode(to:)`.
struct ValueEncoder: Encoder {
    private let writer: ValueWriter

    /// The number of the value.
    private let value: Int

    init(_ writer: ValueWriter) {
        self.writer = writer
        value = writer.value
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { writer.coder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        guard value == writer.value else {
            return KeyedEncodingContainer(ClosedContainer<Key>(error: writer.sink.closedError))
        }
        return writer.container(keyedBy: type)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedValues(writer, value) }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleValue(writer, value) }
}
