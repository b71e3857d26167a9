import DataLiteCore
import Testing

@Suite("A lookup by name")
struct ColumnNameTests {
    private let connection: Connection

    init() throws { connection = try Connection(location: .inMemory) }

    private static let composed = "\u{E9}"
    private static let decomposed = "e\u{301}"

    /// Names that fill a result with as many columns as make it hash them.
    private static let fillers = (0..<20).map { "filler\($0)" }

    private func row(_ names: [String], wide: Bool) throws -> SQLiteRow {
        let all = (wide ? Self.fillers : []) + names
        let list = all.enumerated().map { "\($0) AS \"\($1)\"" }.joined(separator: ", ")
        return try #require(try connection.row(SQL(raw: "SELECT \(list)")))
    }

    @Test("A lookup by name distinguishes canonically equivalent names", arguments: [false, true])
    func equivalent(wide: Bool) throws {
        let first = wide ? Self.fillers.count : 0
        var row = try row([Self.decomposed, Self.composed], wide: wide)
        #expect(row.columns.position(of: Self.composed) == first + 1)
        #expect(row.columns.position(of: Self.decomposed) == first)
        #expect(row[Self.composed] == .int(Int64(first + 1)))
        let other = try self.row([Self.composed, Self.decomposed], wide: wide)
        #expect(!row.columns.hasSameNames(as: other.columns))
        row[Self.composed] = nil
        #expect(row[Self.composed] == nil)
        #expect(row[Self.decomposed] == .int(Int64(first)))
        row[Self.composed] = "new"
        #expect(row[Self.decomposed] == .int(Int64(first)))
        #expect(row[Self.composed] == "new")
    }

    @Test(
        "A lookup by name finds a name that differs in ASCII case if no name matches exactly",
        arguments: [false, true])
    func letterCase(wide: Bool) throws {
        let first = wide ? Self.fillers.count : 0
        let row = try row(["NAME", "Name", "ID"], wide: wide)
        #expect(row.columns.position(of: "Name") == first + 1)
        #expect(row.columns.position(of: "name") == first)
        #expect(row.lenientValue("id", as: Int.self) == first + 2)
        #expect(row.contains("iD"))
        #expect(try row["id", as: Int.self] == first + 2)
    }

    @Test(
        "A lookup by name ignores the letter case of ASCII letters only", arguments: [false, true])
    func ascii(wide: Bool) throws {
        let row = try row(["\u{C9}", "K"], wide: wide)
        #expect(!row.contains("\u{E9}"))
        // The Kelvin sign is canonically equivalent to K.
        #expect(!row.contains("\u{212A}"))
        #expect(row.contains("k"))
    }

    @Test("A lookup by name follows the same rule in rows, cursors and statements")
    func layers() throws {
        let sql = "SELECT 1 AS \"\(Self.decomposed)\", 2 AS \"\(Self.composed)\", 3 AS NAME"
        let statement = try connection.prepare(sql: sql)
        #expect(try statement.step())
        #expect(statement.columnIndex(of: Self.composed) == 1)
        #expect(statement.columnIndex(of: "name") == 2)
        #expect(statement.columnValue(named: "name") == 3)
        #expect(statement.columnIndex(of: "names") == nil)
        let cursor = try connection.cursor(SQL(raw: sql))
        #expect(cursor.columnIndex(of: Self.composed) == 1)
        #expect(cursor.columnIndex(of: "Name") == 2)
    }

    @Test("A lookup prefers the parameter with exactly this name over another letter case")
    func parameters() throws {
        let names = [":\(Self.decomposed)", ":\(Self.composed)", ":Name", ":NAME", "@ID"]
        let statement = try connection.prepare(sql: "SELECT " + names.joined(separator: ", "))
        for (index, name) in names.enumerated() {
            #expect(statement.parameterIndexBy(name) == Int32(index + 1))
        }
        #expect(statement.parameterIndexBy(":name") == 3)
        #expect(statement.parameterIndexBy("@id") == 5)
        #expect(statement.parameterIndexBy(":id") == 0)
        let row: SQLiteRow = [Self.composed: 2, Self.decomposed: 1, "NAME": 4, "Name": 3, "id": 5]
        try statement.bind(row)
        #expect(try statement.step())
        #expect(statement.currentRow()?.values == [1, 2, 3, 4, 5])
    }

    @Test("Binding a parameter by two names is an error")
    func twoValues() throws {
        #expect(throws: SQLiteError.self) {
            try connection.row("SELECT :name", ["name": 1, "NAME": 2])
        }
    }
}
