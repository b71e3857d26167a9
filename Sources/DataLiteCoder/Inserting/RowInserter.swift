import DataLiteCore

/// Inserts any number of rows into a table. Rows with the same columns share statements.
@usableFromInline
final class RowInserter {
    private let command: InsertSpecification

    /// The type of the values, if its policy decides about conflicts.
    private let policy: (any ConflictResolving.Type)?

    /// The command with the conflict resolution of the policy.
    private let statement: InsertSpecification

    private let coderID: CoderID

    private let writer: CodableRowWriter

    /// The columns and the number of the pending rows: rows that are written but not yet inserted.
    private var columns: [String] = []
    private var rows = 0

    /// The columns whose value is `nil`, which an upsert does not change.
    private var unset: [String] = []

    /// The number of rows per statement; 0 before the first row.
    private var limit = 0

    private var sqlForOne: SQL?
    private var sqlForAll: SQL?

    private var changes: Int64 = 0
    private var updatable: [String] = []

    init(_ command: InsertSpecification, _ encoder: RowEncoder) {
        self.command = command
        // Looked up once for each inserter: a dynamic cast costs 3% of the insert of a row.
        policy = command.policyType as? any ConflictResolving.Type
        var statement = command
        if let policy { statement.conflict = policy.conflictPolicy.insert }
        self.statement = statement
        coderID = encoder.coder.id
        writer = CodableRowWriter(nils: command.nils(encoder), excluded: encoder.excludedColumns)
    }

    func canReuse(for command: InsertSpecification, _ encoder: RowEncoder) -> Bool {
        self.command == command && writer.rows.nils == command.nils(encoder)
            && writer.rows.excluded == encoder.excludedColumns && coderID === encoder.coder.id
            && (policy == nil || policy?.conflictPolicy.insert == statement.conflict)
    }

    /// - Parameter updatable: The columns that an upsert may change.
    func begin(_ coder: SQLiteCoder, updatable: [String]) {
        writer.beginRun(coder)
        guard updatable != self.updatable else { return }
        self.updatable = updatable
        sqlForOne = nil
        sqlForAll = nil
    }

    /// Adds a row, and inserts the pending rows once they fill a statement.
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
    /// - Parameter position: The position of the row, starting at 0.
    @usableFromInline
    func insert(
        _ value: some Encodable, _ position: Int, on connection: any ConnectionProtocol
    ) throws {
        try EncodingError.locating("element \(position)", IndexKey(position)) {
            try insert(value, on: connection)
        }
    }

    /// Inserts the pending rows and ends the run.
    ///
    /// - Returns: The total number of rows inserted or updated.
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

    /// Limits a statement to few enough parameters that SQLite need not copy their short strings.
    private func begin(_ row: RowSink) {
        columns = row.columns
        unset = row.unset
        limit = columns.isEmpty ? 1 : max(1, 128 / columns.count)
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
        default: newSQL()
        }
    }

    private func newSQL() -> SQL {
        SQL(raw: statement.sql(columns, rows: rows, updatable: updatable, unset: unset))
    }

    private func sql(_ known: inout SQL?) -> SQL {
        let sql = known ?? newSQL()
        known = sql
        return sql
    }
}
