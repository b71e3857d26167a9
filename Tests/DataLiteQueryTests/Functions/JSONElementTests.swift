import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("The elements of JSON")
struct JSONElementTests {
    private enum Other: TableAlias { typealias Table = Document }

    private let db: Connection

    init() throws { db = try Document.connection() }

    @Test("JSON elements are a table in a subquery")
    func exists() throws {
        try assertQuery(
            Document.where { $0.tags.jsonEach().where { $0.value == "car" }.exists() }
                .select(\.id),
            on: db,
            sql: """
                SELECT "d"."id" FROM "d" WHERE EXISTS (SELECT "json_each"."key", \
                "json_each"."value", "json_each"."type", "json_each"."id", \
                "json_each"."fullkey", "json_each"."path" \
                FROM json_each("d"."tags") AS "json_each" WHERE "json_each"."value" = ?)
                """,
            rows: "1")
        let lengths = Document.order(by: \.id).select { $0.text.jsonTree().count().scalar() }
        #expect(try lengths.fetchAll(db) == [6, 0])
    }

    @Test("JSON elements are joined with their row")
    func join() throws {
        try assertQuery(
            Document.join { $0.tags.jsonEach() }.order { ($0.id, $1.key.desc()) }
                .select { ($0.id, $1.key, $1.value, $1.type, $1.path) },
            on: db,
            sql: """
                SELECT "d"."id", "json_each"."key", "json_each"."value", "json_each"."type", \
                "json_each"."path" FROM "d" JOIN json_each("d"."tags") AS "json_each" \
                ORDER BY "d"."id", "json_each"."key" DESC
                """,
            rows: """
                1 | 1 | 'kids' | 'text' | '$'
                1 | 0 | 'car' | 'text' | '$'
                """)
        let rows = try Document.join { $0.tags.jsonEach().where { $0.value == "kids" } }
            .fetchAll(db)
        #expect(rows.map(\.0.id) == [1])
        #expect(rows.map(\.1.value) == ["kids"])
    }

    @Test("Missing JSON elements are NULL in a left join")
    func leftJoin() throws {
        try assertQuery(
            Document.leftJoin { $0.tags.jsonEach() }.order { ($0.id, $1.key) }
                .select { ($0.id, $1.value) },
            on: db,
            sql: """
                SELECT "d"."id", "json_each"."value" FROM "d" \
                LEFT JOIN json_each("d"."tags") AS "json_each" \
                ORDER BY "d"."id", "json_each"."key"
                """,
            rows: "1 | 'car'\n1 | 'kids'\n2 | NULL")
        let rows = try Document.leftJoin { $0.tags.jsonEach() }.where { document, _ in
            document.id == 2
        }.fetchAll(db)
        #expect(rows.count == 1)
        #expect(rows.first?.1 == nil)
    }

    @Test("JSON elements at a path and at any depth are joined")
    func tree() throws {
        try assertQuery(
            Document.join { $0.text.jsonTree(.root[1]["x"]) }.where { $1.atom != nil }
                .select { ($1.type, $1.atom) },
            on: db,
            sql: """
                SELECT "json_tree"."type", "json_tree"."atom" FROM "d" \
                JOIN json_tree("d"."text", ?) AS "json_tree" WHERE "json_tree"."atom" IS NOT NULL
                """,
            rows: "'integer' | 2\n'integer' | 3")
        let values = try Document.join { $0.settings.jsonEach(.root["marks"]) }
            .select { $1.value }.fetchAll(db)
        #expect(values == [1.5, .null])
    }

    @Test("JSON elements of one table are joined with JSON elements of another")
    func several() throws {
        try assertQuery(
            Document.join { $0.tags.jsonEach() }.join { document, _ in document.text.jsonTree() }
                .where { $2.type == "integer" && $1.value == "car" }
                .select { ($0.id, $1.value, $2.value) },
            on: db,
            sql: """
                SELECT "d"."id", "json_each"."value", "json_tree"."value" FROM "d" \
                JOIN json_each("d"."tags") AS "json_each" \
                JOIN json_tree("d"."text") AS "json_tree" \
                WHERE "json_tree"."type" = ? AND "json_each"."value" = ?
                """,
            rows: "1 | 'car' | 1\n1 | 'car' | 2\n1 | 'car' | 3")
        let twice = Document.join { $0.tags.jsonEach() }
            .leftJoin { document, _ in document.settings.jsonTree() }
        #expect(try twice.fetchCount(db) == 14)
        let thrice = Document.join(Document.all.as(Other.self)) { $0.id == $1.id }
            .join { document, _ in document.tags.jsonEach() }
            .leftJoin { _, other, _ in other.settings.jsonTree() }
        #expect(try thrice.fetchCount(db) == 14)
    }

    enum Tag: TableAlias { typealias Table = JSONElement }

    @Test("JSON elements of elements are a separate table, at any depth")
    func nested() throws {
        try db.execute("UPDATE \"d\" SET \"text\" = '[[1, [5]], [0]]' WHERE \"id\" = 1")
        let rows = Document.join { $0.text.jsonEach() }
        let same = rows.where { _, outer in
            outer.value.jsonEach().where {
                $0.value.value(as: Int.self) == outer.key.value(as: Int.self) + 1
            }
            .exists()
        }
        try assertQuery(
            same.select { $1.key }, on: db,
            sql: """
                SELECT "json_each"."key" FROM "d" JOIN json_each("d"."text") AS "json_each" \
                WHERE EXISTS (SELECT "json_each_json_each"."key", "json_each_json_each"."value", \
                "json_each_json_each"."type", "json_each_json_each"."atom", \
                "json_each_json_each"."id", "json_each_json_each"."parent", \
                "json_each_json_each"."fullkey", "json_each_json_each"."path" \
                FROM json_each("json_each"."value") AS "json_each_json_each" \
                WHERE "json_each_json_each"."value" IS "json_each"."key" + ?)
                """,
            rows: "0")
        let deep = rows.join { _, outer in outer.value[1].jsonTree() }.select { $2.atom }
        #expect(try deep.fetchAll(db) == [.null, 5])
        let tags = Document.join { $0.tags.jsonEach() }
            .join { document, _ in document.tags.jsonEach().as(Tag.self) }
        let pairs = tags.where { $1.key < $2.key.value(as: Int.self) }
            .select { ($1.value, $2.value) }
        let pair = try #require(try pairs.fetchOne(db))
        #expect(pair.0 == "car")
        #expect(pair.1 == "kids")
    }

    @Test("JSON elements of a value are a separate query")
    func value() throws {
        let query = SQLExpression<String>("[3, 1, 2]").jsonEach().order(by: \.value).select(\.value)
        try assertQuery(
            query, on: db,
            sql: """
                SELECT "json_each"."value" FROM json_each(?) AS "json_each" \
                ORDER BY "json_each"."value"
                """,
            rows: "1\n2\n3")
        let ids = SQLExpression<String>("[3, 1, 2]").jsonEach().select {
            $0.value.value(as: Int.self)
        }
        #expect(try Document.where { $0.id.optional().in(ids) }.fetchCount(db) == 2)
    }

    @Test("A query of JSON elements runs on a mock")
    func mock() throws {
        let mock = MockConnection()
        mock.expectQuery(
            """
            SELECT "json_each"."value" FROM "d" JOIN json_each("d"."tags") AS "json_each" \
            WHERE "json_each"."value" > ?
            """
        ).with("a").returning(.row(["value": "car"]))
        let values = try Document.join { $0.tags.jsonEach() }.where { $1.value > "a" }
            .select { $1.value }.fetchAll(mock)
        #expect(values == ["car"])
        mock.verify()
    }
}
