public import DataLiteCore

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

// MARK: - InsertSpecification

/// The parts of an `INSERT` other than its columns: its table and its handling of conflicts.
@usableFromInline
struct InsertSpecification: Equatable {
    let table: String
    let schema: String?
    var conflict: ConflictResolution?

    /// The type whose policy decides about conflicts; `nil` if `conflict` does.
    let policyType: (any Encodable.Type)?

    /// The columns and expressions by which an upsert finds the row to update, as SQL.
    private let target: [String]

    /// The columns among them.
    let keyColumns: [String]

    /// Whether an upsert sets the column of a `nil` property to NULL.
    let clearsNil: Bool

    @usableFromInline
    init(
        _ table: String, _ schema: String?, or conflict: ConflictResolution? = nil,
        policyOf type: (any Encodable.Type)? = nil, keys: [any ConflictKey] = [],
        clearsNil: Bool = false
    ) {
        self.clearsNil = clearsNil
        self.table = table
        self.schema = schema
        self.conflict = conflict
        policyType = type
        target = keys.map(\._conflictTarget)
        keyColumns = keys.compactMap { $0 as? String }
    }

    var isUpsert: Bool { !target.isEmpty }

    /// The form in which `nil` properties are written.
    func nils(_ encoder: RowEncoder) -> NilForm {
        encoder.omitsNil ? .omitted : isUpsert && !clearsNil ? .unset : .null
    }

    /// Names that are equal as strings may be different names in SQLite.
    @usableFromInline
    static func == (lhs: InsertSpecification, rhs: InsertSpecification) -> Bool {
        lhs.conflict == rhs.conflict && lhs.policyType == rhs.policyType
            && lhs.clearsNil == rhs.clearsNil
            && SQLName.same(lhs.table, rhs.table)
            && lhs.schema.map(ExactName.init(name:)) == rhs.schema.map(ExactName.init(name:))
            && lhs.target.elementsEqual(rhs.target, by: SQLName.same)
    }

    /// The SQL for a number of rows.
    ///
    /// - Parameters:
    ///   - updatable: The columns that an upsert may change: those outside the primary key.
    ///   - unset: The columns whose value is `nil`, which an upsert does not change.
    ///   - returnsRow: Whether the statement returns the stored row.
    func sql(
        _ columns: [String], rows: Int, updatable: [String], unset: [String],
        returnsRow: Bool = false
    ) -> String {
        let verb = conflict.map { "INSERT OR \($0.rawValue)" } ?? "INSERT"
        let returning = returnsRow ? " RETURNING *" : ""
        guard !columns.isEmpty else {
            return "\(verb) INTO \(tableName) DEFAULT VALUES\(returning)"
        }
        let row = "(" + Array(repeating: "?", count: columns.count).joined(separator: ", ") + ")"
        let values = Array(repeating: row, count: rows).joined(separator: ", ")
        return "\(verb) INTO \(tableName)(\(list(columns))) VALUES \(values)"
            + upsert(columns, updatable, unset, returnsRow: returnsRow) + returning
    }

    private func upsert(
        _ columns: [String], _ updatable: [String], _ unset: [String], returnsRow: Bool
    ) -> String {
        guard isUpsert else { return "" }
        let changed = columns.filter { column in
            !keyColumns.contains { SQLName.matches($0, column) }
                && updatable.contains { SQLName.matches($0, column) }
                && !unset.contains { SQLName.same($0, column) }
        }
        var assignments = changed.map { "\(quoted($0)) = excluded.\(quoted($0))" }
        // `DO NOTHING` would return no row.
        if assignments.isEmpty, returnsRow {
            assignments = (keyColumns + columns).prefix(1).map { "\(quoted($0)) = \(quoted($0))" }
        }
        let action =
            assignments.isEmpty
            ? "DO NOTHING" : "DO UPDATE SET \(assignments.joined(separator: ", "))"
        return " ON CONFLICT(\(target.joined(separator: ", "))) \(action)"
    }

    /// Throws if the table has the name by which an upsert refers to the new row: SQLite would use the existing row.
    func requireNewRowName() throws(SQLiteError) {
        guard SQLName.matches(table, "excluded") else { return }
        throw SQLiteError.misuse(
            "a conflict in a table named \"\(table)\" cannot update the row: the new row has the "
                + "same name")
    }

    /// `SELECT * FROM "users" WHERE "users"."id" = ?`
    func select(_ key: [SQLiteRow.Element]) -> SQL {
        let terms = key.map { "\(quoted(table)).\(quoted($0.column)) = ?" }
        return SQL(
            raw: "SELECT * FROM \(tableName) WHERE \(terms.joined(separator: " AND "))",
            parameters: key.map(\.value))
    }

    private var tableName: String {
        (schema.map { quoted($0) + "." } ?? "") + quoted(table)
    }

    private func list(_ names: [String]) -> String {
        names.map(quoted).joined(separator: ", ")
    }

    private func quoted(_ name: String) -> String { ("\(identifier: name)" as SQL).text }
}

/// A part of the unique key by which an upsert finds the row to update: the name of a column, or an `SQL` expression of
/// an index, such as `"lower(email)" as SQL`.
public protocol ConflictKey {
    /// The part as SQL.
    var _conflictTarget: String { get }
}

extension String: ConflictKey {
    public var _conflictTarget: String { ("\(identifier: self)" as SQL).text }
}

extension SQL: ConflictKey {
    public var _conflictTarget: String { text }
}
