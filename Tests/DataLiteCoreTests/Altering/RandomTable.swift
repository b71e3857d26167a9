import DataLiteCore
import DataLiteTestSupport
import Foundation

/// A random table with rows, indexes, a trigger and a view.
struct RandomTable {
    private static let names = [
        "a", "B", "c d", "e\"f", "select", "é", "rowid", "[x", "'q'", "order", "i`j", "k,l",
    ]
    private static let types = ["", "INT", "TEXT", "REAL", "BLOB", "NUMERIC"]

    let name: String

    /// The columns that can be dropped, and those that something uses.
    private(set) var free: [String] = []
    private(set) var used: [String] = []

    /// The key and the references, which are not dropped.
    private var fixed: [String] = []

    private(set) var key: String?
    private let isStrict: Bool
    private let hasRowID: Bool
    private var definitions: [String] = []

    /// The number of rows to insert.
    let rowCount: Int

    static func quoted(_ name: String) -> String {
        "\""
            + name.split(separator: "\"", omittingEmptySubsequences: false).joined(
                separator: "\"\"") + "\""
    }

    var columns: [String] { fixed + used + free }

    init(_ name: String, parents: [RandomTable], _ random: inout SeededGenerator) {
        self.name = name
        isStrict = Int.random(in: 0..<4, using: &random) == 0
        var names = Self.names.shuffled(using: &random)
        rowCount = Int.random(in: 0...6, using: &random)
        let kind = Int.random(in: 0..<5, using: &random)
        hasRowID = kind < 3
        if kind > 0 {
            let column = names.removeLast()
            key = column
            fixed.append(column)
            let options = [
                "", "INTEGER PRIMARY KEY AUTOINCREMENT", "INTEGER PRIMARY KEY",
                "INTEGER PRIMARY KEY",
                "INT PRIMARY KEY",
            ]
            definitions.append("\(Self.quoted(column)) \(options[kind])")
        }
        for _ in 0..<Int.random(in: 2...4, using: &random) {
            let column = names.removeLast()
            free.append(column)
            var type = Self.types.randomElement(using: &random) ?? ""
            if isStrict, type.isEmpty || type == "NUMERIC" { type = "ANY" }
            let collation = Bool.random(using: &random) ? " COLLATE NOCASE" : ""
            definitions.append("\(Self.quoted(column)) \(type)\(collation)")
        }
        for parent in parents + [self] where parent.key != nil && Bool.random(using: &random) {
            let column = names.removeLast()
            fixed.append(column)
            definitions.append(
                "\(Self.quoted(column)) INTEGER /* , */ REFERENCES \(Self.quoted(parent.name)) ON DELETE SET NULL"
            )
        }
        if Bool.random(using: &random) {
            let source = free.removeFirst()
            used.append(source)
            definitions.append("generated ANY AS (\(Self.quoted(source)) || '!') -- computed\n")
        }
        if Bool.random(using: &random), let column = free.popLast() {
            used.append(column)
            definitions.append(
                "CHECK (\(Self.quoted(column)) IS NULL OR length(\(Self.quoted(column))) < 99)")
        }
    }

    func create(in db: Connection, _ schema: String) throws {
        let options = (isStrict ? ["STRICT"] : []) + (hasRowID ? [] : ["WITHOUT ROWID"])
        try db.execute(
            SQL(
                raw: "CREATE TABLE \(Self.quoted(schema)).\(Self.quoted(name))(\n  "
                    + definitions.joined(separator: ",\n  ") + ") "
                    + options.joined(separator: ", ")))
    }

    /// Inserts rows with random values, and references with them.
    func fill(_ db: Connection, _ schema: String, _ random: inout SeededGenerator) throws {
        let table: SQL = "\(identifier: schema).\(identifier: name)"
        for number in 0..<rowCount {
            var columns: [SQL] = []
            var values: [SQLiteValue] = []
            for column in self.columns {
                columns.append("\(identifier: column)")
                values.append(column == key ? .int(Int64(number + 1)) : Self.value(&random))
            }
            // A STRICT table refuses some of the values.
            _ = try? db.execute(
                """
                INSERT OR IGNORE INTO \(table)(\(columns.joined(separator: ", "))) VALUES \(list: values)
                """)
        }
        if Bool.random(using: &random), let key {
            try db.execute("DELETE FROM \(table) WHERE \(identifier: key) > 4")
        } else if key == nil {
            try db.execute("DELETE FROM \(table) WHERE _rowid_ % 3 = 1")
        }
    }

    private static func value(_ random: inout SeededGenerator) -> SQLiteValue {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .int(Int64.random(in: -3...7, using: &random))
        case 1: .text(["x", "Y'", "12", ""].randomElement(using: &random) ?? "")
        case 2: .real(Double.random(in: -2...2, using: &random))
        case 3: .blob(Data([1, 2]))
        default: .null
        }
    }

    /// Creates indexes, a trigger and a view on columns, which are then used.
    mutating func createObjects(
        in db: Connection, _ schema: String, _ random: inout SeededGenerator
    ) throws {
        let table = Self.quoted(name)
        func object(_ kind: String) -> String {
            "\(Self.quoted(schema)).\(Self.quoted("\(kind) of \(name)"))"
        }
        if let column = use(&random) {
            let term = Self.quoted(column)
            let suffix = ["", " DESC", " COLLATE RTRIM"].randomElement(using: &random) ?? ""
            let condition = Bool.random(using: &random) ? " WHERE \(term) IS NOT NULL" : ""
            try db.execute(
                SQL(
                    raw: "CREATE INDEX \(object("index")) ON \(table)(\(term)\(suffix))\(condition)"
                ))
        }
        if let column = use(&random) {
            try db.execute(
                SQL(
                    raw:
                        "CREATE INDEX \(object("expression")) ON \(table)(lower(\(Self.quoted(column))))"
                ))
        }
        if let column = use(&random) {
            try db.execute(
                SQL(
                    raw: """
                        CREATE TRIGGER \(object("trigger")) AFTER INSERT ON \(table) BEGIN
                            INSERT INTO log VALUES ('\(name)', new.\(Self.quoted(column)));
                        END
                        """))
        }
        if let column = use(&random) {
            try db.execute(
                SQL(
                    raw:
                        "CREATE VIEW \(object("view")) AS SELECT \(Self.quoted(column)) AS v FROM \(table)"
                ))
        }
    }

    private mutating func use(_ random: inout SeededGenerator) -> String? {
        guard Bool.random(using: &random), let column = columns.randomElement(using: &random) else {
            return nil
        }
        if let position = free.firstIndex(of: column) {
            free.remove(at: position)
            used.append(column)
        }
        return column
    }
}
