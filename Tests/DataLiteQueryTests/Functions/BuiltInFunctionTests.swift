import Foundation
import Testing

@testable import DataLiteQuery

/// The functions of the linked library and the typed forms that call them.
@Suite("A built-in function of SQLite")
struct BuiltInFunctionTests {
    /// Functions without a typed form, and the reason.
    private static let withoutForm: [String: String] = [
        "ceiling": "another name of ceil",
        "format": "another name of printf, which older libraries have, too",
        "fts5_source_id": "the version of the source code of FTS5",
        "if": "another name of iif",
        "ifnull": "coalesce of two values, which `??` and `ifnull(_:)` call",
        "string_agg": "another name of group_concat, which older libraries have, too",
        "power": "another name of pow",
        "substring": "another name of substr",
        "load_extension": "loads a library: `Connection` does that, not a query",
        "sqlite_compileoption_get": "`PRAGMA compile_options` lists the options",
        "sqlite_compileoption_used": "`PRAGMA compile_options` lists the options",
        "sqlite_log": "writes to the log of SQLite, a side effect of a query",
        "sqlite_offset": "where a row is stored in the file, for debugging",
        "subtype": "whether a result is JSON, which functions pass to each other",
    ]

    @Test("Every built-in function has a typed form, or a reason why it has none")
    func forms() throws {
        let db = try Connection(location: .inMemory)
        let rows = try db.rows(
            "SELECT DISTINCT name FROM pragma_function_list WHERE builtin ORDER BY name")
        let names = rows.compactMap { String($0[0].value) }
        #expect(names.count > 50)
        let called = Self.called
        let missing = names.filter { !called.contains($0) && Self.withoutForm[$0] == nil }
        #expect(missing == [])
        #expect(Self.withoutForm.keys.filter(called.contains) == [])
    }

    @Test("A built-in function is refused if the library lacks it, and runs otherwise")
    func requirements() throws {
        let db = try Product.connection()
        let functions = try #require(SQLiteLibrary.linked.functions)
        for form in Self.columns(Product.columns) {
            var list = _SelectList()
            form._appendColumns(to: &list)
            var core = SelectCore(from: Product.unscoped.core.from)
            core.selection = list
            core.conditions = [.text("FALSE")]
            var writer = _SQLWriter()
            core.write(to: &writer)
            let text = String(decoding: writer.utf8, as: UTF8.self)
            let isKnown = Self.names(in: text).isSubset(of: functions.union(Self.operators))
            if let error = writer.error {
                #expect(!isKnown, "\(error) in \(text)")
                #expect(error.message.contains("requires SQLite"))
            } else {
                try db.execute(writer.finish())
            }
        }
    }

    /// Functions that operators and keywords call.
    private static let operators: Set<String> = [
        "->", "->>", "like", "glob", "current_date", "current_time", "current_timestamp",
    ]

    /// The names in all forms.
    private static var called: Set<String> {
        var list = _SelectList()
        for form in columns(Product.columns) { form._appendColumns(to: &list) }
        var writer = _SQLWriter()
        list.write(to: &writer)
        return names(in: String(decoding: writer.utf8, as: UTF8.self))
    }

