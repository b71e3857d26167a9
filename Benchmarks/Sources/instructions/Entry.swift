import DataLiteDatabase
import DataLiteQuery

/// A row of the table that all operations use, with a handwritten conformance like the one that
/// `@Table` generates.
struct Entry: PrimaryKeyedTable {
    let id: Int
    var x: Double
    var y: Double
    var text: String
    var number: Int64

    var primaryKey: Int { id }
    var checksum: Int { Int(x + y) + text.utf8.count + Int(number) }

    static let tableDefinition = TableDefinition("entries") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("x", Double.self)
        columns.add("y", Double.self)
        columns.add("text", String.self)
        columns.add("number", Int64.self)
    }

    struct Columns: ColumnSet {
        typealias Model = Entry
        typealias Output = Entry

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int> { _source._value("id", #""entries"."id""#, of: Entry.self) }
        var x: SQLExpression<Double> { _source._value("x", #""entries"."x""#, of: Entry.self) }
        var text: SQLExpression<String> {
            _source._value("text", #""entries"."text""#, of: Entry.self)
        }
        var number: SQLExpression<Int64> {
            _source._value("number", #""entries"."number""#, of: Entry.self)
        }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Entry
        typealias Output = Entry?

        let _source: ColumnSource
    }

    struct Draft: TableDraft {
        typealias Model = Entry

        let values: EntryValues

        func encode(to row: inout DraftValues) {
            row.append(nil as Int?)
            row.append(Optional(values.x))
            row.append(Optional(values.y))
            row.append(Optional(values.text))
            row.append(Optional(values.number))
        }
    }
}

extension Entry {
    init(row: inout RowReader) throws(SQLiteError) {
        id = try row.next()
        x = try row.next()
        y = try row.next()
        text = try row.next()
        number = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(x)
        values.append(y)
        values.append(text)
        values.append(number)
    }
}

extension Entry.Draft {
    init(_ row: Entry) {
        self.init(
            values: EntryValues(x: row.x, y: row.y, text: row.text, number: row.number))
    }
}
