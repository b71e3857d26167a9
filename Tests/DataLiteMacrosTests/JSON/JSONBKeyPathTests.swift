import DataLiteMacros
import Foundation
import Testing

@Table private struct Essay: Equatable, Identifiable {
    let id: Int
    @Column(as: Writer.JSONRepresentation.self) var writer: Writer
    @Column(as: [Int]?.JSONRepresentation.self) var pages: [Int]?
}

@Suite("JSON by key path in SQLite's binary form")
struct JSONBKeyPathTests {
    private let db: Connection
    private let rows = [
        Essay(id: 1, writer: Writer(name: "A", links: [Page()], tags: ["x"]), pages: [1]),
        Essay(id: 2, writer: Writer(name: "B")),
    ]

    init() throws {
        db = try Connection(location: .inMemory)
        try Essay.createTable().execute(db)
        try Essay.insert { rows }.execute(db)
    }

    @Test("Changes have the result of the functions that return text")
    func changes() throws {
        let query = Essay.order(by: \.id).select {
            (
                $0.writer.jsonbSet(\.name, "N").jsonbSet(\.score, 1.5),
                $0.writer.jsonbInsert(\.name, "N").jsonbReplace(\.isVerified, true),
                $0.writer.jsonbRemove(\.links[0]),
                $0.writer.jsonbAppend(\.tags, "y").jsonbAppend(\.links, Page(homepage: "p")),
                $0.writer.jsonbPatch(#"{"full_name":"P"}"#), $0.pages.jsonbAppend(2)
            )
        }
        guard Connection.libraryVersionNumber >= 3_045_000 else {
            return try expectRefusal(of: "jsonb_set") { _ = try query.fetchAll(db) }
        }
        let found = try query.fetchAll(db)
        #expect(found.map(\.0.name) == ["N", "N"] && found.map(\.0.score) == [1.5, 1.5])
        #expect(found.map(\.1.name) == ["A", "B"] && found.allSatisfy { $0.1.isVerified })
        #expect(found.map(\.2.links) == [[], []])
        #expect(found.map(\.3.tags) == [["x", "y"], ["y"]])
        #expect(found.map(\.3.links.last?.homepage) == ["p", "p"])
        #expect(found.map(\.4.name) == ["P", "P"])
        #expect(found.map(\.5) == [[1, 2], [2]])
    }

    @Test("A member is set to the value of an expression")
    func expressions() throws {
        let query = Essay.find(1).select {
            $0.writer.jsonbSet(\.name, $0.writer.jsonExtract(\.tags[0]) ?? "")
                .jsonbSet(\.score, $0.id.cast(as: Double.self))
        }
        guard Connection.libraryVersionNumber >= 3_045_000 else {
            return try expectRefusal(of: "jsonb_set") { _ = try query.fetchAll(db) }
        }
        let writer = try query.fetchOnly(db)
        #expect(writer.name == "x" && writer.score == 1)
    }

    @Test("Rows are objects and arrays in binary form")
    func objects() throws {
        let objects = Essay.order(by: \.id).select { $0.jsonbObject() }
        let arrays = Essay.leftJoin(Essay.all) { $0.id + 1 == $1.id }
            .group { essay, _ in essay.id }
            .select { ($1.jsonbGroupArray(), $1.jsonbObject(), $1.jsonbGroupArray().typeof()) }
        guard Connection.libraryVersionNumber >= 3_045_000 else {
            try expectRefusal(of: "jsonb") { _ = try objects.fetchAll(db) }
            return try expectRefusal(of: "jsonb_group_array") { _ = try arrays.fetchAll(db) }
        }
        #expect(try objects.fetchAll(db) == rows)
        let found = try arrays.fetchAll(db)
        #expect(found.map(\.0) == [[rows[1]], []])
        #expect(found.map(\.1) == [rows[1], nil])
        // SQLite returns the array of no rows as text.
        #expect(found.map(\.2) == ["blob", "text"])
    }

    @Test("A row is read from the binary form and from bytes of text")
    func reading() {
        let page = Page(homepage: "é\"", isOpen: nil)
        #expect(JSONRow<Page>(JSONBRepresentation(page).sqliteValue)?.value == page)
        #expect(JSONRows<Page>(JSONBRepresentation([page, page]).sqliteValue)?.value.count == 2)
        // These bytes of text would also be an array in binary form.
        #expect(JSONRow<Digit>(.blob(Data(#"{"a":10}"#.utf8)))?.value == Digit(a: 10))
        #expect(JSONRow<Page>(.blob(Data([0xFF, 0x00]))) == nil)
    }

    private func expectRefusal(of function: String, _ body: () throws -> Void) throws {
        let error = #expect(throws: SQLiteError.self) { try body() }
        #expect(
            error?.message.hasPrefix("the function \(function) requires SQLite 3.45.0") == true)
    }
}

@Selection private struct Digit: Codable, Equatable { var a = 0 }
