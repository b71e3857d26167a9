/// The patterns for all parameters of a statement.
enum ParameterPatterns {
    /// Any values.
    case all
    /// A pattern for each parameter.
    case positions([ParameterPattern])
    /// A pattern for each parameter, by name.
    case names([(name: String, pattern: ParameterPattern)])

    /// A pattern for each parameter; any values without patterns.
    init(expected patterns: [ParameterPattern]) {
        self = patterns.isEmpty ? .all : .positions(patterns)
    }

    init(_ names: KeyValuePairs<String, ParameterPattern>) {
        self = .names(names.map { (name: $0.key, pattern: $0.value) })
    }

    /// The reasons the parameters of a call do not match; empty if they match.
    func differences(from call: MockCall) -> [String] {
        switch self {
        case .all: []
        case .positions(let patterns): MessageText.lines(Self.differences(patterns, call))
        case .names(let patterns): MessageText.lines(Self.differences(patterns, call))
        }
    }

    private static func differences(
        _ patterns: [ParameterPattern], _ call: MockCall
    ) -> [String] {
        guard patterns.count == call.parameters.count else {
            return [
                "expected \(patterns.count.counted("parameter")), "
                    + "but the statement has \(call.parameters.count)"
            ]
        }
        return patterns.indices.compactMap { difference(patterns[$0], call, $0) }
    }

    private static func differences(
        _ patterns: [(name: String, pattern: ParameterPattern)], _ call: MockCall
    ) -> [String] {
        var expected: Set<Int> = []
        var differences: [String] = []
        for (name, pattern) in patterns {
            guard let index = call.index(of: name) else {
                differences.append("the statement has no parameter \(MessageText.name(name))")
                continue
            }
            expected.insert(index)
            if let difference = difference(pattern, call, index) {
                differences.append(difference)
            }
        }
        return differences
            + call.parameters.indices.filter { !expected.contains($0) }.map {
                "parameter \(MessageText.name(call.label($0))) is not expected"
            }
    }

    private static func difference(
        _ pattern: ParameterPattern, _ call: MockCall, _ index: Int
    ) -> String? {
        let value = call.parameters[index]
        guard !pattern.matches(value) else { return nil }
        let label = MessageText.name(call.label(index))
        return "parameter \(label): expected \(pattern), found \(value.debugDescription)"
    }

    /// Captures the values of a call that matches.
    func accepted(_ call: MockCall) {
        switch self {
        case .all: break
        case .positions(let patterns):
            for (pattern, value) in zip(patterns, call.parameters) { pattern.accepted(value) }
        case .names(let patterns):
            for (name, pattern) in patterns { call[name].map { pattern.accepted($0) } }
        }
    }
}

extension ParameterPatterns: CustomStringConvertible {
    /// ` [?1 'Ada', ?2 any value]`; empty for any values.
    var description: String {
        switch self {
        case .all: ""
        case .positions(let patterns):
            " [" + MessageText.list(patterns.enumerated()) { "?\($0 + 1) \($1)" } + "]"
        case .names(let patterns):
            " [" + MessageText.list(patterns) { "\(MessageText.name($0)) \($1)" } + "]"
        }
    }
}
