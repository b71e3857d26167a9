import DataLiteQuery
import Foundation

/// A table with dates, as `Date`, as text and as a number.
struct Moment {
    let id: Int
    var at: Date
    var due: Date?
    var text: String
    var seconds: Int

    /// The table with two rows, in the form that the library writes.
    static let script =
        tableScript + """
            INSERT INTO "m" VALUES
                (1, '2024-06-01 10:20:30.250', '2024-01-31 00:00:00.000', '2024-02-29T12:00Z',
                 1700000000),
                (2, '2023-12-31 23:59:59.999', NULL, 'never', 0);
            """

    /// Each column stores values of any type.
    private static let tableScript = """
        CREATE TABLE "m"(
            "id" INTEGER PRIMARY KEY, "at" ANY, "due" ANY, "text" ANY, "seconds" ANY) STRICT;

        """

    static func connection() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(script: script)
        return connection
    }

    /// No rows.
    static func empty() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(script: tableScript)
        return connection
    }
}

extension Moment: Table {
    static let tableDefinition = TableDefinition("m") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("at", Date.self)
        columns.add("due", Date?.self)
        columns.add("text", String.self)
        columns.add("seconds", Int.self)
    }

    init(row: inout RowReader) throws(SQLiteError) {
        id = try row.next()
        at = try row.next()
        due = try row.next()
        text = try row.next()
        seconds = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(at)
        values.append(due)
        values.append(text)
        values.append(seconds)
    }

    struct Columns: ColumnSet {
        typealias Model = Moment
        typealias Output = Moment

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int> { _source.column("id") }
        var at: SQLExpression<Date> { _source.column("at") }
        var due: SQLExpression<Date?> { _source.column("due") }
        var text: SQLExpression<String> { _source.column("text") }
        var seconds: SQLExpression<Int> { _source.column("seconds") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Moment
        typealias Output = Moment?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int?> { _source.column("id") }
    }
}
