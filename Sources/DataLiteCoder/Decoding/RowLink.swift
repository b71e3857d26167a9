import DataLiteCore

/// A reference to a reader that costs nothing to copy and that notices when the reader has ended.
struct RowLink {
    private let frame: UnsafeMutablePointer<RowFrame>
    private let run: UInt64

    init(_ frame: UnsafeMutablePointer<RowFrame>) {
        self.frame = frame
        run = frame.pointee.run
    }

    /// Whether the reader has not ended.
    @inline(__always)
    var isValid: Bool { frame.pointee.run == run }

    /// What `body` reads.
    ///
    /// - Throws: what `body` throws; `DecodingError.dataCorrupted` if the reader has ended.
    @inline(__always)
    func read<T>(_ body: (RowReader) throws -> T) throws -> T {
        guard isValid else { throw Self.ended }
        return try readValid(body)
    }

    /// What `body` reads, when the reader is known not to have ended.
    @inline(__always)
    private func readValid<T>(_ body: (RowReader) throws -> T) throws -> T {
        guard let reader = frame.pointee.reader else { throw Self.ended }
        return try reader._withUnsafeGuaranteedRef(body)
    }

    private static var ended: DecodingError {
        .dataCorrupted(
            .init(codingPath: [], debugDescription: "the statement that had this row has ended"))
    }
}

// None of these is generic over the type's coding keys: the compiler could not specialise that for
// types of other modules. They are for those who have just got the place, and so know that the reader
// has not ended.

extension RowLink {
    @inline(__always)
    func simple<T: SQLiteRepresentable>(_ type: T.Type, _ place: RowPlan.Place) throws -> T {
        try readValid { try $0.simple(type, place) }
    }

    @inline(__always)
    func optional<T: SQLiteRepresentable>(_ type: T.Type, _ place: RowPlan.Place) throws -> T? {
        try readValid { try $0.optional(type, place) }
    }

    @inline(__always)
    func double(_ place: RowPlan.Place) throws -> Double {
        try readValid { try $0.double(place) }
    }

    @inline(__always)
    func optionalDouble(_ place: RowPlan.Place) throws -> Double? {
        try readValid { try $0.optionalDouble(place) }
    }

    @inline(__always)
    func value<T: Decodable>(_ type: T.Type, _ place: RowPlan.Place) throws -> T {
        try readValid { try $0.value(type, place) }
    }

    @inline(__always)
    func optionalValue<T: Decodable>(_ type: T.Type, _ place: RowPlan.Place) throws -> T? {
        try readValid { try $0.optionalValue(type, place) }
    }
}
