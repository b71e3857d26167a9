/// How a statement finds the only row that it reads, if it looks it up by its row id.
enum RowLookup: Equatable {
    case rowID(Int64)
    /// The row id is the value of a parameter.
    case parameter(Int32)
}

// SQLite's own program says how a statement finds its rows: <https://sqlite.org/opcode.html>. It may differ
// in each version, so whatever is not known for sure is no look-up.
extension RowLookup {
    /// - Returns: `nil` for a statement that may read other rows.
    /// - Throws: what SQLite reports, as for the text of an `EXPLAIN`.
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

/// One instruction of a program, as `EXPLAIN` shows it.
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
        // Newer versions show the number in another way.
        case ("Int64", 0): Int64(p4).map { .rowID($0) }
        case ("Variable", 0): Int32(exactly: p1).map { .parameter($0) }
        default: nil
        }
    }

    /// Instructions that are followed by the next one, and move no cursor.
    fileprivate static let straight: Set<String> = [
        "Noop", "Explain", "Transaction", "Halt", "ResultRow", "OffsetLimit", "CollSeq",
        "Integer", "Int64", "Real", "String", "String8", "Blob", "Null", "Variable",
        "Copy", "SCopy", "IntCopy", "Move", "Column", "Rowid", "Affinity", "RealAffinity", "Cast",
        "Add", "Subtract", "Multiply", "Divide", "Remainder", "Concat",
        "BitAnd", "BitOr", "BitNot", "ShiftLeft", "ShiftRight",
        "And", "Or", "Not", "IsTrue", "ZeroOrNull",
        "Function", "PureFunc", "ClrSubtype", "GetSubtype", "SetSubtype", "AggStep", "AggFinal",
    ]

    /// Instructions that may continue at `p2`, and move no cursor.
    fileprivate static let branches: Set<String> = [
        "Init", "Goto", "Once", "If", "IfNot", "IfNullRow", "IfPos", "IfNotZero", "IsNull",
        "NotNull", "IsType", "MustBeInt", "DecrJumpZero",
        "Eq", "Ne", "Lt", "Le", "Gt", "Ge", "ElseEq",
    ]
}

/// Looks for the one instruction of a program that positions its only cursor: `SeekRowid`, directly after the
/// one that loads the row id. No other instruction may jump between the two.
struct RowLookupSearch {
    private var cursor: Int64?
    private var lookup: RowLookup?
    private var seekAddress: Int64?
    private var targets: Set<Int64> = []
    private var previous: Instruction?
    private var address: Int64 = 0

    /// The look-up, after the last instruction.
    var result: RowLookup? {
        guard let seekAddress, !targets.contains(seekAddress) else { return nil }
        return lookup
    }

    /// - Returns: `false` if the program cannot be a look-up.
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
