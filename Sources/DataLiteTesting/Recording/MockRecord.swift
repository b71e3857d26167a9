import DataLiteCore
import IssueReporting

/// What was done to a ``MockConnection`` and what is wrong with it, readable from any thread or
/// actor.
///
/// A mock that is sent into an actor cannot be used by the test any more; its record can:
///
/// ```swift
/// let mock = MockConnection()
/// mock.expectExecute("DELETE FROM jobs")
/// let record = mock.record
/// let store = JobActor(connection: mock)
/// try await store.clear()
/// record.verify()
/// ```
///
/// The record keeps no reference to the mock.
public final class MockRecord: Sendable {
    private let state = Locked(State())

    /// Where the mock was made.
    private let place: SourcePlace

    fileprivate struct State: Sendable {
        var log = MockLog()
        var expectations: [ExpectationProgress] = []
        var refusedExpectations: [String] = []
        var failure: String?
        var openRuns: [Int: OpenRun] = [:]
        var nextRun = 0
        var isTransactionOpen = false
        /// The problems that the test has asked for or been told of.
        var knownProblems: Set<String> = []
    }

    /// A statement that was not read to its end.
    fileprivate struct OpenRun: Sendable {
        let sql: String
        var rows = 0
    }

    init(place: SourcePlace) { self.place = place }

    /// What was done to the mock, in order.
    public var log: MockLog { state.withLock { $0.log } }
}

// MARK: - Verifying

extension MockRecord {
    /// Reports, at the line of the caller, what is wrong: an unexpected call, calls that have not
    /// come, statements and transactions that were left open. In Swift Testing and in
    /// XCTest, each is a failure of the running test.
    ///
    /// After an unexpected call the code under test is on a path that the test has not planned, so
    /// what follows from it is not reported.
    ///
    /// - Returns: whether nothing is wrong.
    @discardableResult
    public func verify(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Bool {
        let problems = problems
        for problem in problems {
            reportIssue(problem, fileID: fileID, filePath: filePath, line: line, column: column)
        }
        return problems.isEmpty
    }

    /// What ``verify(fileID:filePath:line:column:)`` would report. A problem that was read here is
    /// not reported again when the mock is released.
    public var problems: [String] {
        state.withLock { state in
            let problems = state.problems
            state.knownProblems.formUnion(problems)
            return problems
        }
    }

    /// Reports the problems that were not verified, at the line where the mock was made.
    func mockWasReleased() {
        let problems = state.withLock { state in
            state.problems.filter { !state.knownProblems.contains($0) }
        }
        for problem in problems {
            reportIssue(
                "\(problem)\n(found when the mock was released without verify())",
                fileID: place.fileID, filePath: place.filePath, line: place.line,
                column: place.column)
        }
    }

    /// Ends the verification after the test itself has failed with an error: an unexpected call is
    /// reported unless it is this very error, and nothing else is.
    func verify(afterThrowing error: any Error, at place: SourcePlace) {
        let failure = state.withLock { state in
            state.knownProblems.formUnion(state.problems)
            return state.failure
        }
        guard let failure, failure != (error as? SQLiteError)?.message else { return }
        reportIssue(
            failure, fileID: place.fileID, filePath: place.filePath, line: place.line,
            column: place.column)
    }
}

extension MockRecord.State {
    fileprivate var problems: [String] {
        guard refusedExpectations.isEmpty else { return refusedExpectations }
        guard failure == nil else { return [failure].compactMap(\.self) }
        let unmet = expectations.filter { !$0.isSatisfied }
        // A transaction whose end was expected and has not come is open for that reason.
        let isLeftOpen = isTransactionOpen && !unmet.contains(where: \.endsTransaction)
        return Self.problem(of: unmet) + openStatements
            + (isLeftOpen ? ["a transaction was left open"] : [])
    }

    private static func problem(of unmet: [ExpectationProgress]) -> [String] {
        let calls = unmet.compactMap(\.missing)
        return switch calls.count {
        case 0: []
        case 1: ["a call has not come: \(calls[0])"]
        default: [(["calls that have not come:"] + calls.map { "  \($0)" }).joined(separator: "\n")]
        }
    }

    private var openStatements: [String] {
        openRuns.sorted { $0.key < $1.key }.map { _, run in
            let rows = "\(run.rows) row\(run.rows == 1 ? "" : "s")"
            return "a statement was left open after \(rows): \(run.sql)"
        }
    }
}

// MARK: - Recording

extension MockRecord {
    func append(_ event: MockEvent) { state.withLock { $0.log.append(event) } }

    func append(_ expectation: ExpectationProgress) {
        state.withLock { $0.expectations.append(expectation) }
    }

    /// Records an expectation that no call can meet.
    func append(refusedExpectation message: String) {
        state.withLock { $0.refusedExpectations.append(message) }
    }

    /// Records what is wrong with a call. Only the first such failure counts: later ones may be its
    /// consequences.
    func fail(_ message: String) {
        state.withLock { $0.failure = $0.failure ?? message }
    }

    func setTransaction(isOpen: Bool) { state.withLock { $0.isTransactionOpen = isOpen } }

    /// Records that a statement is open.
    ///
    /// - Returns: a number for ``runDidStep(_:rows:)`` and ``runDidEnd(_:)``.
    func runDidBegin(_ sql: String) -> Int {
        state.withLock { state in
            state.nextRun += 1
            state.openRuns[state.nextRun] = OpenRun(sql: sql)
            return state.nextRun
        }
    }

    func runDidStep(_ run: Int, rows: Int) { state.withLock { $0.openRuns[run]?.rows = rows } }

    func runDidEnd(_ run: Int) { state.withLock { _ = $0.openRuns.removeValue(forKey: run) } }
}
