import DataLiteDatabase
import DataLiteTestSupport
import Foundation

/// Three migrations with scripts: two tables, and a column.
func peopleMigrator(first: String = "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT)")
    -> Migrator
{
    var migrator = Migrator()
    migrator.add("people", sql: first)
    migrator.add("notes", sql: "CREATE TABLE notes(person INTEGER REFERENCES people, text)")
    migrator.add("ages", sql: "ALTER TABLE people ADD COLUMN age INTEGER")
    return migrator
}

/// What the migrations of ``peopleMigrator(first:)`` produce.
let peopleBaseline = """
    CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT, age INTEGER);
    CREATE TABLE notes(person INTEGER REFERENCES people, text);
    """

/// A baseline for the three migrations and a later migration, with or without those that it replaces.
func baselineMigrator(keepsOld: Bool) -> Migrator {
    var migrator = keepsOld ? peopleMigrator() : Migrator()
    migrator.baseline("v3", replaces: ["people", "notes", "ages"], sql: peopleBaseline)
    migrator.add("v4", sql: "CREATE TABLE tags(a)")
    return migrator
}

/// A migrator with one migration.
func migrator(
    _ name: String = "one", foreignKeys: Migrator.ForeignKeys = .checkedAtEnd,
    _ body: @escaping @Sendable (any ConnectionProtocol) throws -> Void
) -> Migrator {
    var migrator = Migrator()
    migrator.add(name, foreignKeys: foreignKeys, body)
    return migrator
}

func memory() throws -> Connection { try Connection(location: .inMemory) }

/// The contents of a database as text: its schema and the rows of its tables.
func dump(_ connection: some ConnectionProtocol) throws -> [String] {
    let schema = try connection.rows("SELECT * FROM sqlite_schema ORDER BY rowid")
    let tables = schema.filter { $0.lenientValue("type") == "table" }
    let rows = try tables.flatMap { table in
        let name: String = table.lenientValue("name") ?? ""
        return try connection.rows("SELECT * FROM \(identifier: name)").map { "\(name) \($0)" }
    }
    let version: Int32 = try connection.userVersion
    return schema.map { "\($0)" } + rows + ["version \(version)"]
}

/// Calls a closure with a folder that contains these files.
@discardableResult
func withFolder<R>(
    _ files: [String: String], _ body: (String) throws -> R
) throws -> R {
    try withTemporaryDirectory { folder in
        for (name, text) in files {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
        }
        return try body(folder)
    }
}
