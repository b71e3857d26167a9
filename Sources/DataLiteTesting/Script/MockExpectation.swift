public import DataLiteCore
import DataLiteSyntax

/// A call that a test expects: what ``MockConnection/expectExecute(_:fileID:line:)`` and the other
/// `expect` functions return, so that more can be specified.
///
/// ```swift
/// mock.expectExecute("UPDATE users SET name = :name WHERE id = :id")
///     .with(["name": "Ada", "id": 7])
///     .returning(changes: 1)
///     .times(2)
/// ```
public final class MockExpectation {
    let kind: Kind

    /// How often the call was made. Other threads may read it.
    let progress: ExpectationProgress

    private var parameters: ParameterPatterns = .all {
        didSet { progress.parameters = parameters.description }
    }
    private var answers: [MockAnswer] = []

    init(_ kind: Kind, at site: CallSite) {
        self.kind = kind
        self.progress = ExpectationProgress(kind, at: site)
    }

    /// Whether the call may be made once more.
    var isOpen: Bool { progress.isOpen }
    var isSatisfied: Bool { progress.isSatisfied }

    /// Whether the call is forbidden.
    var isForbidden: Bool { progress.isForbidden }

    /// Whether the SQL that is expected changes the schema.
    var changesSchema: Bool { kind.text?.kind == .schema }
}

// MARK: - Details

extension MockExpectation {
    /// The values of the parameters, starting with the first: as many as the statement has. Without
    /// this, any values match.
    @discardableResult
    public func with(_ parameters: ParameterPattern...) -> MockExpectation {
        self.parameters = .positions(parameters)
        return self
    }

    /// The values of the parameters by name, with or without the `:`: all that the statement has.
    @discardableResult
    public func with(_ parameters: KeyValuePairs<String, ParameterPattern>) -> MockExpectation {
        self.parameters = ParameterPatterns(parameters)
        return self
    }

    /// The answer to the call. Several answers are used one after the other, and the last one for
    /// all further calls.
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

    /// Answers with the effect of a statement that writes.
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

    /// How often the call is made; by default, once. With zero, the call is forbidden.
    @discardableResult
    public func times(_ count: Int) -> MockExpectation {
        progress.expect(count, count)
        return self
    }

    /// How often the call is made at least.
    @discardableResult
    public func atLeast(_ count: Int) -> MockExpectation {
        progress.expect(count, .max)
        return self
    }

    /// The call may be made or not.
    @discardableResult
    public func optional() -> MockExpectation {
        progress.makeOptional()
        return self
    }
}

// MARK: - Matching

extension MockExpectation {
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
    /// - Returns: the answer, if there is one.
    func accept(_ event: Kind.Event) -> MockAnswer? {
        let answer = nextAnswer
        progress.countCall()
        if case .run(let call) = event { parameters.accepted(call) }
        return answer
    }

    /// The answer that the next call would get.
    var nextAnswer: MockAnswer? {
        answers.isEmpty ? nil : answers[min(progress.count, answers.count - 1)]
    }
}

extension MockExpectation: CustomStringConvertible {
    /// `execute UPDATE users SET name = ? [?1 'Ada'] (UserTests.swift:21)`
    public var description: String { progress.description }
}
