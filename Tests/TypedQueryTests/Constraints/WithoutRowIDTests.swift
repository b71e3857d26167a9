import DataLiteMacros
import Foundation
import Testing

/// A table without a rowid, with a key of one column.
@Table struct Harbour: Equatable, Identifiable {
    @Column(as: UUID.BytesRepresentation.self) let id: UUID
    var name = ""
    @Column(as: UUID.BytesRepresentation?.self) var parentID: UUID?

    static var constraints: [TableConstraint<Harbour>] { [.withoutRowID] }
}

@Table private struct Pier {
    @Column(primaryKey: true) let name: String
    var length = 0

    static var constraints: [TableConstraint<Pier>] { [.withoutRowID] }
}

@Suite("A table without a rowid")
struct WithoutRowIDTests {
    private let db: Connection
    private let rows = (1...4).map { number in
        Harbour(
            id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number))),
            name: "h\(number)")
    }

    init() throws {
        db = try Connection(location: .inMemory)
        try Harbour.createTable().execute(db)
        try Cabin.createTable().execute(db)
        try Harbour.insert { rows }.execute(db)
    }

    @Test("Rows are found, counted, updated and deleted by their key")
    func rowsByKey() throws {
        #expect(try Harbour.find(rows[1].id).fetchOne(db) == rows[1])
        #expect(try Harbour.find([rows[0].id, rows[2].id]).fetchAll(db) == [rows[0], rows[2]])
        #expect(try Harbour.all.fetchCount(db) == 4)
        try Harbour.find(rows[1].id).update { $0.name = "new" }.execute(db)
        var changed = rows[2]
        changed.name = "other"
        try Harbour.update(changed).execute(db)
        try Harbour.update([rows[0], changed]).execute(db)
        try Harbour.delete(rows[3]).execute(db)
        #expect(
            try Harbour.order(by: \.id).select(\.name).fetchAll(db) == ["h1", "new", "other"])
    }

    @Test("Changes with an order and a limit return rows")
    func returning() throws {
        let row = Harbour(id: UUID(), name: "x")
        #expect(try Harbour.insert { row }.returning(\.self).fetchAll(db) == [row])
        #expect(try Harbour.upsert { row }.returning(\.id).fetchAll(db) == [row.id])
        let updated = try Harbour.order { $0.name.desc() }.limit(2)
            .update { $0.name = $0.name + "!" }.returning(\.name).fetchAll(db)
        #expect(updated.sorted() == ["h4!", "x!"])
        let deleted = try Harbour.order(by: \.name).limit(1).delete().returning(\.name).fetchAll(db)
        #expect(deleted == ["h1"])
    }

    @Test("Rows of the outer side of a join are counted by their key")
    func outerCount() throws {
        let pairs = Harbour.leftJoin(Harbour.self.as(Parent.self)) { $0.parentID == $1.id }
        #expect(try pairs.select { $1.count() }.fetchAll(db) == [0])
        #expect(try pairs.fetchCount(db) == 4)
        let cabins = Harbour.leftJoin(Cabin.self) { _, cabin in cabin.key.deck == 1 }
        #expect(try cabins.select { $1.count() }.fetchAll(db) == [0])
    }

    enum Parent: TableAlias { typealias Table = Harbour }

    @Test("A draft needs a value for a key without a default, but not for a UUID")
    func drafts() throws {
        try Harbour.insert { Harbour.Draft(name: "x") }.execute(db)
        try Harbour.insert { Harbour.Draft(id: UUID(), name: "x") }.execute(db)
        #expect(try Set(Harbour.where { $0.name == "x" }.select(\.id).fetchAll(db)).count == 2)
        try Pier.createTable().execute(db)
        let error = #expect(throws: SQLiteError.self) {
            try Pier.insert { Pier.Draft(length: 1) }.execute(db)
        }
        #expect(error?.message.contains("NOT NULL constraint failed: piers.name") == true)
    }

    @Test("There is no rowid")
    func rowID() throws {
        #expect(throws: SQLiteError.self) { try Harbour.all.select(\.rowid).fetchAll(db) }
        #expect(try Harbour.differences(in: db) == [])
    }
}
