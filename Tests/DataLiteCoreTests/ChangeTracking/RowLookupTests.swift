import Testing

@testable import DataLiteCore

/// The statements that read only one row, looked up by its rowid.
@Suite struct RowLookupTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.execute(
            script: """
                CREATE TABLE pets(id INTEGER PRIMARY KEY, name TEXT);
                CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT, age INT, boss INT);
                CREATE INDEX by_name ON people(name);
                CREATE TABLE keyed(k INTEGER PRIMARY KEY, v) WITHOUT ROWID;
                CREATE VIRTUAL TABLE notes USING fts5(text);
                CREATE TABLE log(message);
                """)
    }

    @Test(
        arguments: [
            ("SELECT * FROM people WHERE id = ?", .parameter(1)),
            ("SELECT name FROM people WHERE age > ?1 AND id = ?2", .parameter(2)),
            ("SELECT name FROM people WHERE ? = rowid", .parameter(1)),
            ("SELECT name FROM people WHERE id = :id LIMIT 1", .parameter(1)),
            ("SELECT count(*), max(age) FROM people WHERE id = ?", .parameter(1)),
            ("SELECT upper(name) || 'x', coalesce(age, 3) FROM people WHERE id = ?", .parameter(1)),
            (
                "SELECT CASE WHEN age > 1 THEN 'a' ELSE name END FROM people WHERE id = ?",
                .parameter(1)
            ),
            ("SELECT name FROM people WHERE id = ? ORDER BY name", .parameter(1)),
            ("SELECT message FROM log WHERE rowid = ?", .parameter(1)),
            ("SELECT name FROM people WHERE id = 7", .rowID(7)),
            ("SELECT name FROM people WHERE id = -3 AND name = 'x'", .rowID(-3)),
        ] as [(String, RowLookup)])
    func `a statement that looks up one row is detected`(sql: String, lookup: RowLookup) throws {
        #expect(try RowLookup(of: sql, on: connection) == lookup)
    }

    @Test(arguments: [
        "SELECT name FROM people", "SELECT name FROM people WHERE name = ?",
        "SELECT name FROM people WHERE id > ?", "SELECT name FROM people WHERE id BETWEEN ? AND ?",
        "SELECT name FROM people WHERE id = ? OR id = ?",
        "SELECT name FROM people WHERE id IN (?, ?)",
        "SELECT name FROM people WHERE id = ? OR name = ?",
        "SELECT name FROM people WHERE id = ? + 1",
        "SELECT name FROM people WHERE id = '5'", "SELECT name FROM people WHERE id = 5.0",
        "SELECT name FROM people WHERE id = coalesce(?, 5)",
        "SELECT name FROM people WHERE id = coalesce(abs(?), ?)",
        "SELECT name FROM people WHERE id = CASE WHEN ? THEN 1 ELSE 2 END",
        "SELECT name FROM people WHERE id = CASE WHEN ? THEN ? ELSE ? END",
        "SELECT name FROM people WHERE id = (SELECT max(id) FROM people)",
        "SELECT name FROM people WHERE id = ? UNION ALL SELECT name FROM people WHERE id = ?",
        "SELECT people.name FROM people JOIN pets ON pets.id = people.id WHERE people.id = ?",
        "SELECT a.name FROM people a JOIN people b ON b.id = a.boss WHERE a.id = ?",
        "SELECT name, (SELECT count(*) FROM people) FROM people WHERE id = ?",
        "SELECT name FROM people WHERE id = (SELECT boss FROM people WHERE id = ?)",
        "SELECT name FROM (SELECT * FROM people LIMIT 3) WHERE id = ?",
        "SELECT v FROM keyed WHERE k = ?", "SELECT text FROM notes WHERE rowid = ?",
        "SELECT count(*) FROM people", "SELECT 1", "DELETE FROM people WHERE id = ?",
        "UPDATE people SET name = 'x' WHERE id = ?", "PRAGMA user_version",
    ])
    func `a statement that may read other rows is not a lookup`(sql: String) throws {
        #expect(try RowLookup(of: sql, on: connection) == nil)
    }

    @Test func `the program of an EXPLAIN statement is unknown`() {
        #expect(throws: SQLiteError.self) {
            try RowLookup(of: "EXPLAIN SELECT name FROM people WHERE id = 1", on: connection)
        }
    }
}

// MARK: - Programs that this version of SQLite may not generate

extension RowLookupTests {
    private static let program = [
        Instruction(opcode: "OpenRead", p2: 2), Instruction(opcode: "Variable", p1: 3, p2: 5),
        Instruction(opcode: "SeekRowid", p2: 9, p3: 5),
        Instruction(opcode: "ResultRow", p1: 2, p2: 1),
        Instruction(opcode: "Halt"),
    ]

    private func lookup(_ program: [Instruction]) -> RowLookup? {
        var search = RowLookupSearch()
        for instruction in program {
            guard search.add(instruction) else { return nil }
        }
        return search.result
    }

    @Test func `a program in its simplest form is a lookup`() {
        #expect(lookup(Self.program) == .parameter(3))
    }

    @Test(arguments: [
        Instruction(opcode: "Rewind", p2: 4), Instruction(opcode: "OpenRead", p1: 1, p2: 3),
        Instruction(opcode: "SeekRowid", p2: 9, p3: 5), Instruction(opcode: "OpenEphemeral", p1: 1),
        Instruction(opcode: "NewOpcode"), Instruction(opcode: "VOpen", p1: 1),
        // A jump to the instruction that looks up the row.
        Instruction(opcode: "Goto", p2: 2), Instruction(opcode: "NotNull", p1: 5, p2: 2),
    ])
    func `a program with another instruction is not a lookup`(_ instruction: Instruction) {
        #expect(lookup(Self.program + [instruction]) == nil)
    }

    @Test(arguments: [
        Instruction(opcode: "Variable", p1: 3, p2: 4), Instruction(opcode: "Copy", p1: 3, p2: 5),
        Instruction(opcode: "Int64", p1: 1, p2: 5, p3: 7), Instruction(opcode: "String8", p2: 5),
        Instruction(opcode: "Int64", p2: 5, p4: "x"), Instruction(opcode: "Cast", p1: 5, p2: 68),
    ])
    func `the rowid must be loaded directly before the seek`(_ instruction: Instruction) {
        var program = Self.program
        program[1] = instruction
        #expect(lookup(program) == nil)
    }

    @Test func `a large literal is a lookup`() {
        var program = Self.program
        program[1] = Instruction(opcode: "Int64", p2: 5, p4: "9999999999")
        #expect(lookup(program) == .rowID(9_999_999_999))
    }

    @Test func `a seek with another cursor is not a lookup`() {
        var program = Self.program
        program[0].p1 = 1
        #expect(lookup(program) == nil)
    }
}
