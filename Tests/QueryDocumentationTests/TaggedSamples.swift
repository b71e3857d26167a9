import DataLiteMacros
import Testing

/// Stands for the type of the same name in another package.
struct Tagged<Tag, RawValue: Sendable>: RawRepresentable, Sendable {
    var rawValue: RawValue
}

extension Tagged: Equatable where RawValue: Equatable {}
extension Tagged: Hashable where RawValue: Hashable {}

// sample: conformances
extension Tagged: SQLiteBindable where RawValue: SQLiteRepresentable {}
extension Tagged: RowDecodable where RawValue: SQLiteRepresentable {}
extension Tagged: RowRepresentable where RawValue: SQLiteRepresentable {}
extension Tagged: SQLiteRepresentable where RawValue: SQLiteRepresentable {}
// end

@Table("taggedShelves") private struct TaggedShelf: Identifiable {
    typealias ID = Tagged<Self, Int>

    let id: ID
    var name = ""
}

@Table private struct TaggedShelfBook: Identifiable {
    typealias ID = Tagged<Self, Int>

    let id: ID
    var shelfID: TaggedShelf.ID
}

@DatabaseCollation private func shortestFirst(_ a: String, _ b: String) -> CollationOrder {
    CollationOrder(
        a.count == b.count
            ? .orderedSame : a.count < b.count ? .orderedAscending : .orderedDescending)
}

extension DatabaseCollation {
    fileprivate static var shortestFirst: Self { $shortestFirst }
}

@Suite("Types of other packages in a table")
struct TaggedSamples {
    @Test("A tagged key is stored as its raw value")
    func tagged() throws {
        let db = try Connection(location: .inMemory)
        try TaggedShelf.createTable().execute(db)
        try TaggedShelfBook.createTable().execute(db)
        try TaggedShelf.insert { TaggedShelf(id: TaggedShelf.ID(rawValue: 3), name: "A") }.execute(
            db)
        try TaggedShelfBook.insert { TaggedShelfBook.Draft(shelfID: TaggedShelf.ID(rawValue: 3)) }
            .execute(db)
        let names = TaggedShelf.join(TaggedShelfBook.all) { $0.id.eq($1.shelfID) }
            .select { shelf, _ in shelf.name }
        #expect(try names.fetchAll(db) == ["A"])
        #expect(try TaggedShelf.find(TaggedShelf.ID(rawValue: 3)).fetchRequired(db).name == "A")
        #expect(try db.value("SELECT id FROM taggedShelves", as: Int.self) == 3)
    }

    @Test("A collation has a name that starts with a dot")
    func collation() throws {
        let db = try Connection(location: .inMemory)
        try TaggedShelf.createTable().execute(db)
        try TaggedShelf.insert {
            TaggedShelf.Draft(name: "aaa"); TaggedShelf.Draft(name: "b")
        }.execute(db)
        let names = TaggedShelf.order { $0.name.collate(.shortestFirst) }.select(\.name)
        #expect(try names.fetchAll(db) == ["b", "aaa"])
    }
}
