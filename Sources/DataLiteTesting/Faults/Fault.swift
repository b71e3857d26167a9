/// The call at which a fault occurs.
public struct FaultPoint: Sendable {
    enum Call: Hashable {
        case prepare
        case bind
        case step(row: Int)
        case reset
        case close
    }

    let call: Call

    /// When a statement is prepared.
    public static let prepare = FaultPoint(call: .prepare)
    /// When a value is bound.
    public static let bind = FaultPoint(call: .bind)
    /// At the first step of a run.
    public static let step = FaultPoint(call: .step(row: 0))
    /// At the step after this number of rows of a run; 0 is the first step.
    public static func step(row: Int) -> FaultPoint { FaultPoint(call: .step(row: row)) }
    /// When a statement that has been stepped is reset.
    public static let reset = FaultPoint(call: .reset)
    /// When the connection is closed.
    public static let close = FaultPoint(call: .close)
}

/// A planned failure.
final class Fault {
    let place: FaultPoint
    let pattern: SQLPattern
    let error: SQLiteError?
    let delay: Duration?
    private var skipping: Int
    private var times: Int?

    init(
        _ place: FaultPoint, _ pattern: SQLPattern, error: SQLiteError?, delay: Duration?,
        skipping: Int, times: Int?
    ) {
        self.place = place
        self.pattern = pattern
        self.error = error
        self.delay = delay
        self.skipping = max(skipping, 0)
        self.times = times.map { max($0, 0) }
    }

    /// Whether the fault applies to a call. If so, the call counts toward the fault's `times`.
    func applies(to call: FaultPoint.Call, _ text: StatementText) -> Bool {
        guard place.call == call, times != 0 else { return false }
        // Closing runs no statement.
        guard call == .close || pattern.matches(text) else { return false }
        guard skipping == 0 else {
            skipping -= 1
            return false
        }
        times = times.map { $0 - 1 }
        return true
    }
}

/// The planned failures.
struct FaultPlan {
    private var faults: [Fault] = []

    mutating func add(_ fault: Fault) { faults.append(fault) }

    mutating func removeAll() { faults = [] }

    /// The fault that applies to a call. The call counts toward the fault's `times`.
    func take(_ call: FaultPoint.Call, _ text: StatementText) -> Fault? {
        faults.first { $0.applies(to: call, text) }
    }
}
