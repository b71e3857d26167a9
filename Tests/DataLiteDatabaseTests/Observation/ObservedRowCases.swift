import Testing

@testable import DataLiteDatabase

extension ObservedRegionTests {
    /// Queries of one row by its rowid, and queries that resemble them.
    static let rowCases: [RegionCase] = [
        // Updates.
        RegionCase("SELECT name FROM people WHERE id = 1", "UPDATE people SET name = 'x'", true),
        RegionCase(
            "SELECT name FROM people WHERE id = 1", "UPDATE people SET name = 'x' WHERE id = 1",
            true),
        RegionCase(
            "SELECT name FROM people WHERE id = 1", "UPDATE people SET name = 'x' WHERE id = 2",
            false),
        RegionCase("SELECT name FROM people WHERE id = 1", "UPDATE people SET age = 99", false),
        RegionCase("SELECT count(*) FROM people WHERE id = 1", "UPDATE people SET age = 9", false),
        RegionCase(
            "SELECT name FROM people WHERE id = 1",
            "UPDATE people SET name = 'x' WHERE id = 2; UPDATE people SET age = 9 WHERE id = 2",
            false),
        // Inserted, deleted and moved rows.
        RegionCase("SELECT * FROM people WHERE id = 1", "DELETE FROM people", true),
        RegionCase("SELECT * FROM people WHERE id = 1", "DELETE FROM people WHERE id = 1", true),
        RegionCase("SELECT * FROM people WHERE id = 1", "DELETE FROM people WHERE id = 2", false),
        RegionCase("SELECT * FROM people WHERE id = 7", "INSERT INTO people(id) VALUES (7)", true),
        RegionCase("SELECT * FROM people WHERE id = 7", "INSERT INTO people(id) VALUES (8)", false),
        RegionCase(
            "SELECT * FROM people WHERE id = 2", "UPDATE people SET id = 7 WHERE id = 2", true),
        RegionCase(
            "SELECT * FROM people WHERE id = 7", "UPDATE people SET id = 7 WHERE id = 2", true),
        RegionCase(
            "SELECT * FROM people WHERE id = 1", "UPDATE people SET id = 7 WHERE id = 2", false),
        // Conflicts, foreign keys, triggers and savepoints.
        RegionCase("SELECT * FROM people WHERE id = 2", "REPLACE INTO people(id) VALUES (2)", true),
        RegionCase(
            "SELECT * FROM people WHERE id = 2", "REPLACE INTO people(id) VALUES (1)", false),
        RegionCase("SELECT * FROM tags WHERE id = 1", "REPLACE INTO tags VALUES (9, 'a')", true),
        RegionCase("SELECT * FROM tags WHERE id = 1", "REPLACE INTO tags VALUES (9, 'b')", false),
        RegionCase(
            "SELECT * FROM tags WHERE id = 1",
            "INSERT INTO tags VALUES (1, 'z') ON CONFLICT DO UPDATE SET label = 'z'", true),
        RegionCase("SELECT * FROM pets WHERE id = 1", "DELETE FROM people WHERE id = 1", true),
        RegionCase("SELECT * FROM pets WHERE id = 2", "DELETE FROM people WHERE id = 1", false),
        RegionCase("SELECT * FROM log WHERE rowid = 3", "DELETE FROM people WHERE id = 2", true),
        RegionCase("SELECT * FROM log WHERE rowid = 1", "DELETE FROM people WHERE id = 2", false),
        RegionCase(
            "SELECT * FROM people WHERE id = 1",
            "SAVEPOINT s; DELETE FROM people WHERE id = 2; ROLLBACK TO s; RELEASE s", false),
        // Many rows.
        RegionCase("SELECT * FROM people WHERE id = 1", insert(100), false),
        RegionCase("SELECT * FROM people WHERE id = 1", insert(ChangedRowIDs.limit + 1), true),
        // Other schemas, and the schema.
        RegionCase(
            "SELECT name FROM other.people WHERE rowid = 1",
            "DELETE FROM other.people WHERE rowid = 1", true),
        RegionCase(
            "SELECT name FROM other.people WHERE rowid = 1",
            "DELETE FROM other.people WHERE rowid = 2; DELETE FROM main.people", false),
        RegionCase("SELECT * FROM people WHERE id = 1", "CREATE TABLE other_table(x)", true),
        // Tables whose rows or columns are not distinguished.
        RegionCase("SELECT v FROM keyed WHERE k = 'a'", "INSERT INTO keyed VALUES ('b', 2)", true),
        RegionCase(
            "SELECT twice FROM computed WHERE rowid = 1", "UPDATE computed SET y = 2", true),
        RegionCase(
            "SELECT twice FROM computed WHERE rowid = 1", "INSERT INTO computed(x) VALUES (2)",
            false),
        // Several rows.
        RegionCase(
            "SELECT name FROM people WHERE id = 1 OR id = 2",
            "UPDATE people SET name = 'x' WHERE id = 2", true),
        RegionCase(
            "SELECT name FROM people WHERE id IN (1, 2)",
            "UPDATE people SET name = 'x' WHERE id = 2", true),
        RegionCase(
            "SELECT name FROM people WHERE id = '1'", "UPDATE people SET name = 'x' WHERE id = 1",
            true),
        RegionCase(
            "SELECT name FROM people WHERE id = coalesce(NULL, 2)",
            "UPDATE people SET name = 'x' WHERE id = 2", true),
        RegionCase(
            "SELECT people.name FROM people JOIN tags ON tags.id = people.id WHERE people.id = 1",
            "UPDATE tags SET label = 'x' WHERE id = 1", false),
        RegionCase(
            "SELECT people.name FROM people JOIN tags ON tags.id = people.id WHERE people.id = 1",
            "DELETE FROM tags WHERE id = 1", true),
    ]

    private static func insert(_ count: Int) -> String {
        """
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT \(count))
        INSERT INTO people(age) SELECT n FROM numbers
        """
    }
}
