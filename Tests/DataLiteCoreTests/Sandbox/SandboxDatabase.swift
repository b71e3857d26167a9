import DataLiteCore

extension Connection {
    /// Tables, a view and a trigger, some of which SQL must not read or fire.
    static func withSecrets() throws -> Connection {
        let connection = try Connection.inMemory()
        try connection.execute(
            script: """
                CREATE TABLE albums(id INTEGER PRIMARY KEY, title TEXT, secret TEXT);
                INSERT INTO albums VALUES (1, 'Debut', 's1'), (2, 'Post', 's2');
                CREATE TABLE secrets(x);
                INSERT INTO secrets VALUES (42);
                CREATE VIEW titles AS SELECT title FROM albums;
                CREATE TABLE log(x);
                CREATE TRIGGER added AFTER INSERT ON albums BEGIN INSERT INTO log VALUES (new.id); END;
                """)
        return connection
    }
}
