public import DataLiteCore
import DataLiteSyntax

/// A call that a test expects of the code it tests: what ``MockConnection/expectExecute(_:fileID:line:)``
/// and the other `expect` functions return, to be told more.
///
/// ```swift
/// mock.expectExecute("UPDATE users SET name = :name WHERE id = :id")
///     .with(["name": "Ada", "id": 7])
///     .returning(changes: 1)
///     .times(2)
/// ```
public final class MockExpectation {
    let kind: Kind
    let place: SourcePlace

    /// Whether the SQL that is expected changes tables and their like.
    let changesSchema: Bool
    private(set) var least = 1
    private(set) var most = 1
    private(set) var count = 0
    private var parameters: Parameters = .all
    private var answers: [MockAnswer] = []

    private enum Parameters {
        case all
        case positions([ParameterPattern])
        case names([(name: String, pattern: ParameterPattern)])
    }

    init(_ kind: Kind, at place: SourcePlace) {
        self.kind = kind
        self.place = place
        self.changesSchema = kind.text.map { SQLText.kind($0) == .schema } ?? false
    }

    var isOpen: Bool { count < most }
    var isSatisfied: Bool { count >= least }

    /// Whether the call must not come.
    var isBan: Bool { most <= 0 }
}

// MARK: - Telling more

extension MockExpectation {
    /// The values of the parameters, from the first on: as many as the statement has. Without this,
    /// any values will do.
    @discardableResult
    public func with(_ parameters: ParameterPattern...) -> MockExpectation {
        self.parameters = .positions(parameters)
        return self
    }

    /// The values of the parameters by name, without or with the `:`: all that the statement has.
    @discardableResult
    public func with(_ parameters: KeyValuePairs<String, ParameterPattern>) -> MockExpectation {
        self.parameters = .names(parameters.map { (name: $0.key, pattern: $0.value) })
        return self
    }

    /// What the call is answered with. Given several times, the answers come one after the other,
    /// and the last one for all further calls.
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

    /// Answers with what a statement that writes has changed.
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

    /// The call comes so many times: once, unless told otherwise. Zero times means that it must not
    /// come.
    @discardableResult
    public func times(_ count: Int) -> MockExpectation {
        (least, most) = (count, count)
        return self
    }

    /// The call comes so many times or more.
    @discardableResult
    public func atLeast(_ count: Int) -> MockExpectation {
        (least, most) = (count, .max)
        return self
    }

    /// The call comes or does not.
    @discardableResult
    public func optional() -> MockExpectation {
        least = 0
        return self
    }
}

// MARK: - Meeting

extension MockExpectation {
    /// The differences between what is expected and a call; none if the call is the one expected.
    func differences(from event: Kind.Event) -> [String] {
        guard kind.matches(event) else { return ["the call is another one"] }
        guard case .run(let call) = event else { return [] }
        return differences(from: call)
    }

    private func differences(from call: MockCall) -> [String] {
        switch parameters {
        case .all:
            return []
        case .positions(let patterns):
            guard patterns.count == call.parameters.count else {
                return [
                    "\(patterns.count) parameters are expected, "
                        + "and the statement has \(call.parameters.count)"
                ]
            }
            return patterns.indices.compactMap { difference(patterns[$0], call, $0) }
        case .names(let patterns):
            var expected: Set<Int> = []
            var differences: [String] = []
            for (name, pattern) in patterns {
                guard let index = call.index(of: name) else {
                    differences.append("the statement has no parameter \(name)")
                    continue
                }
                expected.insert(index)
                if let difference = difference(pattern, call, index) {
                    differences.append(difference)
                }
            }
            return differences
                + call.parameters.indices.filter { !expected.contains($0) }.map {
                    "parameter \(call.label($0)) is not expected"
                }
        }
    }

    private func difference(
        _ pattern: ParameterPattern, _ call: MockCall, _ index: Int
    ) -> String? {
        let value = call.parameters[index]
        guard !pattern.matches(value) else { return nil }
        return
            "parameter \(call.label(index)): expected \(pattern), found \(value.debugDescription)"
    }

    /// Counts a call that is the one expected.
    ///
    /// - Returns: the answer, if one was given.
    func meet(_ event: Kind.Event) -> MockAnswer? {
        count += 1
        if case .run(let call) = event { accept(call) }
        return answers.isEmpty ? nil : answers[min(count, answers.count) - 1]
    }

    private func accept(_ call: MockCall) {
        switch parameters {
        case .all: break
        case .positions(let patterns):
            for (pattern, value) in zip(patterns, call.parameters) { pattern.accepted(value) }
        case .names(let patterns):
            for (name, pattern) in patterns {
                call[name].map { pattern.accepted($0) }
            }
        }
    }

    /// The answer that the next call would get, for the columns that it has.
    var nextAnswer: MockAnswer? {
        answers.isEmpty ? nil : answers[min(count, answers.count - 1)]
    }
}

extension MockExpectation: CustomStringConvertible {
    /// `execute UPDATE users SET name = ? [1: 'Ada'] (at UserTests.swift:21)`
    public var description: String {
        let list: String =
            switch parameters {
            case .all: ""
            case .positions(let patterns):
                " [" + patterns.enumerated().map { "?\($0 + 1) \($1)" }.joined(separator: ", ")
                    + "]"
            case .names(let patterns):
                " [" + patterns.map { "\($0) \($1)" }.joined(separator: ", ") + "]"
            }
        return "\(kind)\(list) (\(place))"
    }
}

/// Where in a test something is written.
struct SourcePlace: CustomStringConvertible {
    let fileID: StaticString
    let line: UInt

    /// `UserTests.swift:21`
    var description: String {
        let file = "\(fileID)".split(separator: "/").last.map(String.init) ?? "\(fileID)"
        return "\(file):\(line)"
    }
}
