/// The number of times an expected call was made, readable from any thread.
final class ExpectationProgress: Sendable {
    /// The description of the expected call, without its parameters.
    private let kind: String
    private let callSite: CallSite

    /// Whether the expected call ends a transaction.
    let endsTransaction: Bool

    private let state = Locked(State())

    private struct State: Sendable {
        var parameters = ""
        var least = 1
        var most = 1
        var count = 0
    }

    init(_ kind: MockExpectation.Kind, at site: CallSite) {
        self.kind = kind.description
        callSite = site
        endsTransaction = kind.endsTransaction
    }

    /// The description of the expected parameters; empty if any values are accepted.
    var parameters: String {
        get { state.withLock { $0.parameters } }
        set { state.withLock { $0.parameters = newValue } }
    }

    func expect(_ least: Int, _ most: Int) {
        state.withLock { ($0.least, $0.most) = (least, most) }
    }

    func makeOptional() { state.withLock { $0.least = 0 } }

    func countCall() { state.withLock { $0.count += 1 } }

    var count: Int { state.withLock { $0.count } }
    var isOpen: Bool { state.withLock { $0.count < $0.most } }
    var isSatisfied: Bool { state.withLock { $0.count >= $0.least } }

    /// Whether the call is forbidden.
    var isForbidden: Bool { state.withLock { $0.most <= 0 } }

    /// The description of the call with the number of missing calls; `nil` if it was made often
    /// enough.
    var missing: String? {
        let state = state.withLock { $0 }
        guard state.count < state.least else { return nil }
        let missing = state.least - state.count
        return description + (state.least == 1 ? "" : ", \(missing) of \(state.least) times")
    }
}

extension ExpectationProgress: CustomStringConvertible {
    /// `execute UPDATE users SET name = ? [?1 'Ada'] (UserTests.swift:21)`
    var description: String { "\(kind)\(parameters) (\(callSite))" }
}
