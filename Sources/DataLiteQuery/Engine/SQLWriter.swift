/// Collects the text and the parameters of a statement.
///
/// Everything that becomes SQL goes through one writer, in the order of the text, so parameters are
/// numbered by position.
public struct _SQLWriter: ~Copyable {
    var text: ScratchBuffer<UInt8>
    private var parameters: ScratchBuffer<SQLiteValue>

    /// What few statements have; `nil` if this one has nothing of it.
    var rare: RareParts?

    /// Whether columns are written without their table, as `UPDATE ... SET` and `CREATE INDEX` require.
    var omitsQualifiers = false

    /// Whether the statement becomes a part of the schema: parameters are written as literals, and an index cannot
    /// contain a subquery.
    var writesSchema = false

    /// Whether the part that is being written contains a subquery.
    var hasSubquery = false

    /// Whether the text written so far contains a function whose result may differ from call to call.
    var isVolatile = false

    /// Whether ``hasWindow`` and ``hasAggregate`` are determined, for the columns of one select.
    var notesRowFunctions = false

    /// Whether the text written so far contains a window function.
    var hasWindow = false

    /// Whether the text written so far contains an aggregate function.
    var hasAggregate = false

    /// Whether NULL is equivalent to false for the expression that is written next: a condition, or an operand of its
    /// `AND`s and `OR`s.
    var ignoresNull = false

    /// Whether NULL is equivalent to false for the fragment that is being written.
    private(set) var fragmentIgnoresNull = false

    /// The number of common table expressions and derived tables named so far.
    var generatedNames = 0

    /// The nesting depth of the part that is being written.
    private(set) var depth = 0

    /// The renamed tables, whose columns are written with the new name; the innermost is last.
    var renamings: [Renaming] = []

    /// Whether a column of a table under its own name is written as `"table"."column"`.
    var writesNamesUnchanged: Bool { renamings.isEmpty && !omitsQualifiers }

    init() {
        text = ScratchBuffer(capacity: 256)
        parameters = ScratchBuffer(capacity: 8)
    }

    private init(
        _ text: UnsafeMutableBufferPointer<UInt8>,
        _ parameters: UnsafeMutableBufferPointer<SQLiteValue>
    ) {
        self.text = ScratchBuffer(text)
        self.parameters = ScratchBuffer(parameters)
    }

    /// Calls a closure with a writer that needs no heap memory for a statement of usual length.
    static func withScratch<R>(
        _ body: (inout _SQLWriter) throws(SQLiteError) -> R
    ) throws(SQLiteError) -> R {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { text in
            withUnsafeTemporaryAllocation(of: SQLiteValue.self, capacity: 16) { parameters in
                Result { () throws(SQLiteError) in
                    var writer = _SQLWriter(text, parameters)
                    return try body(&writer)
                }
            }
        }.get()
    }

    /// The text so far.
    var utf8: [UInt8] { Array(text.elements) }

    /// The statement.
    ///
    /// - Throws: The first error in an expression; `SQLITE_RANGE` for a parameter whose value is given only when the
    ///   statement runs.
    mutating func finish() throws(SQLiteError) -> SQL {
        let placeholder = placeholders.first
        let sql = try finishWithPlaceholders()
        if let placeholder { throw placeholder.missingValue(in: sql) }
        return sql
    }

    /// The statement, in which placeholders are bound to NULL.
    ///
    /// - Throws: The first error in an expression.
    mutating func finishWithPlaceholders() throws(SQLiteError) -> SQL {
        if let error { throw error }
        return parameters.moveAll {
            SQL(utf8: text.elements, moving: $0, interpolationsEnd: text.count)
        }
    }

    /// The statement on a connection, with its parameters bound. Its text is made into a string only if the
    /// connection has not prepared it yet.
    ///
    /// - Throws: The same errors as ``finish()``; `SQLiteError` if SQLite reports an error.
    mutating func start(on db: any ConnectionProtocol) throws(SQLiteError) -> StatementLease {
        guard error == nil, placeholders.isEmpty else { return try db.boundStatement(finish()) }
        guard functions.isEmpty else { return try startAddingFunctions(on: db) }
        return try db.boundStatement(text.elements, parameters.elements)
    }

