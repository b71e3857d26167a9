import DataLiteSyntax

/// The statements of a script, one at a time.
///
/// ```swift
/// let script = connection.statements(in: "CREATE TABLE t(x); INSERT INTO t VALUES (1); SELECT x FROM t")
/// while let statement = try script.next() {
///     while try statement.step() { print(statement.columnValue(at: 0)) }
/// }
/// ```
///
/// Each statement is compiled when ``next()`` reaches it, so it may use what earlier statements have created, once
/// those have run. To run a script and discard its rows, use ``Connection/execute(script:)``.
///
/// SQLite's limit on the length of SQL text applies to each statement, not to the script.
public final class SQLiteScript {
    private let connection: Connection

    /// The text in UTF-8, followed by a NUL.
    private let terminatedText: [UInt8]
    private var position: Int

    fileprivate init(_ text: String, from start: Int, connection: Connection) {
        self.connection = connection
        self.position = start
        let utf8 = text.utf8
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count + 1)
        bytes.append(contentsOf: utf8)
        bytes.append(0)
        self.terminatedText = bytes
    }

    /// Whether only whitespace, comments and semicolons are left.
    public var isAtEnd: Bool { firstToken == nil }

    /// The offset of the first token of the next statement.
    private var firstToken: Int? {
        terminatedText.withUnsafeBufferPointer { terminatedText in
            let text = UnsafeBufferPointer(rebasing: terminatedText.dropLast())
            return SQLTokenizer(text).firstToken(from: position)
        }
    }

    /// Compiles the next statement; returns `nil` after the last one. C: `sqlite3_prepare_v3`.
    ///
    /// - Throws: SQLite's error, with its offset in the whole script. The script stays at that
    ///   statement, so the next call throws again.
    public func next() throws(SQLiteError) -> Statement? {
        try terminatedText.withUnsafeBufferPointer { (text) throws(SQLiteError) in
            try next(in: text, connection.handle, keeping: connection)
        }
    }

    /// - Parameter owner: The connection that the statement retains. Counting references to a
    ///   connection is slow, because weak references to it exist.
    private func next(
        in terminatedText: UnsafeBufferPointer<UInt8>, _ handle: ConnectionHandle,
        keeping owner: Connection?
    ) throws(SQLiteError) -> Statement? {
        guard let prepared = try compileNext(in: terminatedText, handle),
            let pointer = prepared.statement
        else { return nil }
        let statement = Statement(pointer: pointer, handle: handle, connection: owner)
        statement.changesStorage = prepared.changesStorage
        return statement
    }

    private func compileNext(
        in terminatedText: UnsafeBufferPointer<UInt8>, _ handle: ConnectionHandle
    ) throws(SQLiteError) -> ConnectionHandle.Prepared? {
        let text = UnsafeBufferPointer(
            start: terminatedText.baseAddress, count: terminatedText.count - 1)
        guard position < text.count else {
            _ = try handle.open()
            return nil
        }
        let prepared = try handle.prepare(text, from: position, isTerminated: true)
        guard prepared.statement != nil else {
            try Connection.requireEnd(of: text, from: prepared.end)
            return nil
        }
        position = prepared.end
        return prepared
    }

    /// The error of a statement, and its position in the script.
    package struct Failure: Error {
        package let error: SQLiteError
        /// The offset in bytes from the start of the script: of the error if SQLite reports its position, otherwise of
        /// the statement.
        package let offset: Int
    }

    /// Runs the remaining statements as ``run()`` does, each without the whitespace and comments before it.
    package func runLocated() throws(Failure) {
        while let start = firstToken {
            position = start
            let statement: Statement
            do {
                guard let next = try next() else { return }
                statement = next
            } catch {
                throw Failure(error: error, offset: error.offset ?? start)
            }
            do {
                try Self.run(statement)
            } catch {
                throw Failure(error: error, offset: start + (error.offset ?? 0))
            }
        }
    }

    /// Runs the remaining statements and discards their rows.
    ///
    /// - Throws: The error of the first statement that fails; `SQLITE_RANGE` for a statement with
    ///   parameters, because they have no values here.
    func run() throws(SQLiteError) {
        try terminatedText.withUnsafeBufferPointer { (text) throws(SQLiteError) in
            let handle = connection.handle
            guard let statement = try next(in: text, handle, keeping: nil) else { return }
            var hasNext = true
            while hasNext {
                try Self.run(statement)
                hasNext = try statement.advance { () throws(SQLiteError) in
                    try compileNext(in: text, handle)
                }
            }
        }
    }

    private static func run(_ statement: Statement) throws(SQLiteError) {
        if statement.parameterCount() > 0 { try statement.bindAll([]) }
        while try statement.step() {}
    }
}

extension Connection {
    /// The statements of a script, which can be run one at a time.
    public func statements(in script: String) -> SQLiteScript {
        SQLiteScript(script, from: 0, connection: self)
    }

    /// The statements of a script, starting at an offset in bytes.
    package func statements(in script: String, from start: Int) -> SQLiteScript {
        SQLiteScript(script, from: start, connection: self)
    }
}

extension ConnectionProtocol {
    /// The statements of a script, one at a time. See ``SQLiteScript``.
    ///
    /// - Throws: `SQLITE_MISUSE` if the connection is not an SQLite connection, such as a stub.
    public func statements(in script: String) throws(SQLiteError) -> SQLiteScript {
        guard let connection = sqliteConnection?.takeUnretainedValue() else {
            throw SQLiteError.misuse(
                "\(type(of: self)) does not support the statements of a script")
        }
        return connection.statements(in: script)
    }
}
