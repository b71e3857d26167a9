import DataLite

@Table struct Contact: Identifiable {
    let id: Int
    var name: String
    var surname: String
    var email: String
}

let migrator = Migrator.contacts
let database = try Database.temporary()
try migrator.migrate(database, upTo: "create contacts")
try database.write { db in
    try db.execute("INSERT INTO contacts(name, email) VALUES ('Ada Lovelace', 'ada@example.com')")
    try db.execute("INSERT INTO contacts(name, email) VALUES ('Nobody', NULL)")
}

print("pending:", try migrator.pending(in: database))
try migrator.rehearse(database)
print("applied:", try migrator.migrate(database))
print("again:", try migrator.migrate(database))

for contact in try database.read({ db in try Contact.all.fetchAll(db) }) {
    print(contact.surname, contact.name, contact.email)
}

// A new file has the same schema as the old one.
let empty = try Database.temporary()
try migrator.migrate(empty)
let schema: SQL = "SELECT sql FROM sqlite_schema WHERE name = 'contacts'"
let isSame =
    try empty.read { db in try db.value(schema, as: String.self) }
    == database.read { db in try db.value(schema, as: String.self) }
print(isSame ? "old and new files are equal" : "old and new files differ")