    private func startAddingFunctions(
        on db: any ConnectionProtocol
    ) throws(SQLiteError) -> StatementLease {
        let (text, parameters) = (text.elements, parameters.elements)
        return try functions.adding(to: db) { () throws(SQLiteError) in
            try db.boundStatement(text, parameters)
        }
    }

    /// Writes a condition in which NULL is equivalent to false, as in `WHERE`.
    mutating func write(condition node: SQLNode, inParentheses: Bool = false) {
        let outer = ignoresNull
        ignoresNull = true
        write(node, inParentheses: inParentheses)
        ignoresNull = outer
    }

    /// Writes a fragment. NULL is not equivalent to false in its parts, unless they are conditions.
    mutating func write(_ fragment: any SQLRenderable) {
        let outer = ignoresNull
        fragmentIgnoresNull = outer
        ignoresNull = false
        nested { fragment.write(to: &$0) }
        ignoresNull = outer
    }

    mutating func fail(_ error: SQLiteError) {
        if self.error == nil { rareParts.error = error }
    }

    /// Makes the statement fail with `SQLITE_MISUSE`.
    mutating func fail(misuse message: String) { fail(SQLiteError(.misuse, message: message)) }

    /// Writes a nested part, unless it is nested too deeply for the stack of any thread. SQLite's parser accepts
    /// fewer than 100 levels of parentheses, and fewer than 20 of queries (3.40).
    ///
    /// - Parameter levels: The number of levels that the part counts as, by its use of the stack: 1 for an expression.
    @inline(__always)
    mutating func nested(levels: Int = 1, _ write: (inout _SQLWriter) -> Void) {
        depth += levels
        if depth <= Self.depthLimit, text.count <= Self.lengthLimit {
            write(&self)
        } else {
            fail(depth <= Self.depthLimit ? .statementTooLong : .nestedTooDeeply)
            // Nothing more is written: with parts that are used twice, the time would double with each level.
            depth = Int(Int32.max)
        }
        depth -= levels
    }

    private static var depthLimit: Int { 200 }

    /// The length of the text in bytes that a statement can have before another expression is written. An expression
    /// that contains another one twice, which contains a third one twice, and so on, would be arbitrarily long.
    static var lengthLimit: Int { 1 << 22 }

    /// The nesting depth at which a chain of operators is written in a loop.
    static var chainDepth: Int { 32 }

    // MARK: - Text

    @inline(__always)
    mutating func write(_ text: StaticString) {
        text.withUTF8Buffer { self.text.append(contentsOf: $0) }
    }

    mutating func write(bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { text.append(contentsOf: $0) }
    }

    /// The length of the text so far.
    var position: Int { text.count }

    /// Inserts a piece of SQL without parameters into the text.
    mutating func insert(_ piece: StaticString, at position: Int) {
        piece.withUTF8Buffer { text.insert($0, at: position) }
    }

    /// Inserts the text of another writer, which has no parameters.
    mutating func insert(_ piece: consuming _SQLWriter, at position: Int) {
        text.insert(piece.text.elements, at: position)
    }

    /// Writes a part of a statement.
    ///
    /// - Returns: Whether it contains a subquery.
    mutating func writesSubquery(_ write: (inout _SQLWriter) -> Void) -> Bool {
        let outer = hasSubquery
        hasSubquery = false
        write(&self)
        defer { hasSubquery = hasSubquery || outer }
        return hasSubquery
    }

    /// Writes text unchanged. Never pass text from outside the program.
    mutating func write(raw text: String) {
        var text = text
        text.withUTF8 { self.text.append(contentsOf: $0) }
    }

    /// Writes a piece of SQL with its parameters.
    mutating func write(sql: SQL) {
        write(bytes: sql.utf8)
        sql.parameters.withUnsafeBufferPointer { parameters.append(contentsOf: $0) }
    }

    mutating func writeTable(_ name: String, schema: String?) {
        if let schema {
            writeName(schema)
            text.append(UInt8(ascii: "."))
        }
        writeName(name)
    }

    /// Binds a value.
    mutating func write(parameter: SQLiteValue) {
        text.append(UInt8(ascii: "?"))
        parameters.append(parameter)
    }

    /// Writes a parameter whose value is given when the statement runs.
    mutating func write(
        _ source: Placeholder.Source, of type: ParameterType, column: Int
    ) {
        write(parameter: .null)
        rareParts.placeholders.append(
            Placeholder(
                source: source, type: type, column: column, position: Int32(parameters.count)))
    }
}
