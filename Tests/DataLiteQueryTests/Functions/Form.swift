import DataLiteQuery
import Testing

/// A way to write an expression over a table with a column `id`: its SQL, in which the name of the table is omitted,
/// the parameters, and the values for the rows.
struct Form: Sendable, CustomTestStringConvertible {
    let sql: String
    let values: String
    private let table: String
    private let query: @Sendable () throws -> SQL
    private let decode: @Sendable (any ConnectionProtocol) throws -> Int

    /// A form of an expression over ``Product`` that is selected.
    init<Value: RowRepresentable & Sendable>(
        _ sql: String, _ values: String,
        _ expression: @escaping @Sendable (Product.Columns) -> SQLExpression<Value>
    ) {
        self.init(sql, values, "p") { Product.order(by: \.id).select { expression($0) } }
    }

    /// A form of an expression over ``Document`` that is selected.
    init<Selected: Selectable>(
        document sql: String, _ values: String,
        _ selected: @escaping @Sendable (Document.Columns) -> Selected
    ) {
        self.init(sql, values, "d") { Document.order(by: \.id).select { selected($0) } }
    }

    /// A form of an expression over ``Moment`` that is selected.
    init<Value: RowRepresentable & Sendable>(
        moment sql: String, _ values: String,
        _ expression: @escaping @Sendable (Moment.Columns) -> SQLExpression<Value>
    ) {
        self.init(sql, values, "m") { Moment.order(by: \.id).select { expression($0) } }
    }

    private init<Q: Query>(
        _ sql: String, _ values: String, _ table: String, _ query: @escaping @Sendable () -> Q
    ) {
        self.sql = sql
        self.values = values
        self.table = table
        self.query = { try query().sql() }
        decode = { try query().fetchAll($0).count }
    }

    var testDescription: String { sql }

    /// Checks the text, the parameters and the values.
    func check(on db: Connection) throws {
        let statement = try checkText()
        let rows = try db.rows(statement)
        let found = rows.map { $0.values.map(\.description).joined(separator: ", ") }
        #expect(found.joined(separator: " | ") == values)
        #expect(try decode(db) == rows.count)
    }

    /// Checks the text and the parameters.
    @discardableResult
    func checkText() throws -> SQL {
        let statement = try query()
        let parameters = statement.parameters.map(\.description).joined(separator: ", ")
        let text = statement.text.replacing("\"\(table)\".", with: "")
            .replacing("SELECT ", with: "", maxReplacements: 1)
            .replacing(" FROM \"\(table)\" ORDER BY \"id\"", with: "")
        #expect(text + (parameters.isEmpty ? "" : " [\(parameters)]") == sql)
        return statement
    }

    /// Runs the query.
    func run(on db: any ConnectionProtocol) throws { _ = try decode(db) }
}

/// Type-checks each element of a table of forms separately.
@resultBuilder
enum FormBuilder {
    static func buildBlock(_ forms: Form...) -> [Form] { forms }
}

extension Form {
    static func list(@FormBuilder _ forms: () -> [Form]) -> [Form] { forms() }
}
