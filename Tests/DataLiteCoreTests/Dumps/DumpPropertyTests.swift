import DataLiteCore
import DataLiteTransfer
import Testing

/// Random databases, each compared with the database that its dump recreates.
@Suite("The dump of a random database")
struct DumpPropertyTests {
    @Test("A dump recreates a random database", arguments: RandomSeeds.range(count: 40))
    func recreates(seed: Int) throws {
        var random = RandomDatabase(seed: UInt64(seed))
        let source = try Connection.inMemory(
            encoding: ["UTF-8", "UTF-8", "UTF-16le"].randomElement(using: &random.generator)
                ?? "UTF-8")
        try source.setForeignKeys(false)
        let script = random.script()
        for statement in script {
            do {
                try source.execute(sql: statement)
            } catch {
                guard [.constraint, .mismatch].contains(error.resultCode.primary) else {
                    throw error
                }
            }
        }
        try source.setForeignKeys(Bool.random(using: &random.generator))
        try expectCopy(of: source, "DATALITE_SEED=\(seed): \(script.joined(separator: ";\n"))")
    }
}

private struct RandomDatabase {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func script() -> [String] {
        var script: [String] = []
        var names: [String] = []
        for number in 0..<int(1...4) {
            let base = pick(["t", "My Table", "select", "a\"b", "日本", "O'Brien", "x;y", "--c"])
            let name = quoted("\(base)\(number)")
            let bases = ["a", "b c", "rowid", "oid", "_x"]
            let columns = (0..<int(1...4)).map { quoted("\(pick(bases))\($0)") }
            script.append(table(name, columns))
            for _ in 0..<int(0...12) {
                let values = columns.map { _ in literal() }.joined(separator: ", ")
                script.append(
                    "INSERT INTO \(name)(\(columns.joined(separator: ", "))) VALUES (\(values))")
            }
            if chance(3) { script.append("DELETE FROM \(name) WHERE rowid % 2 = 0 OR 1 = 0") }
            if chance(2) { script.append(index(name, columns, number)) }
            if chance(3) {
                script.append("CREATE VIEW \(quoted("view \(number)")) AS SELECT * FROM \(name)")
            }
            if chance(3) { script.append(trigger(name, names.last ?? name, number)) }
            names.append(name)
        }
        if chance(4) {
            script += [
                "CREATE VIRTUAL TABLE f USING fts5(body, other)",
                "INSERT INTO f(rowid, body, other) VALUES (\(int(1...99)), \(literal()), 'x')",
            ]
        }
        if chance(3) { script.append("ANALYZE") }
        if chance(2) { script.append("PRAGMA user_version = \(int(-9...9))") }
        // A table without rowid has none to compare.
        return script.filter { !$0.hasPrefix("DELETE") || !script.joined().contains("WITHOUT") }
    }

    private mutating func table(_ name: String, _ columns: [String]) -> String {
        let types = ["", "INTEGER", "TEXT", "REAL", "NUMERIC", "BLOB", "VARCHAR(9) COLLATE NOCASE"]
        var definitions = columns.map { column in
            let rest = pick(["", " UNIQUE", " DEFAULT 'it''s'", " CHECK (1)", " COLLATE RTRIM"])
            return "\(column) \(pick(types))\(rest)"
        }
        if chance(3) {
            definitions.append("g AS (typeof(\(columns[0]))) \(pick(["VIRTUAL", "STORED"]))")
        }
        let key = columns.shuffled(using: &generator).prefix(int(1...2)).joined(separator: ", ")
        switch int(0...5) {
        case 0: return "CREATE TABLE \(name)(\(definitions.joined(separator: ",\n"))  )"
        case 1:
            definitions[0] = "\(columns[0]) INTEGER PRIMARY KEY"
            return "CREATE TABLE \(name)(\(definitions.joined(separator: ", ")))"
        case 2:
            definitions[0] = "\(columns[0]) INTEGER PRIMARY KEY AUTOINCREMENT"
            return "CREATE TABLE \(name)(\(definitions.joined(separator: ", ")))"
        case 3:
            definitions.append("PRIMARY KEY (\(key))")
            return "CREATE TABLE \(name)(\(definitions.joined(separator: ", "))) WITHOUT ROWID"
        case 4:
            definitions.append("PRIMARY KEY (\(key))")
            return "CREATE TABLE \(name)(\(definitions.joined(separator: ", ")))"
        default:
            definitions.append("FOREIGN KEY (\(columns[0])) REFERENCES missing(x)")
            return "CREATE TABLE \(name)(\(definitions.joined(separator: ", "))) -- comment"
        }
    }

    private mutating func index(_ table: String, _ columns: [String], _ number: Int) -> String {
        let term = pick([columns[0], "lower(\(columns[0]))", "\(columns[0]) COLLATE NOCASE DESC"])
        let condition = chance(3) ? " WHERE \(columns[0]) IS NOT NULL" : ""
        return "CREATE INDEX \(quoted("index \(number)")) ON \(table)(\(term))\(condition)"
    }

    private mutating func trigger(_ table: String, _ other: String, _ number: Int) -> String {
        """
        CREATE TRIGGER \(quoted("trigger;\(number)")) \(pick(["BEFORE", "AFTER"])) DELETE ON \(table)
        BEGIN DELETE FROM \(other) WHERE 0; SELECT CASE WHEN 1 THEN 'END;' END; END
        """
    }

    private mutating func literal() -> String {
        switch int(0...11) {
        case 0: "NULL"
        case 1: "\(Int64.random(in: .min ... .max, using: &generator))"
        case 2: "\(int(-3...3))"
        case 3: real()
        case 4: pick(["9e999", "-9e999", "-0.0", "1.0", "5e-324"])
        case 5: "'\(int(0...99))'"
        case 6: "X'\(pick(["", "00", "FF00", "27", "CAFE"]))'"
        case 7: "zeroblob(\(int(0...300)))"
        case 8: "'a' || char(0, \(int(1...0xd7ff))) || '''\(int(0...9))'"
        case 9: "CAST(X'61\(pick(["E697A5", "62", "0A"]))' AS TEXT)"
        default: "'\(pick(["", "it''s", "日本 👋🏽", "; --", "a\nb", "\"", "/*"]))'"
        }
    }

    private mutating func real() -> String {
        let value = Double(bitPattern: generator.next())
        return value.isFinite ? value.sqliteLiteral : "0.1"
    }

    private mutating func int(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }

    private mutating func chance(_ count: Int) -> Bool { int(1...count) == 1 }

    private mutating func pick(_ texts: [String]) -> String {
        texts[int(0...texts.count - 1)]
    }
}
