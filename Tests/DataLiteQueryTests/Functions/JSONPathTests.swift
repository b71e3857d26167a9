import Foundation
import Testing

@testable import DataLiteQuery

@Suite("A JSON path")
struct JSONPathTests {
    @Test(
        "A JSON path is written as SQLite reads it",
        arguments: [
            (JSONPath.root, "$"), ("$.a[0]", "$.a[0]"), (.root["a"], #"$."a""#),
            (.root["a"][0]["b.c"], #"$."a"[0]."b.c""#), (.root[-2], "$[#-2]"),
            (.root.end, "$[#]"), (.root["x"].end, #"$."x"[#]"#), (.root[""], #"$."""#),
            (.root["a\"b\\"], #"$."a\"b\\""#), (.root["\n\u{1}"], #"$."\n\u0001""#),
            (.root[Int.max], "$[2147483647]"), (.root[Int.min], "$[#-2147483647]"),
            (JSONPath("$.a")["b"][1], #"$.a."b"[1]"#),
        ])
    func text(_ path: JSONPath, _ text: String) {
        #expect(path.description == text)
    }

    /// Keys that have a meaning in a path, in JSON or in SQL.
    private static let hostileKeys = [
        "a.b", "a[0]", "[0]", "0", "-1", "#", "$", "$.a", "", " ", "'", "''", "é", "\u{1F600}",
        "a\"b", "\"", "\\", "a\\\"b", "x\"y.z[0]", "line\nbreak", "\t", "\u{1}", "%", "?", "?1",
        "'; DROP TABLE d; --", "\"]'", "null", "a\\u0041", "/",
    ]

    @Test("A JSON path finds the value of each key, and of no other", arguments: hostileKeys)
    func keys(key: String) throws {
        let db = try Document.connection()
        let object = Dictionary(
            uniqueKeysWithValues: Self.hostileKeys.enumerated().map { ($1, $0) })
        try db.execute(
            """
            UPDATE "d" SET "counts" = \(JSONRepresentation(object)), "text" = \
            \(JSONRepresentation([key: [[key: "found"]]]))
            """)
        let row = try #require(
            try Document.limit(1).select {
                (
                    $0.counts.json[key], $0.text.json[key][0][key], $0.text.json[key][0].jsonText(),
                    $0.text.json[key][0][key].jsonText(), $0.counts.json[key + "x"],
                    $0.counts.json[key].value(as: Int.self) + 0
                )
            }.fetchOne(db))
        #expect(row.0 == object[key])
        #expect(row.1 == "found")
        let nested = try JSONDecoder().decode([String: String].self, from: Data((row.2 ?? "").utf8))
        #expect(nested == [key: "found"])
        #expect(row.3 == "\"found\"")
        #expect(row.4 == nil)
        #expect(row.5 == object[key])
    }

    @Test("A JSON path changes the value of each key, or refuses the key", arguments: hostileKeys)
    func changes(key: String) throws {
        let db = try Document.connection()
        let query = Document.where { $0.id == 1 }.update {
            $0.counts = $0.counts.jsonSet((.root[key], 5), (.root["other"], 6))
        }
        let isEscaped = key.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || $0.value < 32 }
        guard !isEscaped || SQLiteLibrary.linked.unescapesKeysInPaths else {
            let error = #expect(throws: SQLiteError.self) { try query.execute(db) }
            #expect(
                error?.message == "a JSON path with a key that contains a quotation mark, a "
                    + "backslash or a control character requires a newer SQLite; the linked library is "
                    + Connection.libraryVersion)
            return
        }
        try query.execute(db)
        let document = try #require(try Document.where { $0.id == 1 }.fetchOne(db))
        #expect(document.counts == ["a.b": 7, "other": 6].merging([key: 5]) { $1 })
    }

    @Test("A JSON path with a key that an old library cannot find is a search for the key")
    func search() throws {
        let sql = try Document.select { $0.text.json["a"]["b\""][0] }.sql()
        if SQLiteLibrary.linked.unescapesKeysInPaths {
            #expect(sql.text == #"SELECT "d"."text" ->> ? FROM "d""#)
            #expect(sql.parameters == [.text(#"$."a"."b\""[0]"#)])
        } else {
            #expect(
                sql.text == """
                    SELECT (SELECT json_quote("json_key"."value") \
                    FROM json_each("d"."text", ?) AS "json_key" \
                    WHERE "json_key"."key" = ?) ->> ? FROM "d"
                    """)
            #expect(sql.parameters == [.text(#"$."a""#), .text("b\""), .text("$[0]")])
        }
    }

    @Test("A JSON path finds keys in the elements of a table", arguments: hostileKeys)
    func elements(key: String) throws {
        let db = try Document.connection()
        try db.execute("UPDATE \"d\" SET \"text\" = \(JSONRepresentation([[key: [key: 1]]]))")
        let row = try Document.limit(1).join { $0.text.jsonEach() }.select {
            ($1.value[key][key], $1.value[key].jsonText())
        }.fetchOne(db)
        #expect(row?.0 == 1)
        let text = try #require(row?.1)
        #expect(try JSONDecoder().decode([String: Int].self, from: Data(text.utf8)) == [key: 1])
    }

    @Test("A JSON path cannot contain a NUL character")
    func nul() {
        for path in [JSONPath.root["a\0b"], "$.a\0"] {
            let error = #expect(throws: SQLiteError.self) {
                try Document.select { $0.text.jsonExtract(path) }.sql()
            }
            #expect(error?.message == "a JSON path cannot contain a NUL character")
        }
        #expect(throws: SQLiteError.self) { try Document.select { $0.text.json["\0"] }.sql() }
    }

    @Test("A JSON path with an index that is too great finds nothing")
    func indexes() throws {
        let db = try Document.connection()
        let indexes = [Int.max, Int.min, 4_294_967_296, -4_294_967_297, 2, -3]
        for index in indexes {
            let element = Document.limit(1).select { $0.tags.json[index] == nil }
            #expect(try element.fetchOne(db) == true)
        }
        let element = Document.limit(1).select { $0.tags.json[-2] == "car" }
        #expect(try element.fetchOne(db) == true)
    }

    @Test("A JSON path that SQLite cannot read is an error")
    func malformed() throws {
        let db = try Document.connection()
        #expect(throws: SQLiteError.self) {
            try Document.select { $0.tags.jsonExtract("'; DROP TABLE d") }.fetchAll(db)
        }
        #expect(try Document.count().fetchOne(db) == 2)
    }
}
