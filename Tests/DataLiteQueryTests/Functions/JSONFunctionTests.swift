import DataLiteQuery
import DataLiteTesting
import Foundation
import Testing

@Suite("A JSON function")
struct JSONFunctionTests {
    private static let elements = Form.list {
        Form(document: "\"tags\" ->> ? ['$[0]']", "'car' | NULL") { $0.tags.json[0] }
        Form(document: "\"tags\" ->> ? ['$[#-1]']", "'kids' | NULL") { $0.tags.json[-1] }
        Form(document: "\"counts\" ->> ? ['$.\"a.b\"']", "7 | NULL") { $0.counts.json["a.b"] }
        Form(document: "\"settings\" ->> ? ['$.\"title\"']", "'A' | NULL") {
            $0.settings.json["title"]
        }
        Form(document: "\"settings\" ->> ? ['$.\"isOn\"']", "1 | NULL") {
            $0.settings.json["isOn"].value(as: Bool.self)
        }
        Form(document: "\"settings\" ->> ? ['$.\"marks\"[0]']", "1.5 | NULL") {
            $0.settings.json["marks"][0].value(as: Double.self)
        }
        Form(document: "\"text\" ->> ? ['$[1].\"x\"[#-1]']", "3 | NULL") {
            $0.text.json[1]["x"][-1]
        }
        Form(document: "\"settings\" -> ? ['$.\"title\"']", "'\"A\"' | NULL") {
            $0.settings.json["title"].jsonText()
        }
        Form(document: "\"text\" -> ? ['$[1]']", "'{\"x\":[2,3]}' | NULL") {
            $0.text.json[1].jsonText()
        }
        Form(document: "\"settings\" ->> ? + ? ['$.\"size\"', 1]", "4 | NULL") {
            $0.settings.json["size"].value(as: Int.self) + 1
        }
        Form(document: "\"text\" ->> ? || ? ['$[0]', '!']", "'1!' | NULL") {
            $0.text.json[0].value(as: String.self) + "!"
        }
    }

    private static let conditions = Form.list {
        Form(document: "\"tags\" ->> ? IS ? ['$[0]', 'car']", "1 | 0") { $0.tags.json[0] == "car" }
        Form(document: "\"settings\" ->> ? > ? ['$.\"size\"', 2]", "1 | NULL") {
            ($0.settings.json["size"] > 2).optional()
        }
        Form(document: "\"settings\" ->> ? IS NULL ['$.\"marks\"[1]']", "1 | 1") {
            $0.settings.json["marks"][1] == nil
        }
        Form(document: "json_valid(\"tags\")", "1 | 1") { $0.tags.jsonValid() }
        Form(document: "? || (\"tags\" ->> ?) ['a ', '$[0]']", "'a car' | NULL") {
            SQLExpression<String>("a ") + $0.tags.json[0]
        }
    }

    private static let functions = Form.list {
        Form(document: "json_extract(\"tags\", ?) ['$[1]']", "'kids' | NULL") {
            $0.tags.jsonExtract("$[1]")
        }
        Form(
            document: "json_extract(\"text\", ?, ?) ['$[0]', '$[1].\"x\"']", "'[1,[2,3]]' | NULL"
        ) {
            $0.text.jsonExtract("$[0]", .root[1]["x"])
        }
        Form(document: "json_array_length(\"tags\")", "2 | 0") { $0.tags.jsonArrayLength() }
        Form(document: "json_array_length(\"text\", ?) ['$[1].x']", "2 | NULL") {
            $0.text.jsonArrayLength("$[1].x")
        }
        Form(document: "json_type(\"settings\")", "'object' | NULL") { $0.settings.jsonType() }
        Form(document: "json_type(\"settings\", ?) ['$.\"isOn\"']", "'true' | NULL") {
            $0.settings.jsonType(.root["isOn"])
        }
        Form(document: "json_quote(\"text\")", #"'"[1, {\"x\": [2, 3]}]"' | 'null'"#) {
            $0.text.jsonQuote()
        }
        Form(document: "json(\"text\")", "'[1,{\"x\":[2,3]}]' | NULL") { $0.text.jsonMinified() }
    }

