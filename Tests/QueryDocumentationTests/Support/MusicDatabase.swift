import DataLite

/// The database of the guide to queries.
enum MusicDatabase {
    static func open() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            script: """
                CREATE TABLE artists(id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT);
                INSERT INTO artists VALUES
                    (1, 'Miles Davis', 'US'), (2, 'Joni Mitchell', 'CA'), (3, 'Fela Kuti', 'NG'),
                    (4, 'Anonymous', NULL);
                CREATE TABLE albums(
                    id INTEGER PRIMARY KEY, title TEXT NOT NULL, artistID INTEGER, year INTEGER,
                    price REAL NOT NULL, isFavorite INTEGER NOT NULL);
                INSERT INTO albums VALUES
                    (1, 'Kind of Blue', 1, 1959, 9.5, 1), (2, 'Bitches Brew', 1, 1970, 12.0, 0),
                    (3, 'Blue', 2, 1971, 8.0, 1), (4, 'Hejira', 2, 1976, 10.5, 0),
                    (5, 'Zombie', 3, 1977, 11.0, 0), (6, 'Live Tape', NULL, NULL, 3.0, 0);
                CREATE TABLE songs(
                    id INTEGER PRIMARY KEY, albumID INTEGER NOT NULL, title TEXT NOT NULL,
                    seconds INTEGER NOT NULL);
                INSERT INTO songs VALUES
                    (1, 1, 'So What', 562), (2, 1, 'Blue in Green', 337), (3, 3, 'River', 240),
                    (4, 3, 'California', 231), (5, 5, 'Zombie', 746);
                CREATE TABLE employees(
                    id INTEGER PRIMARY KEY, name TEXT NOT NULL, managerID INTEGER);
                INSERT INTO employees VALUES
                    (1, 'Grace', NULL), (2, 'Ada', 1), (3, 'Alan', 1), (4, 'Jean', 2);
                CREATE TABLE notes(id INTEGER PRIMARY KEY, text TEXT NOT NULL, isDeleted INTEGER);
                INSERT INTO notes VALUES (1, 'Buy strings', 0), (2, 'Old', 1);
                """)
        return connection
    }
}
