import DataLiteCore

/// A reference to a reader that costs nothing to copy and that notices when the reader has ended.
struct RowLink {
    private let frame: UnsafeMutablePointer<RowFrame>
    private let run: UInt64

    init(_ frame: UnsafeMutablePointer<RowFrame>) {
        self.frame = frame
        run = frame.pointee.run
    }

    /// What `body` reads.
    ///
    /// - Throws: what `body` throws; `DecodingError.dataCorrupted` if the reader has ended.
    @inline(__always)
    func read<T>(_ body: (RowReader) throws -> T) throws -> T {
        guard frame.pointee.run == run, let reader = frame.pointee.reader else { throw Self.ended }
        return try reader._withUnsafeGuaranteedRef(body)
    }

    private static var ended: DecodingError {
        .dataCorrupted(
            .init(codingPath: [], debugDescription: "the statement that had this row has ended"))
    }
}

// None of these is generic over the type's coding keys: the compiler could not specialise that for
// types of other modules.

extension RowLink {
    func simple<T: SQLiteRepresentable>(_ type: T.Type, _ key: String) throws -> T {
        try read { try $0.simple(type, key) }
    }

    func optional<T: SQLiteRepresentable>(_ type: T.Type, _ key: String) throws -> T? {
        try read { try $0.optional(type, key) }
    }

    func double(_ key: String) throws -> Double {
        try read { try $0.double(key) }
    }

    func optionalDouble(_ key: String) throws -> Double? {
        try read { try $0.optionalDouble(key) }
    }

    func value<T: Decodable>(_ type: T.Type, _ key: String) throws -> T {
        try read { try $0.value(type, key) }
    }

    func optionalValue<T: Decodable>(_ type: T.Type, _ key: String) throws -> T? {
        try read { try $0.optionalValue(type, key) }
    }
}
