import DataLiteMacros
import Foundation
import Testing

@Table private struct Essay: Equatable, Identifiable {
    let id: Int
    @Column(as: Writer.JSONRepresentation.self) var writer: Writer
    @Column(as: [Int]?.JSONRepresentation.self) var pages: [Int]?
}

@Table private struct Outline: Equatable, Identifiable {
    let id: Int
    @Column(as: [String].JSONBRepresentation.self) var names: [String] = []
    @Column(as: [Home].JSONBRepresentation.self) var rows: [Home] = []
    @Column(as: [String].JSONRepresentation?.self) var text: [String]?
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

    @Test("An element is inserted into an array by key path, with a library that can")
    func arrayInsert() throws {
        let text = Essay.find(1).select {
            $0.writer.jsonArrayInsert(\.tags[0], "w").jsonArrayInsert(
                \.links[0], Page(homepage: "p"))
        }
        let binary = Essay.find(1).select { $0.writer.jsonbArrayInsert(\.tags[0], $0.writer.name) }
        guard Connection.libraryVersionNumber >= 3_053_000 else {
            for query in [try? text.sql(), try? binary.sql()] { #expect(query == nil) }
            let error = #expect(throws: SQLiteError.self) { try text.fetchAll(db) }
            #expect(error?.message.contains("json_array_insert requires SQLite 3.53.0") == true)
            return
        }
        #expect(try text.fetchOne(db)?.tags == ["w", "x"])
        #expect(try text.fetchOne(db)?.links == [Page(homepage: "p"), Page()])
        #expect(try binary.fetchOne(db)?.tags == ["A", "x"])
    }

    @Test("A member of any type is extracted")
    func extraction() throws {
        let scalars = Essay.order(by: \.id).select {
            ($0.writer.jsonbExtract(\.name), $0.writer.jsonbExtract(\.score))
        }
        #expect(try scalars.fetchAll(db).map(\.0) == ["A", "B"])
        let values = Essay.order(by: \.id).select {
            ($0.writer.jsonbExtract(\.links[0]), $0.writer.jsonbExtract(\.tags))
        }
        guard Connection.libraryVersionNumber >= 3_045_000 else {
            return try expectRefusal(of: "jsonb_extract") { _ = try values.fetchAll(db) }
        }
        let found = try values.fetchAll(db)
        #expect(found.map(\.0) == [Page(), nil] && found.map(\.1) == [["x"], []])
    }

    @Test("The array of a subquery is assigned to a column in the binary form")
    func groupedArrays() throws {
        let update = Outline.all.update {
            $0.names = Essay.select { $0.writer.name.jsonGroupArray() }
            $0.rows = Essay.where { $0.id == 1 }.select { $0.writer.home.jsonGroupArray() }
        }
        let scalar = Outline.all.update {
            $0.names =
                Essay.select { $0.writer.name.jsonGroupArray() }
                .scalar(as: [String].JSONBRepresentation.self) ?? []
        }
        guard Connection.libraryVersionNumber >= 3_045_000 else {
            try expectRefusal(of: "jsonb") { try update.execute(db) }
            return try expectRefusal(of: "jsonb") { try scalar.execute(db) }
        }
        try Outline.createTable().execute(db)
        try Outline.insert { Outline(id: 1) }.execute(db)
        try update.execute(db)
        #expect(
            try Outline.all.fetchAll(db)
                == [Outline(id: 1, names: ["A", "B"], rows: [Home(city: "", zip: nil)])])
        let types = try db.requiredRow("SELECT typeof(names), typeof(rows) FROM outlines")
        #expect(Array(types.values) == [.text("blob"), .text("blob")])
        try Outline.all.update { $0.names = [] }.execute(db)
        try scalar.execute(db)
        #expect(try Outline.select(\.names).fetchAll(db) == [["A", "B"]])
        try Outline.all.update { $0.text = Outline.select(\.names) }.execute(db)
        let text = try db.requiredValue("SELECT text FROM outlines", as: String.self)
        #expect(text == #"["A","B"]"#)
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
