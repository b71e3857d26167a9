/// Told of every statement that a connection begins to run, those of triggers included.
///
/// A connection holds its delegates weakly and calls them synchronously. They must not run SQL on
/// that connection: it answers with `SQLITE_MISUSE`. C: `sqlite3_trace_v2`.
public protocol ConnectionTraceDelegate: AnyObject {
    /// A statement begins to run.
    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace)
}

/// A statement that begins to run.
public struct SQLTrace: Hashable, Sendable {
    /// The text with its parameters as they are written. That of a trigger's statement is a comment
    /// which names the trigger.
    public let unexpandedSQL: String

    /// The text with the bound values in place of the parameters.
    public let expandedSQL: String

    /// A trace, for mocks.
    public init(unexpandedSQL: String, expandedSQL: String) {
        self.unexpandedSQL = unexpandedSQL
        self.expandedSQL = expandedSQL
    }
}
