import DataLiteMacros
import Testing

@Table private struct Sticker: Equatable, Identifiable {
    let id: Int
    var text = ""
    @Column(as: [String: Int].JSONRepresentation.self) var sizes: [String: Int] = [:]
}

@Table @Selection private struct LongSticker: Equatable {
    let id: Int
    let text: String
}

@DatabaseFunction private func plusJoined(_ texts: some Sequence<String>) -> String {
    texts.joined(separator: "+")
}

@Suite("SQL text, views and calls as other libraries write them")
struct PeerRawSQLTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Sticker.createTable().execute(db)
        try Sticker.insert {
            Sticker(id: 1, text: "it's", sizes: ["x": 1])
            Sticker(id: 2, text: "b")
        }.execute(db)
    }

    @Test("A statement without rows is of the type Never or Void")
    func noRows() throws {
        try #sql("DELETE FROM stickers WHERE id = 1", as: Never.self).execute(db)
        try #sql("UPDATE stickers SET text = 'c'", as: Void.self).execute(db)
        #expect(try Sticker.select(\.text).fetchAll(db) == ["c"])
    }

    @Test("A quoted text is a name or a string")
    func quotes() throws {
        let query = #sql(
            """
            SELECT \(quote: "it's", delimiter: .text), \(quote: "te\"xt", delimiter: .text)
            FROM \(quote: "stickers", delimiter: .identifier)
            WHERE \(quote: "text") = \(quote: "it's", delimiter: .text)
            """, as: (String, String).self)
        #expect(
            try query.sql().text == """
                SELECT 'it''s', 'te"xt'
                FROM "stickers"
                WHERE "text" = 'it''s'
                """)
        #expect(try query.fetchRequired(db) == ("it's", "te\"xt"))
    }

    @Test("A change is a part of SQL text")
    func changes() throws {
        try #sql("\(Sticker.find(1).update { $0.text = "new" })", as: Void.self).execute(db)
        try #sql("\(Sticker.insert { Sticker(id: 3, text: "c") })").execute(db)
        #expect(try Sticker.order(by: \.id).select(\.text).fetchAll(db) == ["new", "b", "c"])
        let plan = #sql("EXPLAIN QUERY PLAN \(Sticker.find(1).delete())", as: Void.self)
        try plan.execute(db)
        #expect(try Sticker.fetchCount(db) == 3)
        #expect {
            try #sql("\(Sticker.find(1).update { _ in })", as: Void.self).execute(db)
        } throws: {
            ($0 as? SQLiteError)?.message == "the inserted change has nothing to do"
        }
    }

    @Test("A view takes ifNotExists first, and its rows may be SQL text")
    func views() throws {
        let view = LongSticker.createTemporaryView(
            as: Sticker.where { $0.text.length() > 1 }.select {
                LongSticker.Columns(id: $0.id, text: $0.text)
            }, ifNotExists: true)
        try view.execute(db)
        try view.execute(db)
        #expect(try LongSticker.all.fetchAll(db) == [LongSticker(id: 1, text: "it's")])
        try LongSticker.dropView().execute(db)
        try LongSticker.createView(
            as: #sql("SELECT id, text || '!' FROM stickers WHERE id = 2", as: LongSticker.self)
        ).execute(db)
        #expect(try LongSticker.all.fetchAll(db) == [LongSticker(id: 2, text: "b!")])
        try LongSticker.dropView().execute(db)
        try LongSticker.createTemporaryView(
            as: #sql("SELECT id, text FROM stickers WHERE id = \(1)", as: LongSticker.self),
            ifNotExists: true
        ).execute(db)
    }

    @Test("JSON is patched by a dictionary or text")
    func patches() throws {
        let query = Sticker.find(1).select {
            ($0.sizes.jsonPatch(["y": 2]), $0.sizes.jsonPatch(#"{"x":null}"#))
        }
        let (added, removed) = try query.fetchRequired(db)
        #expect(added == ["x": 1, "y": 2] && removed == [:])
        try Sticker.find(1).update { $0.sizes = $0.sizes.jsonPatch(["x": 7]) }.execute(db)
        #expect(try Sticker.find(1).select(\.sizes).fetchAll(db) == [["x": 7]])
    }

    @Test("The call of an aggregate of the program has an order")
    func orderedAggregate() throws {
        let query = Sticker.select { $plusJoined($0.text, order: $0.id.desc(), filter: $0.id > 0) }
        guard Connection.libraryVersionNumber >= 3_044_000 else {
            #expect { try query.fetchAll(db) } throws: {
                ($0 as? SQLiteError)?.message.hasPrefix("ORDER BY in an aggregate") == true
            }
            return
        }
        let text = try query.sql().text
        #expect(text.contains(#"("stickers"."text" ORDER BY "stickers"."id" DESC) FILTER"#))
        #expect(try query.fetchAll(db) == ["b+it's"])
    }
}
