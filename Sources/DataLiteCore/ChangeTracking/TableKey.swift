import DataLiteC

/// The primary key of a table, and a statement that looks up its rows.
///
/// SQLite reports a change when it is made, but not when a savepoint or a failed statement undoes it. So the
/// rows that a transaction has changed are found by comparing whether they existed before with whether they
/// exist now.
package final class TableKey {
    /// The positions of the columns; empty if the key is the rowid.
    let columns: [Int32]

    // Not from the cache, which can be cleared: this statement must detect all schema changes.
    private let lookup: Statement
    private var reprepares: Int32 = 0

    /// The SQL that reads the whole row of a key.
    private let rowQuery: String

    /// - Returns: `nil` if there is no such table, or its key cannot be read.
    package init?(of table: TableName, on connection: Connection) throws(SQLiteError) {
        guard let description = try KeyDescription(table, connection) else { return nil }
        columns = description.positions
        rowQuery = description.rowQuery(in: table).text
        let sql = description.lookup(in: table)
        lookup = try sql.withUTF8 { utf8 in
            Result { () throws(SQLiteError) in
                // Without a reference to the connection, because a connection that is still referenced is
                // discarded.
                try connection.makeStatement(utf8, options: .persistent, connection: nil)
            }
        }.get()
        _ = schemaHasChanged()
    }

    /// Looks up a row.
    ///
    /// - Returns: The stored key of the row, or `nil` if there is no such row.
    package func current(_ key: RowKey) throws(SQLiteError) -> RowKey? {
        defer { try? lookup.reset() }
        var index: Int32 = 0
        for value in key.values {
            index += 1
            try lookup.bind(value, at: index)
        }
        // The collation of the key may find another row, and NULL may find several.
        while try lookup.step() {
            if columns.isEmpty { return key }
            let found = RowKey((0..<index).map { lookup.columnValue(at: $0) })
            if found == key { return found }
        }
        return nil
    }

    /// Reads a row.
    ///
    /// - Returns: `nil` if there is no such row.
    func row(_ key: RowKey, on connection: Connection) throws(SQLiteError) -> SQLiteRow? {
        let rows = try connection.rows(SQL(raw: rowQuery, parameters: key.values))
        guard !columns.isEmpty else { return rows.first }
        return rows.first { row in RowKey(columns.map { row.values[Int($0)] }) == key }
    }

    /// Whether the schema may have changed since the last call, even if the change was undone. Call this
    /// after ``current(_:)``: SQLite recompiles the statement when it runs.
    ///
    /// C: `SQLITE_STMTSTATUS_REPREPARE`.
    package func schemaHasChanged() -> Bool {
        let latest = sqlite3_stmt_status(lookup.pointer, SQLITE_STMTSTATUS_REPREPARE, 0)
        defer { reprepares = latest }
        return latest != reprepares
    }
}

/// The columns of a table's primary key.
private struct KeyDescription {
    /// The columns with their collations, if the key is not the rowid.
    private let columns: [(name: String, collation: String)]
    let positions: [Int32]
    /// A name of the rowid.
    private let rowID: String

    init?(_ table: TableName, _ connection: Connection) throws(SQLiteError) {
        let type = try connection.listedTable(table)?.type
        guard type == "table" || type == "shadow" else { return nil }
        let all = try connection.columns(of: table)
        // A primary key without an index is an alias of the rowid.
        columns = try connection.primaryKeyTerms(of: table).map { ($0.column ?? "", $0.collation) }
        positions = columns.map { column in
            Int32(all.firstIndex { SQLName.same($0.name, column.name) } ?? 0)
        }
        let alias = all.first { $0.keyPosition > 0 }?.name
        let free = ["rowid", "_rowid_", "oid"].first { name in
            !all.contains { SQLName.same($0.name, name) }
        }
        guard let rowID = alias ?? free ?? columns.first?.name else { return nil }
        self.rowID = rowID
        // Virtual columns are not stored. Versions of SQLite differ in whether they count them.
        let firstVirtual = all.firstIndex { $0.storage == .virtual } ?? .max
        guard positions.allSatisfy({ $0 < firstVirtual }) else { return nil }
    }

