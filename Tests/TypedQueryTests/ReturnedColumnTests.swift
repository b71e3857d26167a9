import DataLiteMacros
import Foundation
import Testing

@Table private struct Lighthouse: Equatable {
    var height: Double
    var visits: Int
    var any: SQLiteValue
}

@Table private enum Shape: Equatable {
    case circle(Double)
    case sides(Int)
}

@Table private struct Noon: Equatable {
    @Column(as: Date.JulianDayRepresentation.self, primaryKey: true) let day: Date
    var count = 0
}

// SQLite 3.40 returns the integers of a table whose first column is a REAL as REAL.
@Suite("Returned columns of a table that begins with a REAL")
struct ReturnedColumnTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Lighthouse.createTable().execute(db)
        try Shape.createTable().execute(db)
        try Noon.createTable().execute(db)
    }

    private let row = Lighthouse(height: 1, visits: 3, any: .int(9_007_199_254_740_993))

    @Test("Integers are returned as they are stored by an insert, an update and a delete")
    func integers() throws {
        let insert = Lighthouse.insert { row }
        #expect(try insert.returning(\.any).fetchAll(db) == [row.any])
        #expect(try insert.returning(\.self).fetchAll(db) == [row])
        let update = Lighthouse.all.update { $0.visits += 1 }
        #expect(try update.returning { ($0.visits, $0.height) }.fetchAll(db).map(\.0) == [4, 4])
        #expect(try Lighthouse.all.delete().returning(\.visits).fetchAll(db) == [4, 4])
    }

    @Test("An enum and a row with a key are returned")
    func rows() throws {
        #expect(try Shape.insert { Shape.sides(4) }.returning(\.self).fetchAll(db) == [.sides(4)])
        let noon = Noon(day: Date(timeIntervalSince1970: 43_200), count: 7)
        #expect(try Noon.insert { noon }.returning(\.self).fetchAll(db) == [noon])
        #expect(
            try Noon.insert { noon }.returning(\.count).sql().text == """
                INSERT INTO "noons" ("day", "count") VALUES (?, ?) RETURNING +"noons"."count"
                """)
    }
}
