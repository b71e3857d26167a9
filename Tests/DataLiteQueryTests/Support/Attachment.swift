import DataLiteQuery
import Foundation

/// A table with an enum: each case has a nullable column, and only one of them is set.
struct Attachment: Identifiable, Hashable {
    let id: UUID
    let kind: Kind

    enum Kind: Hashable {
        case link(URL)
        case note(String)
        case image(Attachment.Image)
    }

    struct Image: Hashable {
        var caption = ""
        var url: URL
    }
}

extension Attachment.Image: Selection {
    static let columnDefinitions = ColumnDefinitions { columns in
        columns.add("caption", String.self, default: "")
        columns.add("url", URL.self)
    }

    init(row: inout RowReader) throws(SQLiteError) {
        self.caption = try row.next()
        self.url = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(caption)
        values.append(url)
    }

    struct Columns: ColumnSet {
        typealias Model = Attachment.Image
        typealias Output = Attachment.Image

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        init(caption: some Selectable<String>, url: some Selectable<URL>) {
            var fields = SelectedFields()
            fields.add("caption", caption)
            fields.add("url", url)
            _source = ColumnSource(Attachment.Image.self, fields)
        }

        var caption: SQLExpression<String> { _source.column("caption") }
        var url: SQLExpression<URL> { _source.column("url") }
    }
}

extension Attachment.Kind: Selection {
    static let columnDefinitions = ColumnDefinitions.cases { columns in
        columns.add("link", URL?.self)
        columns.add("note", String?.self)
        columns.add("image", Attachment.Image?.self)
    }

    init(row: inout RowReader) throws(SQLiteError) {
        var choice = _EnumRow<Self>(row)
        try choice.next(&row) { .link($0) }
        try choice.next(&row) { .note($0) }
        try choice.next(&row) { .image($0) }
        self = try choice.value(in: row)
    }

    func encode(to values: inout RowWriter) {
        var link: URL?
        var note: String?
        var image: Attachment.Image?
        switch self {
        case .link(let value): link = value
        case .note(let value): note = value
        case .image(let value): image = value
        }
        values.append(link)
        values.append(note)
        values.append(image)
    }

    struct Columns: ColumnSet {
        typealias Model = Attachment.Kind
        typealias Output = Attachment.Kind

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var link: SQLExpression<URL?> { _source.column("link") }
        var note: SQLExpression<String?> { _source.column("note") }
        var image: SQLExpression<Attachment.Image?> { _source.column("image") }
    }
}

extension Attachment: PrimaryKeyedTable {
    static let tableDefinition = TableDefinition("attachments") { columns in
        columns.add("id", UUID.self, primaryKey: true)
        columns.add("kind", Kind.self)
    }

    var primaryKey: UUID { id }

    init(row: inout RowReader) throws(SQLiteError) {
        self.id = try row.next()
        self.kind = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(kind)
    }

    struct Columns: ColumnSet {
        typealias Model = Attachment
        typealias Output = Attachment

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<UUID> { _source.column("id") }
        var kind: SQLExpression<Kind> { _source.column("kind") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Attachment
        typealias Output = Attachment?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<UUID?> { _source.column("id") }
        var kind: SQLExpression<Kind?> { _source.column("kind") }
    }

    struct Draft: TableDraft {
        typealias Model = Attachment

        var id: UUID?
        var kind: Kind?

        init(id: UUID? = nil, kind: Kind? = nil) {
            if let id { self.id = id }
            if let kind { self.kind = kind }
        }

        init(_ row: Attachment) {
            id = row.id
            kind = row.kind
        }

        func encode(to values: inout DraftValues) {
            values.append(id)
            values.append(kind)
        }
    }
}
