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
