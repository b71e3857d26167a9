import DataLiteMacros
import DataLiteTestSupport
import Foundation
import Testing

@Suite("A generic table")
struct GenericTypeTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
    }

    @Test("A generic table has columns of its parameters' types")
    func tables() throws {
        #expect(Box<String, Wood>.tableDefinition.columns.list.map(\.name) == ["id", "content"])
        try Box<String, Wood>.createTable().execute(db)
        try Box<String, Wood>.insert {
            Box<String, Wood>.Draft(content: "screws")
            Box<String, Wood>.Draft(content: "nails")
        }.execute(db)
        let found = try Box<String, Wood>.where { $0.content.hasPrefix("n") }.fetchAll(db)
        #expect(found == [Box(id: 2, content: "nails")])
        try Box<String, Wood>.find(2).update { $0.content += "!" }.execute(db)
        #expect(try Box<String, Wood>.find(2).select(\.content).fetchOne(db) == "nails!")
        // A different row type for the same table, with a different column type.
        #expect(try Box<SQLiteValue, Wood>.find(1).fetchOne(db)?.content == .text("screws"))
    }

    @Test("Generic tables support joins, groups and generic selections")
    func selections() throws {
        try Box<Span<Int>, Wood>.createTable().execute(db)
        try Box<Span<Int>, Wood>.insert {
            Box<Span<Int>, Wood>(id: 1, content: Span(from: 1, to: 3))
            Box<Span<Int>, Wood>(id: 2, content: Span(from: 4, to: nil))
        }.execute(db)
        #expect(
            try Box<Span<Int>, Wood>.where { $0.content.from > 2 }.fetchAll(db).map(\.id) == [2])
        let spans = try Box<Span<Int>, Wood>.order(by: \.id).select {
            Span<Double>.Columns(
                from: $0.content.from.cast(as: Double.self), to: $0.content.to.cast(as: Double.self)
            )
        }.fetchAll(db)
        #expect(spans == [Span(from: 1, to: 3), Span(from: 4, to: nil)])
        let pairs = Box<Span<Int>, Wood>.leftJoin(Box<Span<Int>, Wood>.all) {
            $0.content.to < $1.content.from
        }
        let rows = try pairs.order { box, _ in box.id }.fetchAll(db)
        #expect(rows.map { $1?.content } == [Span(from: 4, to: nil), nil])
    }

    @Test("A generic parameter can be stored with a representation")
    func representation() throws {
        try Event<[Int]>.createTable().execute(db)
        try Event<[Int]>.insert { Event<[Int]>.Draft(payload: [1, 2]) }.execute(db)
        try Event<[String: String]>.insert { Event(id: 2, payload: ["a": "b"]) }.execute(db)
        #expect(try Event<[Int]>.find(1).fetchOne(db)?.payload == [1, 2])
        #expect(try Event<[String: String]>.find(2).fetchOne(db)?.payload == ["a": "b"])
        #expect(try Event<[Int]>.where { $0.payload == [1, 2] }.fetchCount(db) == 1)
        #expect(throws: SQLiteError.self) { try Event<[Int]>.all.fetchAll(db) }
    }

    @Test("A generic type can be an enum or the outer type of a table")
    func others() throws {
        try Shelf<Int>.Item.createTable().execute(db)
        try Shelf<Int>.Item.insert {
            Shelf<Int>.Item(id: 1, kind: .first(5))
            Shelf<Int>.Item(id: 2, kind: .second("x"))
        }.execute(db)
        let kinds = try Shelf<Int>.Item.order(by: \.id).select(\.kind).fetchAll(db)
        #expect(kinds == [.first(5), .second("x")])
        #expect(try Shelf<Int>.Item.where { $0.kind.second == "x" }.fetchCount(db) == 1)
    }

    @Test("A table can be in an extension of a generic type with arguments or conditions")
    func extensions() throws {
        try Shelf<Int>.Row.createTable().execute(db)
        try Shelf<Int>.Row.insert { Shelf<Int>.Row(id: 1) }.execute(db)
        #expect(try Shelf<Int>.Row.all.fetchAll(db).map(\.id) == [1])
        #expect(Shelf<String>.Column.tableDefinition.name == "columns")
    }

    @Test("Each specialized type has its own definition, created once across threads")
    func definitions() async {
        await withTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    _ = Box<Data, Wood>.tableDefinition
                    return ObjectIdentifier(Box<Data, Wood>.self)
                }
            }
        }
        #expect(
            Box<Int, Wood>.columnDefinitions.list[1].type
                == Box<Int?, Wood>.columnDefinitions.list[1].type)
        #expect(Box<Int, Wood>.columnDefinitions.list[1].isNullable == false)
        #expect(Box<Int?, Wood>.columnDefinitions.list[1].isNullable)
    }
}

/// A generic argument that is not a column.
private enum Wood {}

@Table("boxes")
private struct Box<Content: RowRepresentable & Hashable & Sendable, Material>: Hashable {
    let id: Int
    var content: Content
}

@Table("events") private struct Event<Payload: Codable & Sendable> {
    let id: Int
    @Column(as: JSONRepresentation<Payload>.self) var payload: Payload
}

@Selection private struct Span<Bound: SQLiteRepresentable & Hashable & Sendable>: Hashable {
    var from: Bound
    var to: Bound?
}

private enum Shelf<Number: SQLiteRepresentable & Hashable & Sendable>
where Number._Plain == Number {
    @Table("shelf_items") struct Item: Hashable {
        let id: Int
        var kind: Kind
    }

    @Selection enum Kind: Hashable {
        case first(Number)
        case second(String)
    }
}

extension Shelf where Number == Int {
    @Table struct Row { let id: Number }
}

extension Shelf<String> {
    @Table struct Column { let id: Int }
}
