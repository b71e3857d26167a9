import IssueReporting

/// The calls made to a ``MockConnection`` and the problems found, readable from any thread or
/// actor.
///
/// The test cannot use a mock that it has sent to an actor, but it can use the record:
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
/// The record does not retain the mock.
public final class MockRecord: Sendable {
    private let state = Locked(State())

    /// The location where the mock was created.
    private let callSite: CallSite

    fileprivate struct State: Sendable {
        var log = MockLog()
        var expectations: [ExpectationProgress] = []
        var refusedExpectations: [String] = []
        var failure: String?
        var openRuns: [Int: OpenRun] = [:]
        var nextRun = 0
        var isTransactionOpen = false
        /// The problems that the test has read or that were reported.
        var knownProblems: Set<String> = []
    }

    /// A statement that was not read to its end.
    fileprivate struct OpenRun: Sendable {
        let sql: String
        var rows = 0
    }

    init(site: CallSite) { callSite = site }

    /// The calls made to the mock, in order.
    public var log: MockLog { state.withLock { $0.log } }

    // MARK: - Verifying

    /// Reports problems at the line of the caller: an unexpected call, missing calls, statements
    /// and transactions that were left open. In Swift Testing and in XCTest, each is a failure of
    /// the running test.
    ///
    /// After an unexpected call, only that call is reported, because it may have caused the other
    /// problems.
    ///
    /// - Returns: Whether there are no problems.
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

    /// The problems that ``verify(fileID:filePath:line:column:)`` would report. Problems read here
    /// are not reported again when the mock is released.
    public var problems: [String] {
        state.withLock { state in
            let problems = state.problems
            state.knownProblems.formUnion(problems)
            return problems
        }
    }

    /// Reports the problems that were not verified, at the line where the mock was created.
    func mockWasReleased() {
        let problems = state.withLock { state in
            state.problems.filter { !state.knownProblems.contains($0) }
        }
        for problem in problems {
            reportIssue(
                "\(problem)\n(found when the mock was released without verify())",
                fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
                column: callSite.column)
        }
    }

    /// Ends the verification after the test itself has failed with an error. Only an unexpected
    /// call is reported, and only if its error differs from the thrown one.
    func verify(afterThrowing error: any Error, at site: CallSite) {
        let failure = state.withLock { state in
            state.knownProblems.formUnion(state.problems)
            return state.failure
        }
        guard let failure, failure != (error as? SQLiteError)?.message else { return }
        reportIssue(
            failure, fileID: site.fileID, filePath: site.filePath, line: site.line,
            column: site.column)
    }

    // MARK: - Recording

    func append(_ event: MockEvent) { state.withLock { $0.log.append(event) } }

    func append(_ expectation: ExpectationProgress) {
        state.withLock { $0.expectations.append(expectation) }
    }

    /// Records an expectation that no call can satisfy.
    func append(refusedExpectation message: String) {
        state.withLock { $0.refusedExpectations.append(message) }
    }

    /// Records a problem with a call. Only the first such problem is kept, because it may have
    /// caused the later ones.
    func fail(_ message: String) {
        state.withLock { $0.failure = $0.failure ?? message }
    }

    func setTransaction(isOpen: Bool) { state.withLock { $0.isTransactionOpen = isOpen } }

    /// Records that a statement is open.
    ///
    /// - Returns: A number for ``runDidStep(_:rows:)`` and ``runDidEnd(_:)``.
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

extension MockRecord.State {
    fileprivate var problems: [String] {
        guard refusedExpectations.isEmpty else { return refusedExpectations }
        guard failure == nil else { return [failure].compactMap(\.self) }
        let unmet = expectations.filter { !$0.isSatisfied }
        // If the end of the transaction is missing, the transaction is open for that reason.
        let isLeftOpen = isTransactionOpen && !unmet.contains(where: \.endsTransaction)
        return Self.problem(of: unmet) + openStatements
            + (isLeftOpen ? ["a transaction was left open"] : [])
    }

    private static func problem(of unmet: [ExpectationProgress]) -> [String] {
        let calls = unmet.compactMap(\.missing)
        return switch calls.count {
        case 0: []
        case 1: ["missing call: \(calls[0])"]
        default:
            [
                (["missing calls:"] + MessageText.lines(calls).map { "  \($0)" }).joined(
                    separator: "\n")
            ]
        }
    }

    private var openStatements: [String] {
        openRuns.sorted { $0.key < $1.key }.map { _, run in
            let rows = run.rows.counted("row")
            return "a statement was left open after \(rows): \(MessageText.sql(run.sql))"
        }
    }
}
