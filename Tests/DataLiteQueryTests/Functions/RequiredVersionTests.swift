import DataLiteTesting
import Foundation
import Testing

@testable import DataLiteQuery

/// A form that not every library has: its requirement, and its SQL and result if the linked library has it.
struct VersionedForm: Sendable, CustomTestStringConvertible {
    let requirement: String
    let isThere: Bool
    let form: Form

    var testDescription: String { form.sql }

    /// A form of a function or feature that was introduced in a version.
    init(_ requirement: String, since version: Int32, _ form: Form) {
        self.requirement =
            "\(requirement) requires SQLite \(SQLiteLibrary.text(of: version)) or later; "
            + "the linked library is \(Connection.libraryVersion)"
        isThere = Connection.libraryVersionNumber >= version
        self.form = form
    }

    /// A form of a function that a library has only if compiled with an option.
    init(_ name: String, since version: Int32, option: String, _ form: Form) {
        isThere = SQLiteLibrary.linked.functions?.contains(name) == true
        let isOlder = Connection.libraryVersionNumber < version
        requirement =
            "the function \(name) requires SQLite \(SQLiteLibrary.text(of: version)) or later, "
            + "compiled with \(option); the linked library is \(Connection.libraryVersion)"
            + (isOlder ? "" : ", without it")
        self.form = form
    }
}

@Suite("A form that not every SQLite library has")
struct RequiredVersionTests {
    private static let text = [
        VersionedForm(
            "the function unhex", since: 3_041_000,
            Form("unhex(hex(\"id\") || ?, ?) ['-', '-']", "X'31' | X'32' | X'33'") {
                ($0.id.hex() + "-").unhex(ignoring: "-")
            }),
        VersionedForm(
            "the function octet_length", since: 3_043_000,
            Form("octet_length(\"note\")", "7 | NULL | 5") { $0.note.octetLength() }),
        VersionedForm(
            "the function concat", since: 3_044_000,
            Form("concat(\"note\", ?, \"id\") ['-']", "'50% off-1' | '-2' | 'a_b\\c-3'") {
                concat($0.note, "-", $0.id)
            }),
        VersionedForm(
            "the function concat_ws", since: 3_044_000,
            Form("concat_ws(?, \"note\", \"id\") [', ']", "'50% off, 1' | '2' | 'a_b\\c, 3'") {
                concat(separator: ", ", $0.note, $0.id)
            }),
        VersionedForm(
            "ORDER BY in an aggregate function", since: 3_044_000,
            Form("group_concat(\"id\", ? ORDER BY \"price\" DESC) ['+']", "'2+3+1'") {
                $0.id.groupConcat("+", order: $0.price.desc())
            }),
        VersionedForm(
            "the function unistr", since: 3_050_000,
            Form("unistr(? || \"category\") ['\\0041']", "'Afruit' | 'Afruit' | 'Agreen'") {
                (SQLExpression<String>("\\0041") + $0.category).unistr()
            }),
        VersionedForm(
            "the function unistr_quote", since: 3_050_000,
            Form("unistr_quote(\"category\" || ?) ['\n']", quoted) {
                ($0.category + "\n").unistrQuote()
            }),
        VersionedForm(
            "ORDER BY in an aggregate function", since: 3_044_000,
            Form("json_group_array(\"id\" ORDER BY \"price\" DESC)", "'[2,3,1]'") {
                $0.id.jsonGroupArray(order: $0.price.desc()).expression
            }),
        VersionedForm(
            "ORDER BY in an aggregate function", since: 3_044_000,
            Form(
                "json_group_object(\"name\", \"id\" ORDER BY \"price\")",
                "'{\"Apple\":1,\"Kale\":3,\" Fig \":2}'"
            ) {
                $0.name.jsonGroupObject($0.id, order: $0.price)
            }),
    ]

    private static let quoted =
        "'unistr(''fruit\\u000a'')' | 'unistr(''fruit\\u000a'')' | 'unistr(''green\\u000a'')'"

    private static let options = [
        VersionedForm(
            "soundex", since: 3_000_000, option: "SQLITE_SOUNDEX",
            Form("soundex(\"name\")", "'A140' | 'F200' | 'K400'") { $0.name.soundex() }),
        VersionedForm(
            "median", since: 3_051_000, option: "SQLITE_ENABLE_PERCENTILE",
            Form("median(DISTINCT \"stock\") FILTER (WHERE \"isActive\")", "1.5") {
                $0.stock.median(distinct: true, filter: $0.isActive)
            }),
        VersionedForm(
            "percentile", since: 3_051_000, option: "SQLITE_ENABLE_PERCENTILE",
            Form("percentile(\"price\", ?) [50.0]", "2.25") { $0.price.percentile(50.0) }),
        VersionedForm(
            "percentile_cont", since: 3_051_000, option: "SQLITE_ENABLE_PERCENTILE",
            Form("percentile_cont(\"price\", ?) [0.25]", "1.875") {
                $0.price.percentileCont(0.25)
            }),
        VersionedForm(
            "percentile_disc", since: 3_051_000, option: "SQLITE_ENABLE_PERCENTILE",
            Form("percentile_disc(\"price\", ?) [0.5]", "2.25") { $0.price.percentileDisc(0.5) }),
        VersionedForm(
            "pi", since: 3_035_000, option: "SQLITE_ENABLE_MATH_FUNCTIONS",
            Form("round(pi(), ?) [2]", "3.14 | 3.14 | 3.14") { _ in SQLExpression.pi.round(to: 2) }),
    ]

