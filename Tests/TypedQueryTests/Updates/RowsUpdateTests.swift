import DataLiteMacros
import Foundation
import Testing

@Suite("An update of many rows with one statement")
struct RowsUpdateTests {
    private let db: Connection
    private static let id = UUID(uuidString: "0A0B0C0D-0000-0000-0000-00000000000F")!

    init() throws {
        db = try Connection(location: .inMemory)
        try Track.createTable().execute(db)
        try Track.insert {
            (1...4).map {
                Track(id: $0, title: "t\($0)", length: nil, at: Date(timeIntervalSince1970: 0))
            }
        }.execute(db)
    }

    @Test("Rows are written by their keys in one statement with bound values")
    func rows() throws {
        let date = Date(timeIntervalSince1970: 1.5)
        let rows = [
            Track(id: 3, title: "it's", length: 1.5, at: date),
            Track(id: 1, title: "one", length: nil, at: date),
        ]
        let update = Track.update(rows)
        #expect(
            try update.sql().text == """
                UPDATE "tracks" SET "title" = "rows"."title", "length" = "rows"."length", \
                "at" = "rows"."at" FROM (SELECT "column1" AS "id", "column2" AS "title", \
                "column3" AS "length", "column4" AS "at" FROM (VALUES (?, ?, ?, ?), (?, ?, ?, ?))) \
                AS "rows" WHERE "tracks"."id" = "rows"."id"
                """)
        #expect(try update.sql().parameters.count == 8)
        #expect(try update.execute(db) == 2)
        #expect(try Track.find([1, 3]).order(by: \.id).fetchAll(db) == [rows[1], rows[0]])
        #expect(try Track.where { $0.at == date }.fetchCount(db) == 2)
        #expect(try Track.find(2).fetchOne(db)?.title == "t2")
    }

    @Test("A row with an unknown key is ignored and not counted, and the last of two rows is used")
    func keys() throws {
        let date = Date(timeIntervalSince1970: 0)
        let rows = [
            Track(id: 1, title: "first", length: nil, at: date),
            Track(id: 99, title: "unknown", length: nil, at: date),
            Track(id: 1, title: "last", length: nil, at: date),
        ]
        #expect(try Track.update(rows).execute(db) == 1)
        #expect(try Track.find(1).fetchOne(db)?.title == "last")
        #expect(try Track.all.fetchCount(db) == 4)
        #expect(try Track.update([Track]()).execute(db) == 0)
        #expect(try Track.update([Track]()).sql().text.isEmpty)
    }

    @Test("Conditions after the update keep the other rows")
    func filtered() throws {
        let date = Date(timeIntervalSince1970: 0)
        let rows = (1...3).map { Track(id: $0, title: "new", length: nil, at: date) }
        #expect(try Track.update(rows).where { $0.title == "t2" }.execute(db) == 1)
        #expect(try Track.update(rows).find(3).execute(db) == 1)
        let titles = try Track.order(by: \.id).select(\.title).fetchAll(db)
        #expect(titles == ["t1", "new", "new", "t4"])
    }

    @Test("A closure sets columns from the new row and the old one")
    func columns() throws {
        let date = Date(timeIntervalSince1970: 60)
        let rows = (1...3).map { Track(id: $0, title: "n\($0)", length: 2, at: date) }
        let update = Track.update(rows) {
            $0.title = $0.title + $1.title
            $0.at = $1.at
        }
        #expect(try update.returning(\.title).fetchAll(db).sorted() == ["t1n1", "t2n2", "t3n3"])
        #expect(try Track.where { $0.at == date }.fetchCount(db) == 3)
        #expect(try Track.where { $0.length.is(nil) }.fetchCount(db) == 4)
    }

    @Test("More values than a statement has parameters are written in one transaction")
    func manyRows() throws {
        let date = Date(timeIntervalSince1970: 0)
        let rows = (1...20_000).map { Track(id: $0, title: "a\($0)", length: nil, at: date) }
        try Track.all.delete().execute(db)
        try Track.insert { rows }.execute(db)
        let changed = rows.map { Track(id: $0.id, title: "b\($0.id)", length: 1, at: date) }
        #expect(try Track.update(changed).execute(db) == 20_000)
        #expect(
            try Track.where { $0.title.hasPrefix("b") && $0.length == 1 }.fetchCount(db) == 20_000)
        #expect(throws: SQLiteError.self) { try Track.update(changed).sql() }
        try Track.createIndex(on: \.title, unique: true).execute(db)
        var failing = rows
        failing[19_999].title = "a1"
        #expect(throws: SQLiteError.self) { try Track.update(failing).execute(db) }
        #expect(try Track.where { $0.title.hasPrefix("b") }.fetchCount(db) == 20_000)
    }

    @Test("A composite key and a key with a representation find their rows")
    func otherKeys() throws {
        try Seat.createTable().execute(db)
        let keys = [Seat.Key(row: 1, place: Self.id), Seat.Key(row: 2, place: Self.id)]
        try Seat.insert { keys.map { Seat(key: $0, name: "") } }.execute(db)
        #expect(try Seat.update([Seat(key: keys[1], name: "Ada")]).execute(db) == 1)
        #expect(try Seat.order(by: \.key.row).select(\.name).fetchAll(db) == ["", "Ada"])
        try Door.createTable().execute(db)
        try Door.insert { Door(id: Self.id, name: "a") }.execute(db)
        #expect(try Door.update([Door(id: Self.id, name: "b")]).execute(db) == 1)
        #expect(try Door.find(Self.id).fetchOne(db)?.name == "b")
    }
}

@Table private struct Track: Hashable {
    let id: Int
    var title: String
    var length: Double?
    @Column(as: Date.UnixMillisecondsRepresentation.self) var at: Date
}

@Table private struct Seat: Hashable {
    @Column(primaryKey: true) let key: Key
    var name: String

    @Selection struct Key: Hashable {
        let row: Int
        @Column(as: UUID.BytesRepresentation.self) let place: UUID
    }
}

@Table("rows", uuids: .blob) private struct Door: Hashable {
    let id: UUID
    var name: String
}
