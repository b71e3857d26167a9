import DataLite
import DataLiteAltering
import Foundation

let path = CommandLine.arguments.dropFirst().first ?? "players.sqlite"
try writeOldFile(path: path)

let database = try Database(path: path)
print("adopted:", try Migrator.players.adopt(database))
print("applied:", try Migrator.players.migrate(database))

let id = UUID(uuidString: "01020304-0506-0708-090A-0B0C0D0E0F10")!
let player = try database.read { db in try Player.find(id).fetchOne(db) }
print(player?.name ?? "not found")

let newPlayer = Player(id: UUID(), name: "Lin", createdAt: Date())
try database.write { db in
    try Player.insert { newPlayer }.execute(db)
    try Player.find(id).update { $0.name = "Ada Lovelace" }.execute(db)
}
let players = try database.read { db in try Player.order(by: \.name).fetchAll(db) }
print(players.map(\.name))
print(
    try database.read { db in
        try db.rows("SELECT DISTINCT typeof(id), length(id), length(createdAt) FROM player")
    })