    /// The functions called in SQL text: the words before a parenthesis, and operators.
    private static func names(in text: String) -> Set<String> {
        let calls = text.matches(of: /([a-z][a-z0-9_]*)\(/).map { String($0.1) }
        let others = text.matches(of: /(CURRENT_[A-Z]+| ->>? | LIKE | GLOB )/)
            .map { $0.0.trimmingCharacters(in: .whitespaces).lowercased() }
        return Set(calls + others)
    }

    private static func columns(_ p: Product.Columns) -> [any Selectable] {
        core(p) + text(p) + numbers(p) + aggregates(p) + windows(p) + dates(p) + json(p)
            + binaryJSON(p)
    }

    private static func core(_ p: Product.Columns) -> [any Selectable] {
        [
            SQLExpression.changes, SQLExpression.totalChanges, SQLExpression.lastInsertRowID,
            SQLExpression.sqliteVersion, SQLExpression.sqliteSourceID,
            p.isActive.likely(), p.isActive.unlikely(), p.isActive.likelihood(0.25),
            p.name.typeof(), p.name.octetLength(), coalesce(p.note, p.note, p.name.optional()),
            iif(p.isActive, 1, 2), p.id.nullif(1), zeroBlob(2), randomBlob(2),
            p.id.min(2), p.id.max(2), p.name.quote(), p.name.hex(), SQLExpression.random(),
        ]
    }

    private static func text(_ p: Product.Columns) -> [any Selectable] {
        [
            p.name.upper(), p.name.lower(), p.name.trim(), p.name.ltrim(), p.name.rtrim(),
            p.name.substr(1), p.name.replace("a", "b"), p.name.length(), p.name.instr("a"),
            p.name.unhex(), p.name.unhex(ignoring: "-"), p.name.unicode(), p.name.soundex(),
            p.name.unistr(), p.name.unistrQuote(), p.name.like("a"), p.name.glob("a"),
            char(65, p.id), concat(p.name, 1), concat(separator: ", ", p.name, 1),
            format("%s %d", p.name, p.id), p.name.cast(as: Data.self).length(),
        ]
    }

    private static func numbers(_ p: Product.Columns) -> [any Selectable] {
        [
            p.id.abs(), p.price.round(), p.price.round(to: 1), p.id.sign(), p.price.ceil(),
            p.price.floor(), p.price.trunc(), p.price.sqrt(), p.price.pow(2), p.price.mod(2),
            p.price.exp(), p.price.ln(), p.price.log(), p.price.log(base: 3), p.price.log2(),
            p.price.log10(), p.price.sin(), p.price.cos(), p.price.tan(), p.price.asin(),
            p.price.acos(), p.price.atan(), p.price.atan2(1), p.price.sinh(), p.price.cosh(),
            p.price.tanh(), p.price.asinh(), p.price.acosh(), p.price.atanh(), p.price.radians(),
            p.price.degrees(), SQLExpression.pi,
        ]
    }

    private static func aggregates(_ p: Product.Columns) -> [any Selectable] {
        [
            p.count(), p.id.sum(), p.id.total(), p.id.avg(), p.id.min(), p.id.max(),
            p.name.groupConcat(), p.id.median(), p.id.percentile(50.0),
            p.id.percentileCont(0.5), p.id.percentileDisc(0.5), p.name.jsonGroupArray(),
            p.name.jsonGroupObject(p.id), p.name.jsonbGroupArray(), p.name.jsonbGroupObject(p.id),
        ]
    }

    private static func windows(_ p: Product.Columns) -> [any Selectable] {
        [
            rowNumber().over(), rank().over(), denseRank().over(), percentRank().over(),
            cumeDist().over(), ntile(2).over(), p.id.lag().over(), p.id.lead().over(),
            p.id.firstValue().over(), p.id.lastValue().over(), p.id.nthValue(1).over(),
        ]
    }

    private static func dates(_ p: Product.Columns) -> [any Selectable] {
        [
            p.name.date(), p.name.time(), p.name.datetime(), p.name.julianDay(),
            p.name.unixEpoch(), p.name.strftime("%Y"), p.name.timediff("2024-01-01"),
            SQLExpression.currentDate, SQLExpression.currentTime, SQLExpression.currentTimestamp,
        ]
    }

    private static func json(_ p: Product.Columns) -> [any Selectable] {
        [
            p.note.json["a"], p.note.json["a"].jsonText(), p.note.jsonExtract("$.a"),
            p.note.jsonArrayLength(), p.note.jsonType(), p.note.jsonValid(), p.note.jsonQuote(),
            p.note.jsonErrorPosition(), p.note.jsonMinified(), p.note.jsonPretty(),
            p.note.jsonPretty(indent: " "), p.note.jsonInsert(("$.a", 1)),
            p.note.jsonReplace(("$.a", 1)), p.note.jsonSet(("$.a", 1)), p.note.jsonRemove("$.a"),
            p.note.jsonPatch(p.note), jsonArray(1), jsonObject(("a", 1)),
        ]
    }

    private static func binaryJSON(_ p: Product.Columns) -> [any Selectable] {
        [
            p.note.jsonb(), p.note.jsonbExtract("$.a"), p.note.jsonbInsert(("$.a", 1)),
            p.note.jsonbReplace(("$.a", 1)), p.note.jsonbSet(("$.a", 1)),
            p.note.jsonbRemove("$.a"), p.note.jsonbPatch(p.note), jsonbArray(1),
            jsonbObject(("a", 1)),
        ]
    }
}
