import DataLiteQuery

/// A table with JSON: in columns with a type, as text and as bytes.
struct Document {
    struct Settings: Codable, Equatable, Sendable {
        var title: String
        var size: Int
        var isOn: Bool
        var marks: [Double?]
    }

    let id: Int
    var tags: [String]
    var settings: Settings?
    var counts: [String: Int]
    var text: String?

    static let script = #"""
        CREATE TABLE "d"(
            "id" INTEGER PRIMARY KEY, "tags" TEXT NOT NULL, "settings" TEXT,
            "counts" TEXT NOT NULL, "text" TEXT) STRICT;
        INSERT INTO "d" VALUES
            (1, '["car","kids"]', '{"isOn":true,"marks":[1.5,null],"size":3,"title":"A"}',
             '{"a.b":7}', '[1, {"x": [2, 3]}]'),
            (2, '[]', NULL, '{}', NULL);
        """#

    static func connection() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(script: script)
        return connection
    }
}

extension Document: Table {
    static let tableDefinition = TableDefinition("d") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("tags", JSONRepresentation<[String]>.self)
        columns.add("settings", JSONRepresentation<Settings>?.self)
        columns.add("counts", JSONRepresentation<[String: Int]>.self)
        columns.add("text", String?.self)
    }

    init(row: inout RowReader) throws(SQLiteError) {
        id = try row.next()
        tags = try row.next(as: JSONRepresentation<[String]>.self).value
        settings = try row.next(as: JSONRepresentation<Settings>?.self)?.value
        counts = try row.next(as: JSONRepresentation<[String: Int]>.self).value
        text = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(JSONRepresentation(tags))
        values.append(settings.map { JSONRepresentation($0) })
        values.append(JSONRepresentation(counts))
        values.append(text)
    }

    struct Columns: ColumnSet {
        typealias Model = Document
        typealias Output = Document

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int> { _source.column("id") }
        var tags: SQLExpression<JSONRepresentation<[String]>> { _source.column("tags") }
        var settings: SQLExpression<JSONRepresentation<Settings>?> {
            _source.column("settings")
        }
        var counts: SQLExpression<JSONRepresentation<[String: Int]>> {
            _source.column("counts")
        }
        var text: SQLExpression<String?> { _source.column("text") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Document
        typealias Output = Document?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int?> { _source.column("id") }
    }
}