    func lookup(in table: TableName) -> SQL {
        let list = columns.map { "\(identifier: $0.name)" as SQL }
        return query(columns.isEmpty ? "1" : list.joined(separator: ", "), in: table)
    }

    /// The SQL that reads all columns of the same rows as ``lookup(in:)``.
    func rowQuery(in table: TableName) -> SQL { query("*", in: table) }

    private func query(_ result: SQL, in table: TableName) -> SQL {
        let source: SQL = "\(identifier: table.schema).\(identifier: table.table)"
        guard !columns.isEmpty else {
            return "SELECT \(result) FROM \(source) WHERE \(identifier: rowID) = ?1"
        }
        // The collation of the index may differ from the collation of the column.
        let terms = columns.indices.map { k in
            "\(identifier: columns[k].name) COLLATE \(identifier: columns[k].collation) IS ?\(raw: "\(k + 1)")"
                as SQL
        }
        return "SELECT \(result) FROM \(source) WHERE \(terms.joined(separator: " AND "))"
    }
}

/// A table and the schema that it belongs to. SQLite ignores the case of ASCII letters in both, so
/// they are stored in lower case.
package struct TableName: Hashable, Sendable, Comparable {
    /// `main`, `temp`, or the name of an attached database.
    package let schema: String
    package let table: String

    package init(schema: String = "main", _ table: String) {
        self.schema = schema.lowercasedASCII
        self.table = table.lowercasedASCII
    }

    package static func == (lhs: TableName, rhs: TableName) -> Bool {
        SQLName.same(lhs.table, rhs.table) && SQLName.same(lhs.schema, rhs.schema)
    }

    package func hash(into hasher: inout Hasher) {
        SQLName.hash(schema, into: &hasher)
        SQLName.hash(table, into: &hasher)
    }

    /// Whether SQLite itself maintains the table, such as `sqlite_sequence`. Its changes are not reported.
    package var isInternal: Bool { table.hasPrefix("sqlite_") }

    package static func < (lhs: TableName, rhs: TableName) -> Bool {
        let schemas = lhs.schema.utf8, others = rhs.schema.utf8
        guard schemas.elementsEqual(others) else {
            return schemas.lexicographicallyPrecedes(others)
        }
        return lhs.table.utf8.lexicographicallyPrecedes(rhs.table.utf8)
    }
}

extension String {
    /// Whether only SQLite can create an object with this name, in any letter case. The library does not compare names
    /// with `LIKE`, which a program can replace.
    package var isReservedBySQLite: Bool {
        utf8.prefix(7).elementsEqual("sqlite_".utf8) { byte, expected in
            byte == expected || (byte &- 65 < 26 && byte | 32 == expected)
        }
    }

    package var lowercasedASCII: String {
        guard utf8.contains(where: { $0 &- 65 < 26 }) else { return self }
        return String(decoding: utf8.map { $0 &- 65 < 26 ? $0 | 32 : $0 }, as: UTF8.self)
    }
}

// MARK: - RowLookup

/// The lookup of the only row that a statement reads, by rowid.
enum RowLookup: Equatable {
    case rowID(Int64)
    /// The rowid is the value of the parameter with this index.
    case parameter(Int32)

    // SQLite's bytecode program shows how a statement finds its rows: <https://sqlite.org/opcode.html>. The
    // program can differ between versions, so an unrecognized one is not treated as a lookup.
    /// - Returns: `nil` for a statement that may read other rows.
    /// - Throws: `SQLiteError` if SQLite cannot compile or run the `EXPLAIN` statement.
    init?(of sql: String, on connection: Connection) throws(SQLiteError) {
        let statement: Statement = try connection.prepare(sql: "EXPLAIN " + sql)
        var search = RowLookupSearch()
        while try statement.step() {
            guard search.add(Instruction(statement)) else { return nil }
        }
        guard let lookup = search.result else { return nil }
        self = lookup
    }
}