    private static let changes = Form.list {
        Form(document: "json_insert(\"tags\", ?, ?) ['$[#]', 'new']", added) {
            $0.tags.jsonInsert((.root.end, "new"))
        }
        Form(document: "json_replace(\"tags\", ?, ?) ['$[1]', 'x']", "'[\"car\",\"x\"]' | '[]'") {
            $0.tags.jsonReplace(("$[1]", "x"))
        }
        Form(
            document: "json_set(\"counts\", ?, \"id\", ?, ?) ['$.\"n\"', '$.\"a.b\"', 1]",
            "'{\"a.b\":1,\"n\":1}' | '{\"n\":2,\"a.b\":1}'"
        ) {
            $0.counts.jsonSet((.root["n"], $0.id), (.root["a.b"], 1))
        }
        Form(document: "json_remove(\"tags\", ?, ?) ['$[#-1]', '$[0]']", "'[]' | '[]'") {
            $0.tags.jsonRemove(.root[-1], .root[0])
        }
        Form(
            document: "json_patch(\"counts\", json_object(?, ?, ?, ?)) ['c', 2, 'a.b', NULL]",
            "'{\"c\":2}' | '{\"c\":2}'"
        ) {
            $0.counts.jsonPatch(jsonObject(("c", 2), ("a.b", SQLExpression<Int?>(nil))))
        }
        Form(
            document: "json_set(\"text\", ?, json(\"tags\")) ['$[0]']",
            "'[[\"car\",\"kids\"],{\"x\":[2,3]}]' | NULL"
        ) {
            $0.text.jsonSet((.root[0], $0.tags))
        }
    }

    private static let added = "'[\"car\",\"kids\",\"new\"]' | '[\"new\"]'"

    private static let construction = Form.list {
        Form(
            document: "json_array(\"id\", \"text\" ->> ?, ?, ?, \(bool)) ['$[0]', 'x', 0.5, 1]",
            "'[1,1,\"x\",0.5,true]' | '[2,null,\"x\",0.5,true]'"
        ) {
            jsonArray($0.id, $0.text.json[0], "x", 0.5, true)
        }
        Form(
            document: "json_object(?, \"id\", ?, json(\"tags\")) ['n', 't']",
            "'{\"n\":1,\"t\":[\"car\",\"kids\"]}' | '{\"n\":2,\"t\":[]}'"
        ) {
            jsonObject(("n", $0.id), ("t", $0.tags))
        }
        Form(
            document: "json_array(json_array(?), CASE \"id\" = ? \(cases)) [1, 2]",
            "'[[1],false]' | '[[1],true]'"
        ) {
            jsonArray(jsonArray(1), $0.id == 2)
        }
        Form(document: "json_object()", "'{}' | '{}'") { _ in jsonObject() }
    }

    private static let cases = "WHEN TRUE THEN json('true') WHEN FALSE THEN json('false') END"
    private static let bool = "CASE ? \(cases)"

    @Test(
        "A JSON function has its SQL and result",
        arguments: elements + conditions + functions + changes + construction)
    func form(_ form: Form) throws {
        try form.check(on: Document.connection())
    }

