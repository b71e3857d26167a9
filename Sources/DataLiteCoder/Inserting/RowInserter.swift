import DataLiteCore

/// Inserts rows into a table, many with one statement as long as their columns are the same. One object
/// serves any number of rows.
@usableFromInline
final class RowInserter {
    private let command: InsertSpecification
    private let coderID: CoderID

    private let writer: CodableRowWriter

    /// The columns of the rows that have been written and not inserted yet, and how many rows these are.
    private var columns: [String] = []
    private var rows = 0

    /// Those of the columns whose value is `nil`, which an upsert does not change.
    private var unset: [String] = []

    /// How many rows one statement takes; 0 before the first.
    private var limit = 0

    private var sqlForOne: SQL?
    private var sqlForAll: SQL?

    private var changes: Int64 = 0
    private var updatable: [String] = []

    init(_ command: InsertSpecification, _ encoder: RowEncoder) {
        self.command = command
        coderID = encoder.coder.id
        writer = CodableRowWriter(nils: command.nils(encoder), excluded: encoder.excludedColumns)
    }

    func canReuse(for command: InsertSpecification, _ encoder: RowEncoder) -> Bool {
        self.command == command && writer.rows.nils == command.nils(encoder)
            && writer.rows.excluded == encoder.excludedColumns && coderID === encoder.coder.id
    }

    /// - Parameter updatable: The columns that an upsert may change.
    func begin(_ coder: SQLiteCoder, updatable: [String]) {
        writer.beginRun(coder)
        guard updatable != self.updatable else { return }
        self.updatable = updatable
        sqlForOne = nil
        sqlForAll = nil
    }
}

extension RowInserter {
    /// Inserts a row, and those before it when a statement is full.
    @usableFromInline
    func insert(_ value: some Encodable, on connection: any ConnectionProtocol) throws {
        try writer.write(value)
        if writer.rows.hasNewColumns || limit == 0 {
            try flush(Array(writer.rows.values[..<writer.rows.start]), on: connection)
            writer.rows.removeRows(keepingLatest: true)
            begin(writer.rows)
        }
        rows += 1
        if rows == limit { try flush(on: connection) }
    }

    /// Inserts one of several rows.
    ///
    /// - Parameter position: Which of them it is, from 0 on.
    @usableFromInline
    func insert(
        _ value: some Encodable, _ position: Int, on connection: any ConnectionProtocol
    ) throws {
        try EncodingError.locating("element \(position)", IndexKey(position)) {
            try insert(value, on: connection)
        }
    }

    /// Inserts the rows that wait for a statement to be full.
    ///
    /// - Returns: How many rows have been inserted in all.
    func end(on connection: any ConnectionProtocol) throws -> Int64 {
        try flush(on: connection)
        defer {
            changes = 0
            writer.endRun()
        }
        return changes
    }

    private func flush(on connection: any ConnectionProtocol) throws {
        try flush(writer.rows.values, on: connection)
        writer.rows.removeRows(keepingLatest: false)
    }

    /// Few enough parameters that their short texts need no copy by SQLite.
    private func begin(_ row: RowSink) {
        columns = row.columns
        unset = row.unset
        limit = columns.isEmpty ? 1 : max(1, 64 / columns.count)
        sqlForOne = nil
        sqlForAll = nil
    }

    private func flush(
        _ values: [SQLiteValue], on connection: any ConnectionProtocol
    ) throws {
        guard rows > 0 else { return }
        try connection.lease(sql()).use { (lease) throws(SQLiteError) in
            try lease.statement.bindAll(values)
            try lease.stepToEnd()
        }
        changes += connection.changes
        rows = 0
    }

    private func sql() -> SQL {
        switch rows {
        case 1: sql(&sqlForOne)
        case limit: sql(&sqlForAll)
        default: SQL(raw: command.sql(columns, rows: rows, updatable: updatable, unset: unset))
        }
    }

    private func sql(_ known: inout SQL?) -> SQL {
        let sql =
            known ?? SQL(raw: command.sql(columns, rows: rows, updatable: updatable, unset: unset))
        known = sql
        return sql
    }
}
