import DataLiteClauses
import DataLiteQuery
import DataLiteTesting
import Testing

@Suite("A query on a mock")
struct MockQueryTests {
    /// A kind of query: the text and the parameters that a mock expects, the row that it returns, and the result of the
    /// query.
    struct Family: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sql: String
        let parameters: [SQLiteValue]
        let row: SQLiteRow
        let result: String
        let fetch: @Sendable (any ConnectionProtocol) throws -> String

        init<Q: Query & Sendable>(
            _ name: String, _ sql: String, _ parameters: [SQLiteValue] = [], returns row: SQLiteRow,
            as result: String, _ query: @escaping @Sendable () -> Q
        ) {
            testDescription = name
            self.sql = sql
            self.parameters = parameters
            self.row = row
            self.result = result
            fetch = { db in try query().fetchAll(db).map { "\($0)" }.joined() }
        }
    }

    private static let selects: [Family] = [
        Family(
            "select",
            """
            SELECT "names"."id", upper("names"."name") FROM "names" WHERE "names"."name" IS ? \
            ORDER BY "names"."id" DESC LIMIT ? OFFSET ?
            """, ["a", 2, 1], returns: ["id": 7, "name": "A"], as: #"(7, Optional("A"))"#
        ) {
            Label.where { $0.name == "a" }.order { $0.id.desc() }.limit(2, offset: 1)
                .select { ($0.id, $0.name.upper()) }
        },
        Family(
            "find",
            #"SELECT "names"."id", "names"."name" FROM "names" WHERE "names"."id" = ?"#, [7],
            returns: ["id": 7, "name": .null], as: "Label(id: 7, name: nil)"
        ) { Label.find(7) },
        Family(
            "list",
            """
            SELECT "names"."id" FROM "names" WHERE "names"."id" IN \
            (SELECT "value" FROM json_each(?))
            """, ["[1,2,3]"], returns: ["id": 3], as: "3"
        ) { Label.where { $0.id.in([1, 2, 3]) }.select(\.id) },
        Family(
            "subquery",
            """
            SELECT "names"."id" FROM "names" WHERE "names"."id" IN (SELECT \
            "reminderTags"."tagID" FROM "reminderTags" WHERE "reminderTags"."reminderID" = ?)
            """, [4], returns: ["id": 3], as: "3"
        ) {
            Label.where { $0.id.in(ReminderTag.where { $0.reminderID == 4 }.select(\.tagID)) }
                .select(\.id)
        },
        Family(
            "join",
            """
            SELECT "names"."name", "reminderTags"."tagID" FROM "names" LEFT JOIN "reminderTags" \
            ON "names"."id" IS "reminderTags"."tagID" AND "reminderTags"."reminderID" > ? \
            WHERE "names"."id" < ?
            """, [5, 9], returns: ["name": "a", "tagID": .null], as: #"(Optional("a"), nil)"#
        ) {
            Label.leftJoin(ReminderTag.where { $0.reminderID > 5 }) { $0.id == $1.tagID }
                .where { label, _ in label.id < 9 }.select { ($0.name, $1.tagID) }
        },
        Family(
            "group",
            """
            SELECT "reminderTags"."tagID", count("reminderTags"."reminderID") \
            FROM "reminderTags" GROUP BY "reminderTags"."tagID" \
            HAVING count("reminderTags"."reminderID") > ?
            """, [1], returns: ["tagID": 7, "count": 2], as: "(7, 2)"
        ) {
            ReminderTag.group(by: \.tagID).having { $0.reminderID.count() > 1 }
                .select { ($0.tagID, $0.reminderID.count()) }
        },
        Family(
            "window", #"SELECT rank() OVER (ORDER BY "names"."name") FROM "names""#,
            returns: ["rank": 1], as: "1"
        ) { Label.select { rank().over(orderBy: $0.name) } },
        Family(
            "case", #"SELECT CASE "names"."id" WHEN ? THEN ? ELSE ? END FROM "names""#,
            [1, "one", "other"], returns: ["case": "one"], as: "one"
        ) { Label.select { Case($0.id).when(1, then: "one").else("other") } },
    ]

    private static let combined: [Family] = [
        Family(
            "common table",
            """
            WITH "cte:1"("id", "name") AS (SELECT "names"."id", "names"."name" FROM "names" \
            WHERE "names"."id" > ?) SELECT "cte:1"."name" FROM "cte:1" LIMIT ?
            """, [1, 5], returns: ["name": "b"], as: #"Optional("b")"#
        ) {
            With {
                Label.where { $0.id > 1 }
            } query: { labels in
                labels.limit(5).select(\.name)
            }
        },
        Family(
            "compound",
            """
            SELECT "names"."id" FROM "names" UNION SELECT "reminderTags"."tagID" \
            FROM "reminderTags" EXCEPT SELECT * FROM (VALUES (?), (?)) ORDER BY 1 ASC LIMIT ?
            """, [2, 3, 4], returns: ["id": 1], as: "1"
        ) {
            Label.select(\.id).union(ReminderTag.select(\.tagID)).except(Values([2, 3]))
                .order { $0.asc() }.limit(4)
        },
        Family(
            "values", "VALUES (?, ?), (?, ?)", [1, "a", 2, "'; --"],
            returns: ["column1": 1, "column2": "a"], as: #"(1, "a")"#
        ) { Values((1, "a"), (2, "'; --")) },
        Family(
            "clauses",
            """
            SELECT "names:1"."id", "reminderTags:2"."tagID" FROM "names" AS "names:1" \
            LEFT JOIN "reminderTags" AS "reminderTags:2" \
            ON "names:1"."id" IS "reminderTags:2"."tagID" WHERE "names:1"."id" > ? LIMIT ?
            """, [1, 2], returns: ["id": 2, "tagID": .null], as: "(2, nil)"
        ) {
            sql { schema in
                let label = schema.table(Label.self)
                let tag = schema.optionalTable(ReminderTag.self)
                Select(label.id, tag.tagID)
                From(label)
                LeftJoin(tag, on: label.id == tag.tagID)
                Where(label.id > 1)
                Limit(2)
            }
        },
    ]

    private static let changes: [Family] = [
        Family(
            "insert", #"INSERT INTO "names" ("name") VALUES (?) RETURNING "names"."id""#, ["a"],
            returns: ["id": 5], as: "5"
        ) { Label.insert { Label.Draft(name: "a") }.returning(\.id) },
        Family(
            "insert from a query",
            """
            INSERT INTO "names" ("id") SELECT "reminderTags"."tagID" FROM "reminderTags" \
            WHERE "reminderTags"."reminderID" = ? RETURNING "names"."id"
            """, [4], returns: ["id": 6], as: "6"
        ) {
            Label.insert {
                $0.id
            } select: {
                ReminderTag.where { $0.reminderID == 4 }.select(\.tagID)
            }.returning(\.id)
        },
        Family(
            "upsert",
            """
            INSERT INTO "names" ("id", "name") VALUES (?, ?) ON CONFLICT ("id") DO UPDATE SET \
            "name" = "excluded"."name" RETURNING "names"."id", "names"."name"
            """, [1, "a"], returns: ["id": 1, "name": "a"],
            as: #"Label(id: 1, name: Optional("a"))"#
        ) { Label.upsert { Label(id: 1, name: "a") }.returning(\.self) },
        Family(
            "update",
            """
            UPDATE "names" SET "name" = "names"."name" || ? WHERE "names"."id" = ? \
            RETURNING "names"."name"
            """, ["!", 3], returns: ["name": "b!"], as: #"Optional("b!")"#
        ) { Label.find(3).update { $0.name += "!" }.returning(\.name) },
        Family(
            "delete",
            #"DELETE FROM "names" WHERE "names"."name" IS NULL RETURNING "names"."id""#,
            returns: ["id": 2], as: "2"
        ) { Label.where { $0.name == nil }.delete().returning(\.id) },
    ]

    @Test(
        "A query on a mock has the same text and parameters as on a database",
        arguments: selects + combined + changes)
    func families(_ family: Family) throws {
        let mock = MockConnection { call in
            #expect(call.sql == family.sql)
            #expect(call.parameters == family.parameters)
            return .rows([family.row])
        }
        #expect(try family.fetch(mock) == family.result)
    }

    @Test("A query on a mock is prepared once and takes its arguments with each run")
    func prepared() throws {
        let query = PreparedQuery { (least: SQLExpression<Int>, name: SQLExpression<String>) in
            Label.where { $0.id >= least && $0.id < 100 && $0.name != name }.select(\.id)
        }
        let sql = """
            SELECT "names"."id" FROM "names" WHERE "names"."id" >= ? AND "names"."id" < ? \
            AND "names"."name" IS NOT ?
            """
        try withMock { mock in
            mock.expectQuery(.exact(sql)).with(3, 100, "a").returning(["id": 4])
            mock.expectQuery(.exact(sql)).with(5, 100, "b")
            let all = try query.fetchAll(mock, 3, "a")
            #expect(all == [4])
            let one = try query.fetchOne(mock, 5, "b")
            #expect(one == nil)
        }
    }

    @Test("A query on a mock with named parameters takes the values of a request")
    func request() throws {
        let least = NamedParameter<Int>(named: "least")
        let sql = """
            SELECT count(*) FROM "names" WHERE "names"."id" > ? AND "names"."id" < ? + ?
            """
        try withMock { mock in
            mock.expectQuery(.exact(sql)).with(2, 2, 10).returning(["count": 6])
            var request = try mock.request(
                Label.where { $0.id > least && $0.id < least + 10 }.count())
            request[least] = 2
            #expect(try request.fetchOne() == 6)
        }
    }

    @Test("A query on a mock throws the error that the mock throws")
    func errors() {
        withMock { mock in
            mock.expectQuery(.any).throwing(.busy, "database is locked")
            let error = #expect(throws: SQLiteError.self) { try Label.all.fetchAll(mock) }
            #expect(error?.resultCode == .busy)
        }
    }

    @Test("A table is created and dropped on a mock")
    func schema() throws {
        try withMock { mock in
            mock.expectExecute(
                .exact(
                    "CREATE TABLE \"names\" (\n  \"id\" INTEGER PRIMARY KEY,\n  \"name\" TEXT\n)"))
            mock.expectExecute(.exact("DROP TABLE IF EXISTS \"names\""))
            try Label.createTable().execute(mock)
            try Label.dropTable(ifExists: true).execute(mock)
        }
    }
}
