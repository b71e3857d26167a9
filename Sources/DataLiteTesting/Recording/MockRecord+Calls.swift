import IssueReporting

// Checks of the recorded calls, with the same patterns that expectations use.

extension MockRecord {
    /// The statements that were run and match a pattern, in order. They include statements that the
    /// mock rejected, but not statements that failed because of a fault.
    public func calls(_ pattern: SQLPattern = .any) -> [MockCall] {
        allCalls.filter { pattern.matches($0.text) }
    }

    /// The statements that were run and match a pattern and these parameter values, in order.
    public func calls(_ pattern: SQLPattern, with parameters: ParameterPattern...) -> [MockCall] {
        calls(pattern, .positions(parameters))
    }

    /// The statements that were run and match a pattern and these named parameter values, in order.
    public func calls(
        _ pattern: SQLPattern, with parameters: KeyValuePairs<String, ParameterPattern>
    ) -> [MockCall] {
        calls(pattern, ParameterPatterns(parameters))
    }

    /// Reports a problem at the line of the caller if a statement was not run as often as expected.
    /// The report lists the statements that were run instead.
    ///
    /// ```swift
    /// let mock = try MockConnection.spy(schema: schema)
    /// try JobStore(connection: mock).add("report")
    /// mock.verifyRan("INSERT INTO jobs(name, state) VALUES (?, ?)", with: "report", .any)
    /// ```
    ///
    /// - Parameters:
    ///   - pattern: The statement.
    ///   - parameters: The values of all its parameters. If empty, any values match.
    ///   - times: The expected number of runs; `nil` for one or more.
    /// - Returns: Whether the statement was run as often as expected.
    @discardableResult
    public func verifyRan(
        _ pattern: SQLPattern, with parameters: ParameterPattern..., times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) -> Bool {
        verify(
            pattern, ParameterPatterns(expected: parameters), times: times,
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Reports a problem at the line of the caller if a statement with these named parameter values
    /// was not run as often as expected.
    @discardableResult
    public func verifyRan(
        _ pattern: SQLPattern, with parameters: KeyValuePairs<String, ParameterPattern>,
        times: Int? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column
    ) -> Bool {
        verify(
            pattern, ParameterPatterns(parameters), times: times,
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    func verify(
        _ pattern: SQLPattern, _ parameters: ParameterPatterns, times: Int?, at site: CallSite
    ) -> Bool {
        let count = calls(pattern, parameters).count
        if let times, count == times { return true }
        if times == nil, count > 0 { return true }
        reportIssue(
            message(pattern, parameters, times: times, count: count), fileID: site.fileID,
            filePath: site.filePath, line: site.line, column: site.column)
        return false
    }

    private func message(
        _ pattern: SQLPattern, _ parameters: ParameterPatterns, times: Int?, count: Int
    ) -> String {
        let expected = times.map { $0.counted("time") } ?? "at least once"
        let call = MessageText.sql(pattern.description) + parameters.description
        let title = "expected to run \(expected), but ran \(count.counted("time")): \(call)"
        guard count == 0 else { return title }
        let others = Self.closest(to: pattern, among: allCalls)
        guard !others.isEmpty else { return title + "\n  nothing was run" }
        let runs = others.map { call in
            let differences =
                pattern.differences(from: call.text) ?? parameters.differences(from: call)
            return ([call.summary] + differences.map { "  \($0)" }).joined(separator: "\n  ")
        }
        let lines = MessageText.lines(runs.map { "run: \($0)" }).map { "  \($0)" }
        return ([title] + lines).joined(separator: "\n")
    }

    /// The calls whose SQL matches, or else the call whose SQL differs least.
    private static func closest(to pattern: SQLPattern, among calls: [MockCall]) -> [MockCall] {
        let matching = calls.filter { pattern.matches($0.text) }
        guard matching.isEmpty else { return matching }
        return calls.min { pattern.distance(from: $0.text) < pattern.distance(from: $1.text) }
            .map { [$0] } ?? []
    }

    private func calls(_ pattern: SQLPattern, _ parameters: ParameterPatterns) -> [MockCall] {
        let calls = calls(pattern).filter { parameters.differences(from: $0).isEmpty }
        for call in calls { parameters.accepted(call) }
        return calls
    }

    private var allCalls: [MockCall] {
        log.compactMap { event in
            guard case .run(let sql, let values) = event else { return nil }
            return MockCall(StatementText(sql), parameters: values)
        }
    }
}