    private static let dates = [
        VersionedForm(
            "the date modifier subsec", since: 3_042_000,
            Form(moment: "time(\"at\", 'subsec')", "'10:20:30.250' | '23:59:59.999'") {
                $0.at.time(.subsecond)
            }),
        VersionedForm(
            "the date modifier subsec", since: 3_042_000,
            Form(
                moment: "unixepoch(\"at\", ?, 'subsec') ['+1 days']",
                "1717323630.25 | 1704153599.999"
            ) {
                $0.at.unixEpochSubsecond(.days(1))
            }),
        VersionedForm(
            "the function timediff", since: 3_043_000,
            Form(moment: "timediff(\"at\", ?) ['2024-01-01']", differences) {
                $0.at.timediff("2024-01-01")
            }),
        VersionedForm(
            "the function timediff", since: 3_043_000,
            Form(moment: "date(?, timediff(\"due\", ?)) ['2024-01-01', '2024-01-01']", later) {
                let start = SQLExpression<String>("2024-01-01")
                return start.date(.interval($0.due.timediff("2024-01-01")))
            }),
        VersionedForm(
            "the date modifier floor", since: 3_046_000,
            Form(moment: "date(\"due\", ?, 'floor') ['+1 months']", "'2024-02-29' | NULL") {
                $0.due.date(.months(1), .floor)
            }),
        VersionedForm(
            "the date modifier ceiling", since: 3_046_000,
            Form(moment: "date(\"due\", ?, 'ceiling') ['+1 months']", "'2024-03-02' | NULL") {
                $0.due.date(.months(1), .ceiling)
            }),
    ]

    private static let differences =
        "'+0000-05-00 10:20:30.250' | '-0000-00-00 00:00:00.001'"
    private static let later = "'2024-01-31' | NULL"

    private static let json = [
        VersionedForm(
            "json_valid with the forms of JSON", since: 3_045_000,
            Form(document: "json_valid(\"tags\", ?) [6]", "1 | 1") {
                $0.tags.jsonValid([.json5, .binary])
            }),
        VersionedForm(
            "the function json_error_position", since: 3_042_000,
            Form(document: "json_error_position(\"text\")", "0 | NULL") {
                $0.text.jsonErrorPosition()
            }),
        VersionedForm(
            "the function json_pretty", since: 3_046_000,
            Form(document: "json_pretty(\"counts\", ?) [' ']", "'{\n \"a.b\": 7\n}' | '{}'") {
                $0.counts.jsonPretty(indent: " ")
            }),
        VersionedForm(
            "the function json_pretty", since: 3_046_000,
            Form(document: "json_pretty(\"counts\")", "'{\n    \"a.b\": 7\n}' | '{}'") {
                $0.counts.jsonPretty()
            }),
        VersionedForm(
            "the function jsonb", since: 3_045_000,
            Form(document: "json(jsonb(\"counts\"))", "'{\"a.b\":7}' | '{}'") {
                $0.counts.jsonb().jsonMinified()
            }),
        VersionedForm(
            "the function jsonb", since: 3_045_000,
            Form(document: "jsonb(\"tags\") ->> ? ['$[0]']", "'car' | NULL") {
                $0.tags.jsonb().json[0]
            }),
        VersionedForm(
            "the function jsonb_extract", since: 3_045_000,
            Form(document: "json(jsonb_extract(\"text\", ?)) ['$[1]']", "'{\"x\":[2,3]}' | NULL") {
                $0.text.jsonbExtract("$[1]").jsonMinified()
            }),
        VersionedForm(
            "the function jsonb_insert", since: 3_045_000,
            Form(document: "json(jsonb_insert(\"tags\", ?, ?)) ['$[#]', 1]", inserted) {
                $0.tags.jsonbInsert((.root.end, 1)).jsonMinified()
            }),
        VersionedForm(
            "the function jsonb_replace", since: 3_045_000,
            Form(document: "json(jsonb_replace(\"counts\", ?, ?)) ['$.\"a.b\"', 1]", replaced) {
                $0.counts.jsonbReplace((.root["a.b"], 1)).jsonMinified()
            }),
        VersionedForm(
            "the function jsonb_set", since: 3_045_000,
            Form(document: "json(jsonb_set(\"tags\", ?, ?)) ['$[#]', 1]", inserted) {
                $0.tags.jsonbSet((.root.end, 1)).jsonMinified()
            }),
        VersionedForm(
            "the function jsonb_remove", since: 3_045_000,
            Form(document: "json(jsonb_remove(\"tags\", ?)) ['$[0]']", "'[\"kids\"]' | '[]'") {
                $0.tags.jsonbRemove("$[0]").jsonMinified()
            }),
        VersionedForm(
            "the function jsonb_patch", since: 3_045_000,
            Form(document: "json(jsonb_patch(\"counts\", ?)) ['{\"c\":1}']", patched) {
                $0.counts.jsonbPatch(SQLExpression<String>("{\"c\":1}")).jsonMinified()
            }),
        VersionedForm(
            "the function json_array_insert", since: 3_053_000,
            Form(document: "json_array_insert(\"tags\", ?, ?) ['$[0]', 1]", prepended) {
                $0.tags.jsonArrayInsert(("$[0]", 1)).jsonMinified()
            }),
        VersionedForm(
            "the function jsonb_array_insert", since: 3_053_000,
            Form(document: "json(jsonb_array_insert(\"tags\", ?, ?)) ['$[0]', 1]", prepended) {
                $0.tags.jsonbArrayInsert(("$[0]", 1)).jsonMinified()
            }),
        VersionedForm(
            "the table-valued function jsonb_each", since: 3_051_000,
            Form(
                document: """
                    (SELECT count(*) FROM jsonb_each("tags", ?) AS "json_each" \
                    WHERE "json_each"."value" = ?) ['$', 'car']
                    """, "1 | 0"
            ) {
                $0.tags.jsonbEach().where { $0.value == "car" }.count().scalar()
            }),
        VersionedForm(
            "the function jsonb_array", since: 3_045_000,
            Form(document: "json(jsonb_array(\"id\", ?)) ['a']", "'[1,\"a\"]' | '[2,\"a\"]'") {
                jsonbArray($0.id, "a").jsonMinified()
            }),
        VersionedForm(
            "the function jsonb_object", since: 3_045_000,
            Form(document: "json(jsonb_object(?, \"id\")) ['n']", "'{\"n\":1}' | '{\"n\":2}'") {
                jsonbObject(("n", $0.id)).jsonMinified()
            }),
        VersionedForm(
            "the function jsonb_group_array", since: 3_045_000,
            Form("json(jsonb_group_array(DISTINCT \"rating\"))", "'[4,null]'") {
                $0.rating.jsonbGroupArray(distinct: true).jsonMinified()
            }),
        VersionedForm(
            "the function jsonb_group_object", since: 3_045_000,
            Form(
                "json(jsonb_group_object(\"name\", \"id\") FILTER (WHERE \"id\" = ?)) [3]",
                "'{\"Kale\":3}'"
            ) {
                $0.name.jsonbGroupObject($0.id, filter: $0.id == 3).jsonMinified()
            }),
    ]

