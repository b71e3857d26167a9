import DataLite

extension Migrator {
    static var contacts: Migrator {
        var migrator = Migrator()
        migrator.add(
            "create contacts",
            sql: "CREATE TABLE contacts(id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT)")
        migrator.add("split names") { db in
            try db.execute("ALTER TABLE contacts ADD COLUMN surname TEXT NOT NULL DEFAULT ''")
            for row in try db.rows("SELECT id, name FROM contacts") {
                let id = try row["id", as: Int.self]
                let words = try row["name", as: String.self].split(separator: " ", maxSplits: 1)
                let (name, surname) = (
                    String(words.first ?? ""), String(words.dropFirst().first ?? "")
                )
                try db.execute(
                    "UPDATE contacts SET name = \(name), surname = \(surname) WHERE id = \(id)")
            }
        }
        migrator.add(
            "require addresses",
            sql: """
                CREATE TABLE new_contacts(
                    id INTEGER PRIMARY KEY,
                    name TEXT NOT NULL,
                    surname TEXT NOT NULL,
                    email TEXT NOT NULL CHECK (email LIKE '%@%')
                ) STRICT;
                INSERT INTO new_contacts
                    SELECT id, name, surname, email FROM contacts WHERE email LIKE '%@%';
                DROP TABLE contacts;
                ALTER TABLE new_contacts RENAME TO contacts;
                """)
        return migrator
    }
}
