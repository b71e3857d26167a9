/// A type that is notified of every statement that a connection begins to run, including statements of
/// triggers.
///
/// A connection holds its delegates weakly and calls them synchronously. A delegate that runs SQL on that connection
/// gets `SQLITE_MISUSE`. It may reset or release a statement or cursor. If that ends an `INSERT ... RETURNING` early,
/// the insert commits, unless the traced statement also writes: then both commit when the traced statement ends. C:
/// `sqlite3_trace_v2`.
public protocol ConnectionTraceDelegate: AnyObject {
    /// A statement begins to run.
    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace)
}

/// A trace delegate that is also notified of every row that a statement returns.
///
/// It also receives the rows of statements that SQLite runs itself, for example to read the schema or in a full-text
/// table, some without their SQL, but not those of `EXPLAIN`. All values of the row are copied, so it is slow. C:
/// `sqlite3_trace_v2` with `SQLITE_TRACE_ROW`.
public protocol ConnectionRowTraceDelegate: ConnectionTraceDelegate {
    /// A statement returns a row, which the caller has not yet received.
    func connection(_ connection: any ConnectionProtocol, willReturn row: TracedRow)
}

package final class WeakTraceDelegate: WeakReference {
    package private(set) weak var object: (any ConnectionTraceDelegate)?

    package init(_ object: any ConnectionTraceDelegate) { self.object = object }
}
