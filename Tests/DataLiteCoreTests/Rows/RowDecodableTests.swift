import DataLiteCore
import Testing

@Suite("A row decoded by position")
struct RowDecodableTests {
    private struct City: RowDecodable, Equatable {
        let name: String
        let population: Int?

        static let columnCount = 2

        init(row: inout RowReader) throws(SQLiteError) {
            name = try row.next()
            population = try row.next()
        }

        init(_ name: String, _ population: Int?) {
            self.name = name
            self.population = population
        }
    }

    private struct Trip: RowDecodable, Equatable {
        let from: City
        let to: City?

        static let columnCount = 2 * City.columnCount

        init(row: inout RowReader) throws(SQLiteError) {
            from = try row.next()
            to = try row.next()
        }

        init(from: City, to: City?) {
            self.from = from
            self.to = to
        }
    }

    private let connection: Connection

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.execute(
            sql: """
                CREATE TABLE city(name TEXT, population);
                INSERT INTO city VALUES ('Oslo', 717710), ('Bergen', NULL)
                """)
    }

    @Test("A decoded row reads its columns in order")
    func rows() throws {
        let cities = try connection.rows("SELECT name, population FROM city", as: City.self)
        #expect(cities == [City("Oslo", 717_710), City("Bergen", nil)])
        let cursor = try connection.cursor("SELECT name, population FROM city", as: City.self)
        #expect(try cursor.next() == City("Oslo", 717_710))
        let city = try connection.row("SELECT 'Voss', 1 WHERE 0", as: City.self)
        #expect(city == nil)
    }

    @Test("A nested optional row is nil if all its columns are NULL")
    func nested() throws {
        let trips = try connection.rows(
            """
            SELECT a.*, b.* FROM city a LEFT JOIN city b ON b.name < a.name ORDER BY a.name
            """, as: Trip.self)
        #expect(
            trips == [
                Trip(from: City("Bergen", nil), to: nil),
                Trip(from: City("Oslo", 717_710), to: City("Bergen", nil)),
            ])
    }

    @Test("A row with one column can be decoded as a representable type")
    func single() throws {
        let populations = try connection.rows("SELECT population FROM city", as: Int?.self)
        #expect(populations == [717_710, nil])
        #expect(try connection.row("SELECT name FROM city", as: String.self) == "Oslo")
    }

    @Test("A decoding error reports the column, the row, the expected type and the value")
    func mismatch() throws {
        try connection.execute("INSERT INTO city VALUES ('Voss', 'many')")
        let error = #expect(throws: SQLiteError.self) {
            try connection.rows("SELECT name, population FROM city", as: City.self)
        }
        #expect(error?.resultCode == .mismatch)
        #expect(error?.message.hasPrefix("column \"population\"") == true)
        let end = "row 3: expected Optional<Int>, found TEXT 'many'"
        #expect(error?.message.hasSuffix(end) == true)
        let null = #expect(throws: SQLiteError.self) {
            try connection.cursor("SELECT NULL AS name, 1", as: City.self).next()
        }
        #expect(null?.message == "column \"name\" of row 1: expected String, found NULL")
    }

    @Test("A decoding error leaves the statement reset and the connection usable")
    func errorEndsRun() throws {
        try connection.execute("INSERT INTO city VALUES ('Voss', 'many')")
        #expect(throws: SQLiteError.self) {
            try connection.rows("SELECT name, population FROM city", as: City.self)
        }
        try connection.execute("DROP TABLE city")
    }

    @Test("A statement with too few columns is reported before any column is decoded")
    func tooFewColumns() throws {
        let error = #expect(throws: SQLiteError.self) {
            try connection.rows("SELECT name FROM city", as: City.self)
        }
        #expect(error?.message == "expected 2 columns, but the statement returns 1")
        let cursor = try connection.cursor("SELECT name FROM city", as: City.self)
        let next = #expect(throws: SQLiteError.self) { try cursor.next() }
        #expect(next?.message == "expected 2 columns, but the statement returns 1")
        #expect(try cursor.next() == nil)
    }

    @Test("A cursor that has ended keeps no decoding state")
    func endedCursor() throws {
        let cursor = try connection.cursor("SELECT name, population FROM city", as: City.self)
        while try cursor.next() != nil {}
        let failing = try connection.cursor("SELECT NULL, 1", as: City.self)
        #expect(throws: SQLiteError.self) { try failing.next() }
        // It would fail if a cursor kept its statement.
        try connection.close()
        #expect(try cursor.next() == nil)
    }

    @Test("A nil optional is encoded as one NULL per column")
    func encoding() throws {
        var values = RowWriter()
        values.append(1)
        #expect(values.values == [.int(1)])
        values.append(nil as String?)
        values.append("x")
        #expect(values.values == [.int(1), .null, .text("x")])
        #expect(values.error == nil)
        let failure = SQLiteError(.mismatch, message: "no")
        values.fail(failure)
        values.fail(SQLiteError(.mismatch, message: "later"))
        #expect(values.error == failure)
        #expect(values.values.count == 5)
    }
}
