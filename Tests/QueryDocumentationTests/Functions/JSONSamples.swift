import DataLite
import Foundation
import Testing

// sample: dinner
@Table struct Dinner: Identifiable {
    struct Details: Codable, Sendable {
        var minutes: Int
        var isVegan: Bool
        var steps: [String]
    }

    let id: Int
    var title: String
    @Column(as: JSONRepresentation<[String]>.self) var tags: [String] = []
    @Column(as: JSONRepresentation<Details>.self) var details: Details
}
// end

@Suite("The samples of the guide to JSON")
struct JSONSamples {
    private let db: Connection

    init() throws {
        db = try CalendarDatabase.open()
    }

    @Test("read JSON elements")
    func elements() throws {
        // sample: elements
        let query = Dinner.where { $0.details.json["minutes"] < 30 }
            .select { ($0.title, $0.tags.json[0], $0.details.json["steps"][-1]) }
        let rows = try query.fetchAll(db)  // [(String, String?, SQLiteValue)]
        // end
        try expect(
            query, on: db,
            shows: """
                SELECT "dinners"."title", "dinners"."tags" ->> ?, "dinners"."details" ->> ?
                FROM "dinners"
                WHERE "dinners"."details" ->> ? < ?
                -- '$[0]', '$."steps"[#-1]', '$."minutes"', 30

                title  "dinners"."tags" ->> ?  "dinners"."details" -...
                -----  ----------------------  ------------------------
                Soup   quick                   Boil
                Toast  NULL                    NULL
                """)
        #expect(rows.count == 2)
        // sample: types
        let minutes = Dinner.select { $0.details.json["minutes"].value(as: Int.self).sum() }
        let total = try minutes.fetchOne(db)  // 115
        // end
        #expect(total == 115)
        // sample: keys
        let key = "a.b[0]"
        let value = Dinner.select { $0.details.json[key] == nil }
        let path = JSONPath.root["steps"][0]  // $."steps"[0]
        let types = Dinner.select { ($0.tags.jsonType("$[0]"), $0.details.jsonType(path)) }
        // end
        try expect(
            value, on: db,
            gives: """
                SELECT "dinners"."details" ->> ? IS NULL
                FROM "dinners"
                -- '$."a.b[0]"'

                "dinners"."details" -...
                ------------------------
                1
                1
                1
                """)
        try expect(
            types, on: db,
            gives: """
                SELECT json_type("dinners"."tags", ?), json_type("dinners"."details", ?)
                FROM "dinners"
                -- '$[0]', '$."steps"[0]'

                json_type("dinners"."...  json_type("dinners"."...
                ------------------------  ------------------------
                text                      text
                text                      text
                NULL                      NULL
                """)
    }

    @Test("search for JSON elements")
    func tables() throws {
        // sample: contains
        let vegan = Dinner.where { $0.tags.jsonEach().where { $0.value == "vegan" }.exists() }
            .select(\.title)
        // end
        #expect(try vegan.fetchAll(db) == ["Soup"])
        // sample: join
        let steps = Dinner.join { $0.details.jsonEach("$.steps") }
            .select { ($0.title, $1.key, $1.value) }
        // end
        try expect(
            steps, on: db,
            gives: """
                SELECT "dinners"."title", "json_each"."key", "json_each"."value"
                FROM "dinners"
                JOIN json_each("dinners"."details", ?) AS "json_each"
                -- '$.steps'

                title  key  value
                -----  ---  -----
                Soup   0    Chop
                Soup   1    Boil
                Pie    0    Bake
                """)
        let tags = Dinner.join { $0.tags.jsonEach() }
            .group { $1.value }
            .select { ($1.value, $0.count()) }
        try expect(
            tags, on: db,
            gives: """
                SELECT "json_each"."value", count(*)
                FROM "dinners"
                JOIN json_each("dinners"."tags") AS "json_each"
                GROUP BY "json_each"."value"

                value  count(*)
                -----  --------
                party  1
                quick  1
                vegan  1
                """)
    }

    @Test("change JSON")
    func changes() throws {
        // sample: change
        let change = Dinner.find(1).update {
            $0.tags = $0.tags.jsonInsert((.root.end, "hot"))
            $0.details = $0.details.jsonSet(("$.minutes", 25), ("$.isVegan", false))
        }
        .returning { ($0.tags, $0.details) }
        // end
        try expect(
            change, on: db,
            gives: """
                UPDATE "dinners"
                SET "tags" = json_insert("dinners"."tags", ?, ?), "details" =
                    json_set("dinners"."details", ?, ?, ?, CASE ? WHEN TRUE THEN json('true') WHEN FALSE
                    THEN json('false') END)
                WHERE "dinners"."id" = ?
                RETURNING "dinners"."tags", "dinners"."details"
                -- '$[#]', 'hot', '$.minutes', 25, '$.isVegan', 0, 1

                tags                     details
                -----------------------  ------------------------------------------------------
                ["quick","vegan","hot"]  {"isVegan":false,"minutes":25,"steps":["Chop","Boil"]}
                """)
        let dinner = try #require(try Dinner.find(1).fetchOne(db))
        #expect(dinner.tags == ["quick", "vegan", "hot"])
        #expect(dinner.details.minutes == 25 && !dinner.details.isVegan)
    }

    @Test("create JSON in a query")
    func construction() throws {
        // sample: object
        let query = Dinner.select {
            jsonObject(
                ("title", $0.title), ("tags", $0.tags), ("isLong", $0.details.json["minutes"] > 60))
        }
        // end
        try expect(
            query, on: db,
            gives: """
                SELECT json_object(?, "dinners"."title", ?, json("dinners"."tags"), ?, CASE
                    "dinners"."details" ->> ? > ? WHEN TRUE THEN json('true') WHEN FALSE THEN
                    json('false') END)
                FROM "dinners"
                -- 'title', 'tags', 'isLong', '$."minutes"', 60

                json_object(?, "dinne...
                --------------------------------------------------------
                {"title":"Soup","tags":["quick","vegan"],"isLong":false}
                {"title":"Pie","tags":["party"],"isLong":true}
                {"title":"Toast","tags":[],"isLong":false}
                """)
        // sample: groups
        let groups = Dinner.group { $0.details.json["isVegan"] }
            .select { ($0.details.json["isVegan"].value(as: Bool.self), $0.title.jsonGroupArray()) }
        let titles = try groups.fetchAll(db)  // [(Bool?, [String])]
        // end
        try expect(
            groups, on: db,
            gives: """
                SELECT "dinners"."details" ->> ?, json_group_array("dinners"."title")
                FROM "dinners"
                GROUP BY "dinners"."details" ->> ?
                -- '$."isVegan"', '$."isVegan"'

                "dinners"."details" -...  json_group_array("din...
                ------------------------  ------------------------
                0                         ["Pie"]
                1                         ["Soup","Toast"]
                """)
        #expect(titles.last?.1 == ["Soup", "Toast"])
    }
}
