import DataLiteMacros
import Foundation
import Testing

@Table struct Recording: Equatable, Identifiable {
    let id: Int
    var title = ""
    var artistID: Int?
    var plays = 0
}

@Table struct Take: Equatable {
    @Column(primaryKey: true) let key: TakeKey
    var title = ""
}

@Selection struct TakeKey: Equatable {
    let albumID: Int
    let number: Int
}

enum OtherRecording: TableAlias { typealias Table = Recording }

/// Forms that users of other libraries write.
@Suite("Forms of other libraries")
struct PeerFormTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Recording.createTable().execute(db)
        try Take.createTable().execute(db)
        try db.execute("CREATE UNIQUE INDEX titles ON recordings(title) WHERE plays > 0")
        try Recording.insert {
            Recording(id: 1, title: "A", artistID: 1, plays: 5)
            Recording(id: 2, title: "B", artistID: nil, plays: 3)
            Recording(id: 3, title: "C", artistID: 4, plays: 0)
        }.execute(db)
    }

    private func ids(_ query: Where<Recording>) throws -> [Int] {
        try query.select(\.id).fetchAll(db)
    }

    @Test("Methods compare optional and other columns, NULL equal to NULL")
    func mixedOptionals() throws {
        #expect(try ids(Recording.where { $0.artistID.eq($0.id) }) == [1])
        #expect(try ids(Recording.where { $0.id.eq($0.artistID) }) == [1])
        #expect(try ids(Recording.where { $0.artistID.neq($0.id) }) == [2, 3])
        #expect(try ids(Recording.where { $0.id.neq($0.artistID) }) == [2, 3])
        #expect(try ids(Recording.where { $0.artistID.is($0.id) }) == [1])
        #expect(try ids(Recording.where { $0.id.is($0.artistID) }) == [1])
        #expect(try ids(Recording.where { $0.artistID.isNot($0.id) }) == [2, 3])
        #expect(try ids(Recording.where { $0.id.isNot($0.artistID) }) == [2, 3])
    }

    @Test("map and flatMap transform a value, and keep NULL")
    func mapping() throws {
        let doubled = Recording.order(by: \.id).select { $0.artistID.map { $0 * 2 + 1 } }
        #expect(try doubled.fetchAll(db) == [3, nil, 9])
        let known = Recording.order(by: \.id).select {
            $0.artistID.map { _ in SQLExpression<Int>(7) }
        }
        #expect(try known.fetchAll(db) == [7, nil, 7])
        let equal = Recording.order(by: \.id).select { album in
            album.artistID.flatMap { $0.nullif(album.id) }
        }
        #expect(try equal.fetchAll(db) == [nil, nil, 4])
        let text = try equal.sql().text
        #expect(
            text == """
                SELECT CASE WHEN "recordings"."artistID" IS NOT NULL \
                THEN nullif("recordings"."artistID", "recordings"."id") ELSE ? END \
                FROM "recordings" ORDER BY "recordings"."id"
                """)
    }

    @Test("A query can be narrowed by keys after select, and by several keys")
    func find() throws {
        #expect(try Recording.select(\.title).find(2).fetchAll(db) == ["B"])
        #expect(try ids(Recording.find([1, 3, 9])) == [1, 3])
        #expect(try ids(Recording.find([])) == [])
        #expect(try ids(Recording.where { $0.plays > 3 }.find(Set([1, 3]))) == [1])
        let keys = [TakeKey(albumID: 1, number: 1), TakeKey(albumID: 1, number: 2)]
        try Take.insert {
            for key in keys { Take(key: key, title: "T\(key.number)") }
            Take(key: TakeKey(albumID: 2, number: 1))
        }.execute(db)
        #expect(try Take.find(keys).fetchAll(db).map(\.key) == keys)
        #expect(try Take.find(keys[1]).fetchOne(db)?.title == "T2")
    }

    @Test("fetchOnly returns the only row, and throws for none and for several")
    func only() throws {
        #expect(try Recording.find(1).fetchOnly(db).title == "A")
        let none = #expect(throws: SQLiteError.self) { try Recording.find(9).fetchOnly(db) }
        #expect(none?.resultCode == .notFound)
        let several = #expect(throws: SQLiteError.self) { try Recording.all.fetchOnly(db) }
        #expect(several?.resultCode == .constraint)
        #expect(several?.message == "the query returned more than one row")
    }

    @Test("offset skips rows with and without a limit")
    func offset() throws {
        #expect(try ids(Recording.order(by: \.id).offset(1)) == [2, 3])
        #expect(try ids(Recording.order(by: \.id).limit(1).offset(1)) == [2])
        #expect(try ids(Recording.order(by: \.id).offset(9)) == [])
    }

    @Test("reversed turns each term of an order, and NULLs to the other end")
    func reversed() throws {
        let order = Recording.order { ($0.artistID.desc(nulls: .last), $0.title) }
        #expect(try ids(order) == [3, 1, 2])
        #expect(try ids(order.reversed()) == [2, 1, 3])
        #expect(try ids(order.reversed().reversed()) == [3, 1, 2])
        #expect(try ids(Recording.order(by: \.artistID).reversed()) == [3, 1, 2])
        #expect(try Recording.all.reversed().sql().text == Recording.all.sql().text)
    }

    @Test("A table can be given another name directly")
    func alias() throws {
        let pairs = Recording.as(OtherRecording.self).join(Recording.all) { $0.artistID == $1.id }
        #expect(try pairs.select { ($0.id, $1.id) }.fetchAll(db).map(\.0) == [1])
    }

    @Test("Values of one row, of several rows, and of a single column")
    func values() throws {
        let row = try #require(try Values(1, "a", 2.5).fetchOne(db))
        #expect(row == (1, "a", 2.5))
        #expect(try Values(1).fetchAll(db) == [1])
        #expect(try Values([1, 2]).fetchAll(db) == [1, 2])
        #expect(try Values((1, "a"), (2, "b")).fetchAll(db).map(\.1) == ["a", "b"])
        #expect(try Values(1, SQLExpression(2) + 1).fetchOne(db)?.1 == 3)
    }

    @Test("A plus sign changes nothing")
    func plus() throws {
        #expect(try Recording.order(by: \.id).select { +$0.plays }.fetchAll(db) == [5, 3, 0])
    }

    @Test("A conflict in a partial index updates the existing row")
    func partialIndex() throws {
        let insert = Recording.insert {
            Recording.Draft(title: "A", plays: 1)
        }.onConflict {
            $0.title
        } where: {
            $0.plays > 0
        } doUpdate: {
            $0.plays += 10
        }
        try insert.execute(db)
        #expect(try Recording.find(1).fetchOne(db)?.plays == 15)
        try Recording.insert { Recording.Draft(title: "A", plays: 2) }
            .onConflict {
                $0.title
            } where: {
                $0.plays > 0
            } doUpdate: { existing, new in
                existing.plays = new.plays
            }.execute(db)
        #expect(try Recording.find(1).fetchOne(db)?.plays == 2)
        #expect(throws: SQLiteError.self) {
            try Recording.insert {
                Recording.Draft(title: "A", plays: 1)
            } onConflict: {
                $0.title
            } doUpdate: {
                $0.plays += 10
            }.execute(db)
        }
    }

    @Test("A conflict in any index updates the existing row")
    func anyIndex() throws {
        try Recording.insert {
            Recording(id: 2, title: "X")
        }.onConflictDoUpdate { existing, new in
            existing.title = new.title
        }.execute(db)
        #expect(try Recording.find(2).fetchOne(db)?.title == "X")
        try Recording.insert {
            Recording(id: 2, title: "Y")
        }.onConflictDoUpdate {
            $0.plays += 1
        } where: {
            $0.plays > 100
        }.execute(db)
        #expect(try Recording.find(2).fetchOne(db)?.plays == 3)
    }

    @Test("Inserts of some columns take a conflict clause")
    func columns() throws {
        try Recording.insert {
            ($0.id, $0.title)
        } values: {
            (1, "Z")
            (7, "New")
        }.onConflict {
            $0.id
        } doUpdate: { existing, new in
            existing.title = new.title
        }.execute(db)
        #expect(try Recording.find(1).fetchOne(db)?.title == "Z")
        #expect(try Recording.find(7).fetchOne(db)?.title == "New")
        try Recording.insert {
            ($0.id, $0.title)
        } select: {
            Recording.select { ($0.id, $0.title) }
        }.onConflict {
            $0.id
        } doUpdate: {
            $0.plays = 99
        }.execute(db)
        #expect(try Recording.where { $0.plays == 99 }.fetchCount(db) == 4)
    }
}
