import DataLiteCore
import Foundation

/// What the containers and decoders of a row have of its reader.
typealias RowLink = Link<RowReader>

extension Link where Owner == RowReader {
    /// What `body` reads, which runs no code of the user's: that could let go of the reader.
    ///
    /// - Throws: what `body` throws; `DecodingError.dataCorrupted` if the reader's run has ended.
    @inline(__always)
    func read<T>(_ body: (RowReader) throws -> T) throws -> T {
        guard isValid else { throw Self.ended }
        return try readValid(body)
    }

    /// What `body` reads, when the reader is known to be there still.
    @inline(__always)
    private func readValid<T>(_ body: (RowReader) throws -> T) throws -> T {
        guard let owner = validOwner else { throw Self.ended }
        return try owner._withUnsafeGuaranteedRef(body)
    }

    /// What `body` reads, whatever it runs.
    ///
    /// - Throws: as ``read(_:)``.
    func readKeeping<T>(_ body: (RowReader) throws -> T) throws -> T {
        guard let reader = owner?.takeUnretainedValue() else { throw Self.ended }
        let statement = reader.statement
        defer { withExtendedLifetime((reader, statement)) {} }
        return try body(reader)
    }

    private static var ended: DecodingError {
        .dataCorrupted(
            .init(codingPath: [], debugDescription: "the statement that had this row has ended"))
    }
}

// None of these is generic over the type's coding keys: the compiler could not specialise that for
// types of other modules. They are for those who have just got the place, and so know that the reader
// is there still.

extension Link where Owner == RowReader {
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
        if type == Data.self { return RowReader.same(try simple(Data.self, place), as: type) }
        if type == Date.self, try readValid({ $0.readsDatesAsCore }) {
            return RowReader.same(try simple(Date.self, place), as: type)
        }
        return try readKeeping { try $0.value(type, place) }
    }

    @inline(__always)
    func optionalValue<T: Decodable>(_ type: T.Type, _ place: RowPlan.Place) throws -> T? {
        if type == Data.self {
            guard let value = try optional(Data.self, place) else { return nil }
            return RowReader.same(value, as: type)
        }
        if type == Date.self, try readValid({ $0.readsDatesAsCore }) {
            guard let value = try optional(Date.self, place) else { return nil }
            return RowReader.same(value, as: type)
        }
        return try readKeeping { try $0.optionalValue(type, place) }
    }
}
