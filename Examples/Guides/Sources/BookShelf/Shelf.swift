import DataLite

enum Shelf {
    static func open(path: String) throws -> Database {
        let database = try Database(path: path)
        var migrator = Migrator()
        migrator.add(
            "create books",
            sql: """
                CREATE TABLE books(
                    id INTEGER PRIMARY KEY,
                    title TEXT NOT NULL UNIQUE,
                    author TEXT NOT NULL,
                    isRead INTEGER NOT NULL DEFAULT 0
                ) STRICT;
                """)
        try migrator.migrate(database)
        return database
    }
}
