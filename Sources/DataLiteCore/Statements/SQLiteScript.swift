import DataLiteSyntax

/// The statements of a script, one at a time.
///
/// ```swift
/// let script = connection.script("CREATE TABLE t(x); INSERT INTO t VALUES (1); SELECT x FROM t")
/// while let statement = try script.next() {
///     while try statement.step() { print(statement.columnValue(at: 0)) }
/// }
/// ```
///
/// Each statement is compiled when it is asked for, so it may use what those before it have made,
/// once they have been run. ``Connection/execute(sql:)`` runs a script whose rows do not matter.
public final class SQLiteScript {
    private let connection: Connection
    private let bytes: [UInt8]
    private var position = 0

    fileprivate init(_ text: String, connection: Connection) {
        self.connection = connection
        self.bytes = Array(text.utf8)
    }

    /// Whether nothing but white space, comments and semicolons is left.
    public var isAtEnd: Bool {
        bytes.withUnsafeBufferPointer { SQLTokenizer($0).firstToken(from: position) == nil }
    }

    /// Compiles the next statement; `nil` when there is none. C: `sqlite3_prepare_v3`.
    ///
    /// - Throws: what SQLite says of the text, with the place in the whole script; then the script
    ///   goes no further and a further call throws again.
    public func next() throws(SQLiteError) -> Statement? {
        try bytes.withUnsafeBufferPointer { (bytes) throws(SQLiteError) in
            _ = try connection.handle.open()
            guard position < bytes.count else { return nil }
            let prepared = try connection.handle.prepare(bytes, from: position)
            guard let pointer = prepared.statement else {
                try Connection.requireEnd(of: bytes, from: prepared.end)
                return nil
            }
            position = prepared.end
            return Statement(pointer: pointer, handle: connection.handle, connection: connection)
        }
    }
}

extension Connection {
    /// The statements of a script, to be run one at a time.
    public func script(_ sql: String) -> SQLiteScript {
        SQLiteScript(sql, connection: self)
    }
}
