import DataLite

/// Writes a file as a program with GRDB would have.
func writeOldFile(path: String) throws {
    try Connection(path: path).execute(
        script: """
            PRAGMA journal_mode = WAL;
            CREATE TABLE IF NOT EXISTS grdb_migrations(identifier TEXT NOT NULL PRIMARY KEY);
            INSERT OR IGNORE INTO grdb_migrations VALUES ('v1');
            CREATE TABLE IF NOT EXISTS player(
                id BLOB NOT NULL PRIMARY KEY, name TEXT NOT NULL, createdAt DATETIME NOT NULL
            );
            INSERT OR IGNORE INTO player VALUES
                (x'0102030405060708090A0B0C0D0E0F10', 'Ada', '2024-05-01 12:00:00.000'),
                (x'1112131415161718191A1B1C1D1E1F20', 'Grace', '2024-06-01 12:00:00.000');
            """)
}
