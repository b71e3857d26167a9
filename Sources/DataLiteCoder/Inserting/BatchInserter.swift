import DataLiteCore

/// Inserts rows, many with one statement as long as their columns are the same.
struct BatchInserter {
    private let connection: any ConnectionProtocol
    private let text: InsertText
    private let sink: RowSink
    private let encoder: ValueEncoder

    private var columns: [String]?
    private var values: [SQLiteValue] = []
    private var rows = 0
    private var limit = 1

    /// The statement for as many rows as one takes.
    private var fullText = ""

    private(set) var changes: Int64 = 0

    init(_ connection: any ConnectionProtocol, _ text: InsertText, _ encoder: RowEncoder) {
        self.connection = connection
        self.text = text
        self.sink = RowSink(encoder.coder, omitsNil: encoder.omitsNil)
        self.encoder = ValueEncoder(sink)
    }

    mutating func insert(_ value: some Encodable) throws {
        try sink.encode(value, with: encoder)
        if rows == limit || sink.columns != columns {
            try flush()
            if sink.columns != columns { begin(sink.columns) }
        }
        values.append(contentsOf: sink.values)
        rows += 1
    }

    /// Few enough parameters that their short texts need no copy by SQLite.
    private mutating func begin(_ columns: [String]) {
        self.columns = columns
        limit = columns.isEmpty ? 1 : max(1, 64 / columns.count)
        fullText = text.sql(columns, rows: limit)
    }

    mutating func flush() throws {
        guard rows > 0 else { return }
        let sql = rows == limit ? fullText : text.sql(columns ?? [], rows: rows)
        let statement = try connection.checkOut(sql: sql)
        defer { connection.checkIn(statement) }
        for position in values.indices {
            try statement.bind(values[position], at: Int32(position + 1))
        }
        while try statement.step() {}
        try statement.reset()
        changes += connection.changes
        values.removeAll(keepingCapacity: true)
        rows = 0
    }
}
