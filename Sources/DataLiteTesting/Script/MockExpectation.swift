import DataLiteSyntax

/// A call that a test expects. ``MockConnection/expectExecute(_:fileID:line:)`` and the other
/// `expect` functions return it, so that parameters, answers and counts can be specified.
///
/// ```swift
/// mock.expectExecute("UPDATE users SET name = :name WHERE id = :id")
///     .with(["name": "Ada", "id": 7])
///     .returning(changes: 1)
///     .times(2)
/// ```
public final class MockExpectation {
    let kind: Kind

    /// The number of times the call was made, readable from other threads.
    let progress: ExpectationProgress

    private var parameters: ParameterPatterns = .all {
        didSet { progress.parameters = parameters.description }
    }
    private var answers: [MockAnswer] = []

    init(_ kind: Kind, at site: CallSite) {
        self.kind = kind
        self.progress = ExpectationProgress(kind, at: site)
    }

    /// Whether the call may be made again.
    var isOpen: Bool { progress.isOpen }
    var isSatisfied: Bool { progress.isSatisfied }

    /// Whether the call is forbidden.
    var isForbidden: Bool { progress.isForbidden }

    /// Whether the expected SQL changes the schema.
    var changesSchema: Bool { kind.text?.kind == .schema }

    // MARK: - Details

    /// Expects values for all parameters of the statement, starting with the first. Without this,
    /// any values match.
    @discardableResult
    public func with(_ parameters: ParameterPattern...) -> MockExpectation {
        self.parameters = .positions(parameters)
        return self
    }

    /// Expects values for all parameters of the statement by name, with or without the `:`.
    @discardableResult
    public func with(_ parameters: KeyValuePairs<String, ParameterPattern>) -> MockExpectation {
        self.parameters = ParameterPatterns(parameters)
        return self
    }

    /// Answers the call. Several answers are used in order, and the last one is used for all
    /// further calls.
    @discardableResult
    public func returning(_ answer: MockAnswer) -> MockExpectation {
        answers.append(answer)
        return self
    }

    /// Answers with rows.
    @discardableResult
    public func returning(_ rows: SQLiteRow...) -> MockExpectation { returning(.rows(rows)) }

    /// Answers with rows.
    @discardableResult
    public func returning(rows: [SQLiteRow]) -> MockExpectation { returning(.rows(rows)) }

    /// Answers with the effect of a write.
    @discardableResult
    public func returning(changes: Int64, lastInsertRowID: Int64? = nil) -> MockExpectation {
        returning(.changes(changes, lastInsertRowID: lastInsertRowID))
    }

    /// Answers with an error.
    @discardableResult
    public func throwing(_ code: ResultCode, _ message: String? = nil) -> MockExpectation {
        returning(.error(code, message))
    }

    /// Answers with an error.
    @discardableResult
    public func throwing(_ error: SQLiteError) -> MockExpectation { returning(.error(error)) }

    /// Expects the call a number of times; by default, once. Zero forbids the call.
    @discardableResult
    public func times(_ count: Int) -> MockExpectation {
        progress.expect(count, count)
        return self
    }

    /// Expects the call at least a number of times.
    @discardableResult
    public func atLeast(_ count: Int) -> MockExpectation {
        progress.expect(count, .max)
        return self
    }

    /// Makes the call optional.
    @discardableResult
    public func optional() -> MockExpectation {
        progress.makeOptional()
        return self
    }

    // MARK: - Matching

    func matches(_ event: Kind.Event) -> Bool {
        guard kind.matches(event) else { return false }
        guard case .run(let call) = event else { return true }
        return parameters.differences(from: call).isEmpty
    }

    /// The differences of a call, in lines; empty if it is a different kind of call.
    func differences(from event: Kind.Event) -> [String] {
        if let text = event.text, let differences = kind.pattern?.differences(from: text) {
            return differences
        }
        guard kind.matches(event), case .run(let call) = event else { return [] }
        return parameters.differences(from: call)
    }

    /// Counts a call that matches, and captures its parameters.
    ///
    /// - Returns: The answer, if there is one.
    func accept(_ event: Kind.Event) -> MockAnswer? {
        let answer = nextAnswer
        progress.countCall()
        if case .run(let call) = event { parameters.accepted(call) }
        return answer
    }

    /// The answer to the next call.
    var nextAnswer: MockAnswer? {
        answers.isEmpty ? nil : answers[min(progress.count, answers.count - 1)]
    }
}

extension MockExpectation: CustomStringConvertible {
    /// `execute UPDATE users SET name = ? [?1 'Ada'] (UserTests.swift:21)`
    public var description: String { progress.description }
}
