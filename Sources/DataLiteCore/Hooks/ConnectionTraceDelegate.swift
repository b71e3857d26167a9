/// Called for every statement that a connection begins to run, including those of triggers.
///
/// A connection holds its delegates weakly and calls them synchronously. They must not run SQL on
/// that connection: it throws `SQLITE_MISUSE`. They may reset or release a statement or cursor. If that
/// is an `INSERT ... RETURNING` that was not read to its end, it commits there, unless the traced
/// statement writes too: then both commit when that one ends. C: `sqlite3_trace_v2`.
public protocol ConnectionTraceDelegate: AnyObject {
    /// A statement begins to run.
    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace)
}

package final class WeakTraceDelegate: WeakReference {
    package private(set) weak var object: (any ConnectionTraceDelegate)?

    package init(_ object: any ConnectionTraceDelegate) { self.object = object }
}
