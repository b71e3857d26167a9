import DataLiteMacros
import Testing

@Table("games") private struct Game: Hashable {
    let id: Int
    var name: String
}

@Table("maps") private struct Map: Hashable {
    let id: Int
    var gameID: Int
    var name: String
}

@Suite("A row of a join that is read by name")
struct JoinedRowTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Game.createTable().execute(db)
        try Map.createTable().execute(db)
        try Game(id: 1, name: "game").insert(db)
        try Map(id: 7, gameID: 1, name: "map").insert(db)
    }

    @Test("A table that would mix columns of one name of two tables is an error that names them")
    func mixture() throws {
        let sql: SQL = "SELECT * FROM games JOIN maps ON maps.gameID = games.id"
        let error = try #require(throws: SQLiteError.self) { try db.rows(sql, as: Map.self) }
        #expect(error.resultCode == .mismatch)
        #expect(error.message.hasPrefix(#"the statement returns several columns "id", "name""#))
        #expect(throws: SQLiteError.self) { try db.row(sql, as: Map.self) }
        let cursor = try db.cursor(sql, as: Map.self)
        #expect(throws: SQLiteError.self) { try cursor.next() }
        // The first columns are those of one table.
        #expect(try db.rows(sql, as: Game.self) == [Game(id: 1, name: "game")])
        #expect(
            try db.rows("SELECT maps.* FROM games JOIN maps", as: Map.self)
                == [Map(id: 7, gameID: 1, name: "map")])
    }
}
