import Foundation

/// A folder with a folder of migrations and a path for a database that does not exist yet.
struct MigrationFolder {
    let path: String

    var database: String { path + "/a.db" }

    var scripts: String { path + "/scripts" }

    /// Writes a script.
    func write(_ name: String, _ sql: String) throws {
        try Data(sql.utf8).write(to: URL(fileURLWithPath: scripts + "/" + name))
    }

    func migrate(_ options: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(["migrate"] + options + [database, scripts])
    }
}

/// Calls a closure with a folder of two migrations, and no database yet.
func withMigrations<R>(_ body: (MigrationFolder) throws -> R) throws -> R {
    try withTemporaryDirectory { path in
        let folder = MigrationFolder(path: path)
        try FileManager.default.createDirectory(
            atPath: folder.scripts, withIntermediateDirectories: false)
        try folder.write("001 people.sql", "CREATE TABLE people(id INTEGER PRIMARY KEY);\n")
        try folder.write("002 notes.sql", "-- Notes\nCREATE TABLE notes(\n  text\n);\n")
        return try body(folder)
    }
}