    private static let inserted = "'[\"car\",\"kids\",1]' | '[1]'"
    private static let prepended = "'[1,\"car\",\"kids\"]' | '[1]'"
    private static let replaced = "'{\"a.b\":1}' | '{}'"
    private static let patched = "'{\"a.b\":7,\"c\":1}' | '{\"c\":1}'"

    @Test(
        "A form names its requirement, or has its SQL and result",
        arguments: text + options + dates + json)
    func requirement(_ versioned: VersionedForm) throws {
        let db = try Product.connection()
        try db.execute(script: Document.script + Moment.script)
        if versioned.isThere { return try versioned.form.check(on: db) }
        let error = #expect(throws: SQLiteError.self) { try versioned.form.run(on: db) }
        #expect(error?.message == versioned.requirement)
    }

    @Test(
        "A form that the library lacks is refused before it reaches a mock",
        arguments: text + options + dates + json)
    func mock(_ versioned: VersionedForm) throws {
        let mock = MockConnection()
        if versioned.isThere {
            try versioned.form.checkText()
        } else {
            let error = #expect(throws: SQLiteError.self) { try versioned.form.run(on: mock) }
            #expect(error?.message == versioned.requirement)
        }
        mock.verify()
    }

    @Test("A requirement is looked up in the version and the functions of a library")
    func libraries() {
        let old = SQLiteLibrary(version: 3_037_002, functions: ["abs", "unhex"])
        let new = SQLiteLibrary(
            version: 3_052_000, functions: ["abs", "median"], unescapesKeysInPaths: true)
        let unknown = SQLiteLibrary(version: 3_030_000, functions: nil)
        let unixepoch = SQLFeature.function("unixepoch", since: 3_038_000)
        let unhex = SQLFeature.function("unhex", since: 3_041_000)
        let median = SQLFeature.optionalFunction("median", since: 3_051_000, option: "OPTION")
        #expect(
            unixepoch.error(with: old)?.message == "the function unixepoch requires SQLite 3.38.0 "
                + "or later; the linked library is 3.37.2")
        #expect(unixepoch.error(with: unknown) != nil)
        #expect(unhex.error(with: old) == nil)
        #expect(unhex.error(with: unknown) != nil)
        #expect(
            median.error(with: old)?.message == "the function median requires SQLite 3.51.0 or "
                + "later, compiled with OPTION; the linked library is 3.37.2")
        #expect(median.error(with: unknown) == nil)
        for feature in [unixepoch, unhex, median, .escapedKeysInPaths] {
            #expect(feature.error(with: new) == nil)
        }
        #expect(SQLFeature.escapedKeysInPaths.error(with: old) != nil)
    }
}
