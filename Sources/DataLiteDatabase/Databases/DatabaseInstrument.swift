public import DataLiteCore
import Foundation

/// Receives what a database does, for logs, metrics and traces.
///
/// ```swift
/// struct SlowCalls: DatabaseInstrument {
///     func callEnded(_ call: DatabaseCall, after duration: Duration?, error: (any Error)?) {
///         guard let duration, duration > .milliseconds(100) else { return }
///         print("a \(call.kind.rawValue) took \(duration)")
///     }
/// }
///
/// let configuration = Database.Configuration { $0.instruments = [SlowCalls()] }
/// ```
///
/// The methods are called on the threads of the calls, by several threads at the same time, and each call waits for
/// them. They must not use the database that calls them. No value of a parameter is passed to them. Without
/// instruments, nothing is measured.
public protocol DatabaseInstrument: Sendable {
    /// The shortest duration of the statements to receive, zero for all; `nil`, the default, for none. It is read when
    /// a connection is opened.
    var statementLimit: Duration? { get }

    /// A call begins to wait for a connection. Its next event is `callBegan` or its end.
    func callWaits(_ call: DatabaseCall)

    /// A call has a connection, and its transaction begins. For an asynchronous call, this runs in the calling task.
    func callBegan(_ call: DatabaseCall)

    /// A call has ended: its transaction was committed, or rolled back if there is an error. Each call ends once.
    ///
    /// - Parameters:
    ///   - duration: The time since the call began; `nil` if it never got a connection.
    ///   - error: What the caller receives. Errors of the closure are passed unchanged.
    func callEnded(_ call: DatabaseCall, after duration: Duration?, error: (any Error)?)

    /// The run of a statement has ended, whether it succeeded or failed: one of the closure, or one of the library, such
    /// as `BEGIN` and `COMMIT`.
    ///
    /// - Parameter call: The call that has run the statement; `nil` outside of calls.
    func statementEnded(_ statement: LoggedStatement, of call: DatabaseCall?)

    /// A checkpoint has ended: one of `Database.checkpoint`, or an automatic one.
    func checkpointEnded(_ result: Result<CheckpointResult, SQLiteError>, after duration: Duration)
}

extension DatabaseInstrument {
    public var statementLimit: Duration? { nil }
    public func callWaits(_ call: DatabaseCall) {}
    public func callBegan(_ call: DatabaseCall) {}
    public func callEnded(_ call: DatabaseCall, after duration: Duration?, error: (any Error)?) {}
    public func statementEnded(_ statement: LoggedStatement, of call: DatabaseCall?) {}
    public func checkpointEnded(
        _ result: Result<CheckpointResult, SQLiteError>, after duration: Duration
    ) {}
}

/// A read, a write or another call of a database, for its instruments.
public struct DatabaseCall: Equatable, Sendable {
    /// A number that no other call of the process has.
    public let id: UInt64

    /// What the call does.
    public let kind: Kind

    /// How long the call has waited for a connection; `nil` if it did not have to wait.
    public internal(set) var waited: Duration?

    /// A call, for tests of an instrument.
    public init(id: UInt64, kind: Kind, waited: Duration? = nil) {
        (self.id, self.kind, self.waited) = (id, kind, waited)
    }

    /// What a call does, and the transaction that its closure runs in.
    public enum Kind: String, Hashable, Sendable {
        /// A read transaction.
        case read
        /// An immediate transaction.
        case write
        /// A write that shares the transaction of a `write` with others. It uses no connection of its own and does not
        /// wait for one: it begins when it is called.
        case groupedWrite
        /// No transaction: changes of the closure are kept if the call is cancelled.
        case writeWithoutTransaction
        /// No transaction, such as a backup.
        case readWithoutTransaction
        /// A savepoint in the transaction of a snapshot. Rolling it back also discards temporary tables.
        case snapshot
        /// The fetch of a value that an observation delivers.
        case observation
    }
}

/// Reports a call to the instruments, each event once and in order.
//
// SAFETY: the state is accessed under the lock or, if there is none, only by the thread that makes the call.
package final class CallReport: @unchecked Sendable {
    package enum Phase: Comparable { case new, waiting, running, ended }

    private static let lastID = Locked<UInt64>(0)
    private let instruments: [any DatabaseInstrument]
    private let lock: Locked<Void>?
    private var call: DatabaseCall
    private var phase = Phase.new
    private var phaseStart: UInt64 = 0

    /// - Parameter isSynchronous: Whether only the current thread reports the call.
    /// - Returns: `nil` if there are no instruments.
    package init?(
        _ kind: DatabaseCall.Kind, _ instruments: [any DatabaseInstrument],
        isSynchronous: Bool = false
    ) {
        guard !instruments.isEmpty else { return nil }
        self.instruments = instruments
        lock = isSynchronous ? nil : Locked(())
        let id = Self.lastID.withLock { last in
            last += 1
            return last
        }
        call = DatabaseCall(id: id, kind: kind)
    }

    /// The call while it is running.
    package var runningCall: DatabaseCall? {
        guard let lock else { return phase == .running ? call : nil }
        return lock.withLock { _ in phase == .running ? call : nil }
    }

    /// Reports that the call begins a phase. Has no effect if it is in this phase or a later one.
    ///
    /// The instruments are called under the lock, so that another thread cannot report the next phase before them.
    @inline(never)
    package func begin(_ phase: Phase, _ error: (any Error)? = nil) {
        guard let lock else { return advance(to: phase, error) }
        lock.withLock { _ in advance(to: phase, error) }
    }

    /// The time in nanoseconds.
    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private func advance(to phase: Phase, _ error: (any Error)?) {
        guard phase > self.phase else { return }
        let now = Self.now
        var duration: Duration?
        switch self.phase {
        case .waiting: call.waited = .nanoseconds(now - phaseStart)
        case .running: duration = .nanoseconds(now - phaseStart)
        case .new, .ended: break
        }
        if phase == .waiting { call.waited = .zero }
        (self.phase, phaseStart) = (phase, now)
        for instrument in instruments {
            switch phase {
            case .new, .waiting: instrument.callWaits(call)
            case .running: instrument.callBegan(call)
            case .ended: instrument.callEnded(call, after: duration, error: error)
            }
        }
    }
}

extension Database.Configuration {
    /// The settings of a connection, whose statements are reported to the instruments.
    var instrumentedConnection: Connection.Configuration {
        var settings = connection
        for instrument in instruments {
            guard let limit = instrument.statementLimit else { continue }
            settings.addStatementLog(slowerThan: limit) { statement, connection in
                let call = (connection.call as? CallReport)?.runningCall
                instrument.statementEnded(statement, of: call)
            }
        }
        return settings
    }
}