/// An instruction of a program, as `EXPLAIN` shows it.
struct Instruction {
    var opcode: String
    var p1: Int64 = 0
    var p2: Int64 = 0
    var p3: Int64 = 0
    var p4 = ""
}

extension Instruction {
    init(_ statement: Statement) {
        opcode = statement.columnValue(at: 1) ?? ""
        p1 = statement.columnValue(at: 2) ?? 0
        p2 = statement.columnValue(at: 3) ?? 0
        p3 = statement.columnValue(at: 4) ?? 0
        p4 = statement.columnValue(at: 5) ?? ""
    }

    /// The constant or parameter that the instruction stores in register `p2`.
    fileprivate var source: RowLookup? {
        switch (opcode, p3) {
        case ("Integer", 0): .rowID(p1)
        // Newer versions format the number differently.
        case ("Int64", 0): Int64(p4).map { .rowID($0) }
        case ("Variable", 0): Int32(exactly: p1).map { .parameter($0) }
        default: nil
        }
    }

    /// Instructions that continue with the next one and move no cursor.
    fileprivate static let straight: Set<String> = [
        "Noop", "Explain", "Transaction", "Halt", "ResultRow", "OffsetLimit", "CollSeq",
        "Integer", "Int64", "Real", "String", "String8", "Blob", "Null", "Variable",
        "Copy", "SCopy", "IntCopy", "Move", "Column", "Rowid", "Affinity", "RealAffinity", "Cast",
        "Add", "Subtract", "Multiply", "Divide", "Remainder", "Concat",
        "BitAnd", "BitOr", "BitNot", "ShiftLeft", "ShiftRight",
        "And", "Or", "Not", "IsTrue", "ZeroOrNull",
        "Function", "PureFunc", "ClrSubtype", "GetSubtype", "SetSubtype", "AggStep", "AggFinal",
    ]

    /// Instructions that may jump to `p2` and move no cursor.
    fileprivate static let branches: Set<String> = [
        "Init", "Goto", "Once", "If", "IfNot", "IfNullRow", "IfPos", "IfNotZero", "IsNull",
        "NotNull", "IsType", "MustBeInt", "DecrJumpZero",
        "Eq", "Ne", "Lt", "Le", "Gt", "Ge", "ElseEq",
    ]
}

/// Searches a program for the instruction that positions its only cursor: a `SeekRowid` directly after the
/// instruction that loads the rowid. No other instruction may jump between the two.
struct RowLookupSearch {
    private var cursor: Int64?
    private var lookup: RowLookup?
    private var seekAddress: Int64?
    private var targets: Set<Int64> = []
    private var previous: Instruction?
    private var address: Int64 = 0

    /// The lookup, after the last instruction was added.
    var result: RowLookup? {
        guard let seekAddress, !targets.contains(seekAddress) else { return nil }
        return lookup
    }

    /// - Returns: `false` if the program cannot be a lookup.
    mutating func add(_ instruction: Instruction) -> Bool {
        defer {
            previous = instruction
            address += 1
        }
        switch instruction.opcode {
        case "OpenRead":
            guard cursor == nil else { return false }
            cursor = instruction.p1
            return true
        case "SeekRowid":
            return noteSeek(instruction)
        case _ where Instruction.branches.contains(instruction.opcode):
            targets.insert(instruction.p2)
            return true
        default:
            return Instruction.straight.contains(instruction.opcode)
        }
    }

    private mutating func noteSeek(_ instruction: Instruction) -> Bool {
        guard seekAddress == nil, instruction.p1 == cursor, let previous,
            previous.p2 == instruction.p3, let source = previous.source
        else { return false }
        seekAddress = address
        lookup = source
        targets.insert(instruction.p2)
        return true
    }
}
