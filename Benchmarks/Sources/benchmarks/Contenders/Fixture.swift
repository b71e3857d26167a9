/// The tables that the scenarios read.
enum Fixture {
    /// Rows of (REAL, REAL, TEXT of 25 bytes, INTEGER).
    static func narrow(rows: Int) -> String {
        """
        CREATE TABLE narrow(id INTEGER PRIMARY KEY, x REAL, y REAL, text TEXT, number INTEGER);
        INSERT INTO narrow
        SELECT k, k * 0.5, k * 0.25, printf('text of a row %011d', k), k * 7
        FROM (\(numbers(rows)));
        """
    }

    /// Rows of 14 columns of all kinds, some of them NULL in every third row.
    static func wide(rows: Int) -> String {
        """
        CREATE TABLE wide(
            id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, c REAL, d REAL, e TEXT, f TEXT, g TEXT,
            h BLOB, i BLOB, j TEXT, k TEXT, l INTEGER, m INTEGER);
        INSERT INTO wide
        SELECT k, k * 3, iif(k % 3, k * 5, NULL), k * 0.5, iif(k % 3, k * 0.25, NULL),
            printf('the name of row %d', k), iif(k % 3, 'a remark of middling length', NULL),
            'short', zeroblob(16), iif(k % 3, zeroblob(8), NULL),
            strftime('%Y-%m-%d %H:%M:%f', 1e9 + k * 1000.125, 'unixepoch'),
            iif(k % 3, strftime('%Y-%m-%d %H:%M:%f', 1e9 + k * 10.5, 'unixepoch'), NULL),
            k % 2, k * 1000000007
        FROM (\(numbers(rows)));
        """
    }

    /// Lists with an equal number of reminders. The reminders of a list are far apart.
    static func lists(_ lists: Int, reminders: Int) -> String {
        """
        CREATE TABLE remindersLists(id INTEGER PRIMARY KEY, title TEXT NOT NULL);
        INSERT INTO remindersLists SELECT k, printf('the title of list %d', k)
        FROM (\(numbers(lists)));
        CREATE TABLE reminders(
            id INTEGER PRIMARY KEY,
            remindersListID INTEGER NOT NULL REFERENCES remindersLists(id),
            title TEXT NOT NULL, isCompleted INTEGER NOT NULL, minutes INTEGER NOT NULL);
        INSERT INTO reminders
        SELECT k, (k * 7919) % \(lists) + 1, printf('the title of reminder %d', k), k % 2, k % 60
        FROM (\(numbers(reminders)));
        CREATE INDEX remindersOfLists ON reminders(remindersListID);
        """
    }

    private static func numbers(_ count: Int) -> String {
        """
        WITH RECURSIVE numbers(k) AS (
            SELECT 1 UNION ALL SELECT k + 1 FROM numbers WHERE k < \(count)
        ) SELECT k FROM numbers
        """
    }
}
