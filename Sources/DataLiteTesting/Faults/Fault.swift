import DataLiteCore

/// Where a fault strikes.
public struct FaultPlace: Hashable, Sendable {
    enum Call: Hashable {
        case prepare
        case bind
        case step(row: Int)
        case reset
        case close
    }

    let call: Call

    /// When a statement is prepared.
    public static let prepare = FaultPlace(call: .prepare)
    /// When a value is bound.
    public static let bind = FaultPlace(call: .bind)
    /// At the first step of a run.
    public static let step = FaultPlace(call: .step(row: 0))
    /// At the step after so many rows of a run: 0 is the first step.
    public static func step(row: Int) -> FaultPlace { FaultPlace(call: .step(row: row)) }
    /// When a statement is reset whose run has begun.
    public static let reset = FaultPlace(call: .reset)
    /// When the connection is closed.
    public static let close = FaultPlace(call: .close)
}

/// A failure to come.
struct Fault {
    let place: FaultPlace
    let pattern: SQLPattern
    let error: SQLiteError?
    let delay: Duration?
    var skipping: Int
    var times: Int?
}

/// The failures to come.
struct FaultPlan {
    private var faults: [Fault] = []

    mutating func add(_ fault: Fault) { faults.append(fault) }

    mutating func removeAll() { faults = [] }

    /// The fault that strikes a call, which is one less to come.
    mutating func take(_ call: FaultPlace.Call, _ sql: String) -> Fault? {
        for index in faults.indices {
            let fault = faults[index]
            guard fault.place.call == call, fault.times != 0, fault.pattern.matches(sql) else {
                continue
            }
            guard fault.skipping == 0 else {
                faults[index].skipping -= 1
                continue
            }
            faults[index].times = fault.times.map { $0 - 1 }
            return fault
        }
        return nil
    }
}
