import DataLiteMacros
import Testing

@Suite("The comparison of the constraints of a table with its definition")
struct CheckComparisonTests {
    @Test(
        "Conditions that are written in two ways are equal",
        arguments: [
            ("a > 1", "boxes.a > 1"), ("a > 1", "1 < a"), ("a > 1", "1 < \"Boxes\" . A"),
            ("a >= 1 AND b = 'x'", "1 <= a AND 'x' == b"), ("a = 1", "a == 0x1"),
            ("a = 0x0F", "15 = a"), ("a > 2 + 3", "2 + 3 < a"),
            ("NOT a < 1", "not 1 > a"), ("(a > 1)", "(((1 < a)))"),
            ("a + 0 < -2", "-2 > boxes.a + 0"),
            ("b BETWEEN 0 AND a > 1", "b BETWEEN 0 AND 1 < a"),
            ("(a > 1) + (b > 1)", "(1 < a) + (1 < b)"),
        ])
    func equalConditions(_ condition: String, _ other: String) throws {
        #expect(try differences(condition, other) == [])
    }

    @Test(
        "Conditions that mean something else are not equal",
        arguments: [
            ("a > 1", "1 > a"), ("a < b", "b > a"), ("a > 1", "1 < length(a)"),
            ("length(a) > 1", "1 < length(a) AND 0"),
            ("a BETWEEN 0 AND (b = 1)", "a BETWEEN 0 AND 1 = b"), ("a = 1", "a = 1.0"),
            ("a = 1", "a = '1'"), ("a > 1", "2 < a"),
        ])
    func otherConditions(_ condition: String, _ other: String) throws {
        #expect(try !differences(condition, other).isEmpty)
    }

    /// The differences between a table with a condition and a definition with another one.
    private func differences(_ condition: String, _ other: String) throws -> [SchemaDifference] {
        let db = try Connection(location: .inMemory)
        let sql =
            "CREATE TABLE boxes(id INTEGER PRIMARY KEY, a INTEGER NOT NULL, b INTEGER NOT NULL"
        try db.execute(SQL(raw: "\(sql), CHECK (\(other)))"))
        return try Boxes.$condition.withValue(condition) { try Boxes.differences(in: db) }
    }

    @Test("A unique constraint with another collation is not the unique constraint of the column")
    func collatedUnique() throws {
        let db = try Connection(location: .inMemory)
        try db.execute(
            """
            CREATE TABLE labelled(
              id INTEGER PRIMARY KEY, b TEXT NOT NULL, c TEXT NOT NULL COLLATE nocase,
              UNIQUE (b COLLATE NOCASE), UNIQUE (c))
            """)
        #expect(
            try Labelled.differences(in: db).map(\.kind) == [.missingConstraint(#"UNIQUE ("b")"#)])
        try db.execute("CREATE UNIQUE INDEX by_b ON labelled(b)")
        #expect(try Labelled.differences(in: db) == [])
    }

    @Test("Many long conditions are compared in a time that grows with their length")
    func manyConditions() throws {
        let db = try Connection(location: .inMemory)
        let conditions = (0..<300).map { number in
            "a <> \(number) AND b <> '" + String(repeating: "x", count: 1500) + "\(number)'"
        }
        let checks = conditions.map { "CHECK (\($0))" }.joined(separator: ", ")
        try db.execute(
            SQL(
                raw: """
                    CREATE TABLE boxes(
                      id INTEGER PRIMARY KEY, a INTEGER NOT NULL, b INTEGER NOT NULL, \(checks))
                    """))
        let reversed = Array(conditions.reversed())
        let found = try Boxes.$conditions.withValue(reversed) { try Boxes.differences(in: db) }
        #expect(found == [])
    }
}

/// A table whose conditions the tests choose.
@Table("boxes") private struct Boxes {
    let id: Int
    var a: Int
    var b: Int

    @TaskLocal static var condition = ""
    @TaskLocal static var conditions: [String] = []

    static var constraints: [TableConstraint<Boxes>] {
        (conditions + (condition.isEmpty ? [] : [condition])).map { .check(sql: $0) }
    }
}

@Table("labelled") private struct Labelled: Identifiable {
    let id: Int
    @Column(unique: true) var b: String
    @Column(unique: true, collate: .nocase) var c: String
}
