import DataLiteCore
import Foundation

// A column with a structure in it is JSON text.

extension RowReader {
    func json<T: Decodable>(_ type: T.Type, _ column: Int32, _ place: RowPlan.Place) throws -> T {
        let text = try jsonText(type, column, place)
        return try locatingJSON(type, column, place) {
            try JSONColumn(coder).value(type, from: text)
        }
    }

    /// A decoder for the JSON in a column, for types that take it apart by themselves.
    func jsonReader(_ column: Int32, _ place: RowPlan.Place) throws -> JSONReader {
        let type = (any Decoder).self
        let (text, rowID) = (try jsonText(type, column, place), rowID)
        let json = JSONColumn(coder) { [self] error in
            rowID == self.rowID ? located(error, column, place) : error
        }
        return try locatingJSON(type, column, place) { try json.reader(of: text) }
    }

    private func locatingJSON<T>(
        _ type: any Any.Type, _ column: Int32, _ place: RowPlan.Place, _ body: () throws -> T
    ) throws -> T {
        do {
            return try body()
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            throw mismatch(type, column, place)
        } catch let error as DecodingError {
            throw located(error, column, place)
        }
    }

    /// TEXT, or a BLOB.
    private func jsonText(
        _ type: any Any.Type, _ column: Int32, _ place: RowPlan.Place
    ) throws -> Data {
        switch sqliteValue(column) {
        case .text(let text): return Data(text.utf8)
        case .blob(let data): return data
        default: throw mismatch(type, column, place)
        }
    }
}
