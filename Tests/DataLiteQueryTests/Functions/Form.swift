import DataLiteQuery
import Testing

/// One way to write an expression over ``Product``: its SQL, in which the name of the table is left
/// out, the parameters, and the values for the three rows.
struct Form: Sendable, CustomTestStringConvertible {
    let sql: String
    let values: String
    private let query: @Sendable () throws -> SQL
    private let decode: @Sendable (Connection) throws -> Int

    /// A form of an expression that is selected.
    init<Value: RowRepresentable & Sendable>(
        _ sql: String, _ values: String,
        _ expression: @escaping @Sendable (Product.Columns) -> SQLExpression<Value>
    ) {
        self.sql = sql
        self.values = values
        let select: @Sendable () -> Select<Value, Product.Columns> = {
            Product.order(by: \.id).select { expression($0) }
        }
        query = { try select().sql() }
        decode = { try select().fetchAll($0).count }
    }

    var testDescription: String { sql }

    func check(on db: Connection) throws {
        let statement = try query()
        let rows = try db.rows(statement)
        let found = rows.map { $0.values.map(\.description).joined(separator: ", ") }
        #expect(found.joined(separator: " | ") == values)
        #expect(try decode(db) == rows.count)

        let parameters = statement.parameters.map(\.description).joined(separator: ", ")
        let text = statement.text.replacing("\"p\".", with: "")
            .replacing("SELECT ", with: "").replacing(" FROM \"p\" ORDER BY \"id\"", with: "")
        #expect(text + (parameters.isEmpty ? "" : " [\(parameters)]") == sql)
    }
}

/// Type-checks each element of a table of forms by itself.
@resultBuilder
enum FormBuilder {
    static func buildBlock(_ forms: Form...) -> [Form] { forms }
}

extension Form {
    static func list(@FormBuilder _ forms: () -> [Form]) -> [Form] { forms() }
}