    @Test("A JSON function returns elements with their types")
    func types() throws {
        let db = try Document.connection()
        let row = try #require(
            try Document.where { $0.id == 1 }.select {
                (
                    $0.tags.json[0], $0.counts.json["a.b"], $0.settings.json["title"],
                    $0.settings, $0.settings.json["isOn"].value(as: Bool.self)
                )
            }.fetchOne(db))
        let typed: (String?, Int?, SQLiteValue, Document.Settings?, Bool?) = row
        #expect(typed.0 == "car")
        #expect(typed.1 == 7)
        #expect(typed.2 == "A")
        #expect(typed.3?.marks == [1.5, nil])
        #expect(typed.4 == true)
        let error = #expect(throws: SQLiteError.self) {
            try Document.select { $0.settings.json["title"].value(as: Int.self) }.fetchAll(db)
        }
        #expect(error?.resultCode == .mismatch)
    }

    @Test("A JSON function makes arrays and objects of groups, which are decoded")
    func aggregates() throws {
        let db = try Product.connection()
        let query = Product.select {
            (
                $0.category.jsonGroupArray(distinct: true),
                $0.rating.jsonGroupArray(filter: $0.id != 3), $0.isActive.jsonGroupArray(),
                $0.name.jsonGroupObject($0.isActive, filter: $0.id == 3),
                $0.note.jsonGroupObject($0.id)
            )
        }
        let bool = "CASE \"p\".\"isActive\" \(Self.cases)"
        try assertQuery(
            query, on: db,
            sql: """
                SELECT json_group_array(DISTINCT "p"."category"), \
                json_group_array("p"."rating") FILTER (WHERE "p"."id" <> ?), \
                json_group_array(\(bool)), \
                json_group_object("p"."name", \(bool)) FILTER (WHERE "p"."id" = ?), \
                json_group_object("p"."note", "p"."id") FILTER (WHERE "p"."note" IS NOT NULL) \
                FROM "p"
                """,
            rows: #"""
                '["fruit","green"]' | '[4,null]' | '[true,false,true]' | '{"Kale":true}' | \#
                '{"50% off":1,"a_b\\c":3}'
                """#)
        let row: ([String], [Int?], [Bool], String, String)? = try query.fetchOne(db)
        #expect(row?.1 == [4, nil])
        #expect(row?.2 == [true, false, true])
    }

    @Test("A JSON function makes arrays of JSON columns and of values that are not scalars")
    func nestedAggregates() throws {
        let db = try Document.connection()
        let tags: [[[String]]] = try Document.select { $0.tags.jsonGroupArray() }.fetchAll(db)
        #expect(tags == [[["car", "kids"], []]])
        let moments = try Moment.connection()
        let dates: [[Date?]] = try Moment.select { $0.due.jsonGroupArray() }.fetchAll(moments)
        #expect(dates == [[Date(timeIntervalSince1970: 1_706_659_200), nil]])
    }

    @Test("A JSON function makes an array of the rows of a window")
    func windows() throws {
        let db = try Product.connection()
        let query = Product.window { Window("ids", orderBy: $0.id) }.select {
            (
                $0.rating.jsonGroupArray().over(orderBy: $0.id),
                $0.id.jsonGroupArray().over(Window(partitionBy: $0.category)),
                $0.isActive.jsonGroupArray().over("ids")
            )
        }
        let rows: [([Int?], [Int], [Bool])] = try query.fetchAll(db)
        #expect(rows.map(\.0) == [[4], [4, nil], [4, nil, 4]])
        #expect(rows.map(\.1) == [[1, 2], [1, 2], [3]])
        #expect(rows.last?.2 == [true, false, true])
    }

    @Test("A JSON function changes a column in an update")
    func updates() throws {
        let db = try Document.connection()
        try Document.where { $0.id == 1 }.update {
            $0.tags = $0.tags.jsonInsert((.root.end, "new")).jsonRemove(.root[0])
            $0.settings = $0.settings.jsonSet((.root["isOn"], false), (.root["title"], $0.text))
        }.execute(db)
        let document = try #require(try Document.where { $0.id == 1 }.fetchOne(db))
        #expect(document.tags == ["kids", "new"])
        #expect(document.settings?.isOn == false)
        #expect(document.settings?.title == document.text)
    }

    @Test("A JSON function reads JSON in a string of other JSON")
    func embedded() throws {
        let db = try Document.connection()
        try db.execute(#"UPDATE "d" SET "text" = '{"a":"{\"b\":[1,2]}","c":{"b":3}}'"#)
        let query = Document.limit(1).select {
            (
                $0.text.json["a"].value(as: String.self).json["b"][1],
                $0.text.json["a"].json["b"][0],
                $0.text.json["c"].json["b"], $0.text.json["a"]["b"]
            )
        }
        let parts = [
            #"("d"."text" ->> ?) ->> ?"#, #"("d"."text" ->> ?) ->> ?"#,
            #"("d"."text" ->> ?) ->> ?"#, #""d"."text" ->> ?"#,
        ]
        try assertQuery(
            query, on: db,
            sql: "SELECT \(parts.joined(separator: ", ")) FROM \"d\" LIMIT ?",
            rows: "2 | 1 | 3 | NULL")
    }

    @Test("A JSON function makes arrays of the JSON that other functions make")
    func nested() throws {
        let db = try Document.connection()
        let objects = Document.select { jsonObject(("id", $0.id)).jsonGroupArray() }
        #expect(try objects.fetchAll(db) == [#"[{"id":1},{"id":2}]"#])
        let arrays = Document.where { jsonArray($0.id) == "[1]" }.select {
            jsonArray($0.id).upper()
        }
        #expect(try arrays.fetchAll(db) == ["[1]"])
        let none = Document.limit(1).select { $0.text.json["none"].cast(as: Int.self) }
        let cast: [Int?] = try none.fetchAll(db)
        #expect(cast == [nil])
    }
}
