import DataLiteQuery
import Testing

/// The bounds of intervals.
private struct Interval: Equatable {
    let id: Int
    var lower: Double
    var upper: Double
}

extension Interval: Table {
    static let tableDefinition = TableDefinition("intervals") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("lower", Double.self)
        columns.add("upper", Double.self)
    }

    init(row: inout RowReader) throws(SQLiteError) {
        id = try row.next()
        lower = try row.next()
        upper = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(lower)
        values.append(upper)
    }

    struct Columns: ColumnSet {
        typealias Model = Interval
        typealias Output = Interval

        let _source: ColumnSource

        var lower: SQLExpression<Double> { _source.column("lower") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Interval
        typealias Output = Interval?

        let _source: ColumnSource
    }
}

@Suite("A virtual table")
struct CreateVirtualTableTests {
    private let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    @Test("The arguments of a module are the names of the columns by default")
    func columns() throws {
        let statement = Interval.createVirtualTable(using: "rtree", ifNotExists: true)
        #expect(
            try statement.sql().text == """
                CREATE VIRTUAL TABLE IF NOT EXISTS "intervals" USING \
                "rtree"("id", "lower", "upper")
                """)
        try statement.execute(db)
        try statement.execute(db)
        #expect(throws: SQLiteError.self) {
            try Interval.createVirtualTable(using: "rtree").execute(db)
        }
        try Interval.insert {
            Interval(id: 1, lower: 0, upper: 1); Interval(id: 2, lower: 4, upper: 8)
        }.execute(db)
        #expect(
            try Interval.where { $0.lower > 2 }.fetchAll(db)
                == [Interval(id: 2, lower: 4, upper: 8)])
        #expect(try Interval.differences(in: db) == [])
    }

    @Test("The columns of a full-text table do not include the rowid")
    func rowID() throws {
        #expect(
            try ReminderText.createVirtualTable(using: "fts4").sql().text
                == #"CREATE VIRTUAL TABLE "reminderTexts" USING "fts4"("title", "note_text")"#)
    }

    @Test("Arguments are written as they are")
    func arguments() throws {
        try Interval.createVirtualTable(
            using: "rtree", arguments: "id", "lower", "upper", "+note TEXT"
        ).execute(db)
        try db.execute("INSERT INTO intervals VALUES (1, 0, 1, 'x')")
        #expect(try db.value("SELECT note FROM intervals") == "x")
    }

    @Test("An unknown module is an error that names it")
    func unknownModule() {
        let error = #expect(throws: SQLiteError.self) {
            try Interval.createVirtualTable(using: "no such").execute(db)
        }
        #expect(error?.message == "no such module: no such")
    }
}
