import DataLiteMacros
import Foundation
import Testing

@Table private struct Duty: Equatable, Identifiable {
    let id: Int
    var title = ""
    var helperID: Int?
    var rank: Rank?
    @Column(as: Date.ISO8601Representation?.self) var dueDate: Date?
}

private enum Rank: Int, QueryBindable { case low, high }

@Table private struct Aide: Equatable, Identifiable {
    let id: Int
    var name = ""
}

@Suite("A column that may be NULL")
struct OptionalAssignmentTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Duty.createTable().execute(db)
        try Aide.createTable().execute(db)
        try Duty.insert {
            Duty(id: 1, title: "a", helperID: 3)
            Duty(id: 2, title: "b", rank: .high)
        }.execute(db)
        try Aide.insert { Aide(id: 7, name: "x") }.execute(db)
    }

    @Test("It is set to the value of a query whose type is not optional")
    func queries() throws {
        let update = Duty.find(1).update { $0.helperID = Aide.select(\.id) }
        #expect(
            try update.sql().text == """
                UPDATE "duties" SET "helperID" = (SELECT "aides"."id" FROM "aides") \
                FROM (SELECT 1) WHERE "duties"."id" = ?
                """)
        #expect(try update.returning(\.helperID).fetchAll(db) == [7])
        let greatest = Duty.find(1).update { $0.helperID = Aide.select { $0.id.max() } }
        #expect(try greatest.returning(\.helperID).fetchAll(db) == [7])
        let count = Duty.find(1).update { $0.helperID = Aide.count() }
        #expect(try count.returning(\.helperID).fetchAll(db) == [1])
        let none = Duty.find(1).update { $0.helperID = Aide.none.select(\.id) }
        #expect(try none.returning(\.helperID).fetchAll(db) == [nil])
    }

    @Test("It is set to a CASE without ELSE")
    func cases() throws {
        let update = Duty.all.update { $0.helperID = Case().when($0.title == "a", then: 5) }
        #expect(
            try update.sql().text == """
                UPDATE "duties" SET "helperID" = CASE WHEN "duties"."title" = ? THEN ? END
                """)
        try update.execute(db)
        #expect(try Duty.order(by: \.id).select(\.helperID).fetchAll(db) == [5, nil])
        try Duty.all.update { $0.rank = Case($0.title).when("a", then: .low) }.execute(db)
        #expect(try Duty.order(by: \.id).select(\.rank).fetchAll(db) == [.low, nil])
        try Duty.all.update { $0.helperID = Case($0.title).when("a", then: $0.helperID) }
            .execute(db)
        #expect(try Duty.order(by: \.id).select(\.helperID).fetchAll(db) == [5, nil])
        let dates = Duty.find(1).update {
            $0.dueDate = Case().when($0.dueDate == nil, then: #sql("'2018-01-29 00:08:00.000'"))
        }
        let date = Date(timeIntervalSince1970: 1_517_184_480)
        #expect(try dates.returning(\.dueDate).fetchAll(db) == [date])
        #expect(try dates.returning(\.dueDate).fetchAll(db) == [nil])
    }
}
