// An array without `contentsOf:` is one row, so each of these is a warning. Rows, dictionaries and values are not.
import DataLiteDatabase

struct User: Codable {
    var name = ""
}

func insert(_ users: [User], _ row: SQLiteRow, _ db: any ConnectionProtocol) throws {
    // expected-warning@+1 {{an array is one row with the columns 0, 1, ...: add `contentsOf:`}}
    try db.insert(users, into: "users")
    // expected-warning@+1 {{an array is one row with the columns 0, 1, ...: add `contentsOf:`}}
    try db.insert(users, into: "users", or: .ignore)
    // expected-warning@+1 {{an array is one row with the columns 0, 1, ...: add `contentsOf:`}}
    try db.upsert(users, into: "users", onConflict: "name")
    try db.insert(contentsOf: users, into: "users")
    try db.insert(User(), into: "users")
    try db.insert(["name": "Ada"], into: "users")
    try db.insert(row, into: "users", or: .replace)
}
