/// The decoder that a type's `init(from:)` gets for a row.
@usableFromInline
struct CurrentRow: Decoder {
    let link: RowLink

    init(link: RowLink) { self.link = link }

    @usableFromInline var codingPath: [any CodingKey] { [] }
    @usableFromInline var userInfo: [CodingUserInfoKey: Any] {
        (try? link.read { $0.coder.userInfo as [CodingUserInfoKey: Any] }) ?? [:]
    }

    @usableFromInline
    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        try link.read { $0.container(keyedBy: type) }
    }

    @usableFromInline
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try link.read { UnkeyedRow(link: link, count: $0.names.count) }
    }

    /// The first column; for a type that asks for more, all of them.
    @usableFromInline
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try link.read { _ in ColumnReader(link: link, column: 0, place: .row) }
    }
}
