import DataLiteCore
import Foundation

// A column that contains a structure is JSON text.

extension CodableRowReader {
    func json<T: Decodable>(_ type: T.Type, _ column: Int32, _ keyColumn: RowPlan.KeyColumn) throws
        -> T
    {
        let text = try jsonText(type, column, keyColumn)
        return try locatingJSON(type, column, keyColumn) {
            try JSONColumn(coder(at: keyColumn)).value(type, from: text)
        }
    }

    /// A decoder for the JSON in a column, for types that decode it themselves.
    func jsonReader(_ column: Int32, _ keyColumn: RowPlan.KeyColumn) throws -> JSONReader {
        let type = (any Decoder).self
        let (text, rowID) = (try jsonText(type, column, keyColumn), rowID)
        let json = JSONColumn(coder(at: keyColumn)) { [self] error in
            rowID == self.rowID ? located(error, column, keyColumn) : error
        }
        return try locatingJSON(type, column, keyColumn) { try json.reader(of: text) }
    }

    /// Whether a column contains the JSON `null`, which is what the operator `->` returns for it.
    func isJSONNull(_ column: Int32) -> Bool {
        let utf8: [UInt8]
        switch sqliteValue(column) {
        case .text(let value): utf8 = Array(value.utf8)
        case .blob(let value): utf8 = Array(value)
        default: return false
        }
        let spaces: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        return utf8.filter { !spaces.contains($0) } == Array("null".utf8)
    }

    private func locatingJSON<T>(
        _ type: any Any.Type, _ column: Int32, _ keyColumn: RowPlan.KeyColumn,
        _ body: () throws -> T
    ) throws -> T {
        do {
            return try body()
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            throw mismatch(type, column, keyColumn)
        } catch let error as DecodingError {
            throw located(error, column, keyColumn)
        }
    }

    /// The JSON text of a column: TEXT, or a BLOB of UTF-8.
    private func jsonText(
        _ type: any Any.Type, _ column: Int32, _ keyColumn: RowPlan.KeyColumn
    ) throws -> Data {
        let text: Data
        switch sqliteValue(column) {
        case .text(let value): text = Data(value.utf8)
        case .blob(let value): text = value
        default: throw mismatch(type, column, keyColumn)
        }
        guard !JSONDepth.isWide(text) else { throw mismatch(type, column, keyColumn) }
        guard JSONDepth(of: text).levels <= NestingLimit.levels else {
            throw located(NestingLimit.exceeded("arrays and objects", []), column, keyColumn)
        }
        return text
    }
}
