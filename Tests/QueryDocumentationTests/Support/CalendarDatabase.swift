import DataLite

/// The database of the guides to dates and JSON.
enum CalendarDatabase {
    static func open() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            script: #"""
                CREATE TABLE events(
                    id INTEGER PRIMARY KEY, title TEXT NOT NULL, startsAt TEXT NOT NULL, endsAt TEXT);
                INSERT INTO events VALUES
                    (1, 'Concert', '2024-05-31 19:30:00.000', '2024-05-31 22:00:00.000'),
                    (2, 'Workshop', '2024-06-03 09:00:00.000', '2024-06-05 16:00:00.000'),
                    (3, 'Picnic', '2024-06-15 12:00:00.000', NULL);
                CREATE TABLE logEntries(id INTEGER PRIMARY KEY, time ANY NOT NULL) STRICT;
                INSERT INTO logEntries VALUES
                    (1, '2024-06-01 10:00:00.000'), (2, '2024-06-01T11:30:00+02:00'),
                    (3, 1717232400), (4, '2024-06-01');
                CREATE TABLE dinners(
                    id INTEGER PRIMARY KEY, title TEXT NOT NULL, tags TEXT NOT NULL,
                    details TEXT NOT NULL);
                INSERT INTO dinners VALUES
                    (1, 'Soup', '["quick","vegan"]',
                     '{"isVegan":true,"minutes":20,"steps":["Chop","Boil"]}'),
                    (2, 'Pie', '["party"]', '{"isVegan":false,"minutes":90,"steps":["Bake"]}'),
                    (3, 'Toast', '[]', '{"isVegan":true,"minutes":5,"steps":[]}');
                """#)
        return connection
    }
}
