import DataLiteCore
import Foundation

// A column with a structure in it is JSON text.

extension RowReader {
    func json<T: Decodable>(_ type: T.Type, _ column: Int32, _ place: RowPlan.Place) throws -> T {
        do {
            return try coder.value(type, json: jsonText(type, column, place))
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            throw mismatch(type, column, place)
        } catch let error as DecodingError {
            throw located(error, column, place)
        }
    }

    /// TEXT, or a BLOB.
    private func jsonText(_ type: any Any.Type, _ column: Int32, _ place: RowPlan.Place) throws
        -> Data
    {
        switch statement.columnValue(at: column) as SQLiteValue {
        case .text(let text): return Data(text.utf8)
        case .blob(let data): return data
        default: throw mismatch(type, column, place)
        }
    }

    /// A decoder for the JSON in a column, for those who take it apart by themselves.
    func jsonDecoder(_ column: Int32, _ place: RowPlan.Place) throws -> any Decoder {
        struct JSON: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) { self.decoder = decoder }
        }
        return try json(JSON.self, column, place).decoder
    }
}
