import DataLiteMacros
import Foundation
import Testing

@Table struct Pebble: Equatable, Identifiable {
    let id: Int
    var name = ""
}

@Table struct Seal: Equatable, Identifiable {
    @Column(as: UUID.BytesRepresentation.self) let id: UUID
    var name = ""
}

@Table struct Mooring: Equatable {
    @Column(primaryKey: true) let key: MooringKey
    var name = ""
}

@Selection struct MooringKey: Equatable {
    let pier: Int
    let number: Int
}

@Suite("Code that is generic over tables with a primary key")
struct GenericKeyTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
    }

    private func rows<T: PrimaryKeyedTable>(_: T.Type) throws -> [T] where T.PrimaryKey == Int {
        try T.where { $0.primaryKey.in([1, 2]) }.order(by: \.primaryKey).fetchAll(db)
    }

    private func keys<T: PrimaryKeyedTable>(_: T.Type, _ keys: [T.PrimaryKey]) throws -> [T] {
        try T.where { $0.primaryKey.in(keys) }.order { $0.primaryKey.desc() }.fetchAll(db)
    }

    private func row<T: PrimaryKeyedTable>(_: T.Type, _ key: T.PrimaryKey) throws -> T? {
        let other = try T.where { $0.primaryKey.eq(key) }.fetchCount(db)
        return other == 1 ? try T.find(key).fetchOne(db) : nil
    }

    private func delete<T: PrimaryKeyedTable>(_: T.Type, _ keys: [T.PrimaryKey]) throws -> Int {
        try T.find(keys).delete().execute(db)
    }

    private func first<T: PrimaryKeyedTable<Int>>(_: T.Type) throws -> T? {
        try T.find(1).fetchOne(db)
    }

    /// The checks for a table with three rows.
    private func check<T: PrimaryKeyedTable & Equatable>(_ rows: [T]) throws {
        try T.createTable().execute(db)
        try T.insert { rows }.execute(db)
        let all = rows.map(\.primaryKey)
        #expect(try keys(T.self, [all[0], all[2]]) == [rows[2], rows[0]])
        #expect(try keys(T.self, []) == [])
        #expect(try row(T.self, all[1]) == rows[1])
        #expect(try T.find(all).select { $0.primaryKey }.fetchCount(db) == 3)
        #expect(try T.where { $0.primaryKey.in(T.select(\.primaryKey)) }.fetchCount(db) == 3)
        #expect(try delete(T.self, [all[0], all[1]]) == 2)
        #expect(try T.delete().find([all[2]]).execute(db) == 1)
        #expect(try T.count().fetchOne(db) == 0)
    }

    @Test("An integer key")
    func integers() throws {
        let pebbles = (1...3).map { Pebble(id: $0, name: "p\($0)") }
        try Pebble.createTable(ifNotExists: true).execute(db)
        try Pebble.insert { pebbles }.execute(db)
        #expect(try rows(Pebble.self) == Array(pebbles[..<2]))
        #expect(try first(Pebble.self) == pebbles[0])
        #expect(
            try Pebble.update { $0.name = "x" }.find([1, 3]).returning(\.id).fetchAll(db) == [1, 3])
        try Pebble.dropTable().execute(db)
        try check(pebbles)
    }

    @Test("A key with a representation, and a composite key")
    func otherKeys() throws {
        try check(
            (1...3).map {
                Seal(id: UUID(uuidString: "0A0B0C0D-0000-4000-8000-00000000000\($0)")!)
            })
        try check((1...3).map { Mooring(key: MooringKey(pier: $0, number: 1), name: "b\($0)") })
    }
}
