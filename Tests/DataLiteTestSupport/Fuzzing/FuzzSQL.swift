/// Statements to run on a damaged ``DatabaseImage``.
package enum FuzzSQL {
    /// A statement that returns rows.
    package static func query(using generator: inout SeededGenerator) -> String {
        let table = DatabaseImage.tables.randomElement(using: &generator) ?? "lists"
        let queries = [
            "SELECT * FROM \(table)", "SELECT count(*) FROM \(table)",
            "SELECT * FROM \(table) ORDER BY title DESC",
            "SELECT max(title), min(title) FROM \(table)",
            "SELECT * FROM \(table) WHERE title BETWEEN 'list 2' AND 'note 9'",
            "SELECT * FROM notes LEFT JOIN \(table) ON notes.title = \(table).title",
            "SELECT DISTINCT title FROM \(table) UNION SELECT title FROM notes",
            "SELECT rowid, * FROM \(table) WHERE rowid > 10", "SELECT * FROM sqlite_schema",
            "PRAGMA integrity_check(20)", "PRAGMA quick_check(20)", "PRAGMA foreign_key_check",
            "PRAGMA table_xinfo(\(table))", "PRAGMA index_list(\(table))", "PRAGMA table_list",
            "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA incremental_vacuum(5)",
            "SELECT * FROM pragma_foreign_key_list('\(table)')", "SELECT * FROM sqlite_sequence",
            "INSERT INTO \(table)(title) VALUES ('new') RETURNING *",
            "UPDATE \(table) SET title = title || 'x' RETURNING title",
        ]
        return queries.randomElement(using: &generator) ?? queries[0]
    }

    /// A statement that changes the database.
    package static func change(using generator: inout SeededGenerator) -> String {
        let table = DatabaseImage.tables.randomElement(using: &generator) ?? "lists"
        let number = Int.random(in: 0..<100, using: &generator)
        let changes = [
            "INSERT INTO \(table)(title) VALUES ('item \(number)')",
            "INSERT OR REPLACE INTO \(table)(rowid, title) VALUES (\(number), 'other')",
            "INSERT INTO words VALUES ('note 1', 2, 3) ON CONFLICT DO UPDATE SET count = count + 1",
            "UPDATE \(table) SET title = 'changed' WHERE rowid % 3 = 1",
            "UPDATE OR REPLACE \(table) SET rowid = rowid + 1 WHERE rowid > \(number)",
            "UPDATE lists SET extra = zeroblob(\(number * 50)) WHERE id = \(number)",
            "DELETE FROM \(table) WHERE rowid < \(number)", "DELETE FROM \(table)",
            "INSERT INTO notes(list, title) SELECT id, title FROM lists",
            "CREATE INDEX IF NOT EXISTS late ON \(table)(title)", "DROP INDEX IF EXISTS notes_list",
            "ALTER TABLE \(table) ADD COLUMN added DEFAULT 'x'",
            "ALTER TABLE \(table) RENAME COLUMN title TO label",
            "ALTER TABLE \(table) DROP COLUMN extra",
            "ALTER TABLE \(table) RENAME TO other", "DROP TABLE IF EXISTS \(table)",
            "DROP VIEW texts",
            "REINDEX", "ANALYZE", "VACUUM", "PRAGMA user_version = \(number)",
            "PRAGMA journal_mode = DELETE", "PRAGMA journal_mode = WAL", "PRAGMA optimize",
        ]
        return changes.randomElement(using: &generator) ?? changes[0]
    }
}
