import DataLiteCore

/// The names of a statement's parameters.
struct ParameterNames {
    /// As they are written, `:id`; `nil` for a plain `?`.
    private let names: [String?]

    init(of statement: any StatementProtocol, count: Int) {
        names = (0..<count).map { statement.parameterNameBy(Int32($0 + 1)) }
    }

    /// Whether a parameter is a `?`, with or without a number.
    func isPlain(_ index: Int32) -> Bool {
        guard let name = names[Int(index) - 1] else { return true }
        return name.utf8.first == UInt8(ascii: "?")
    }

    /// The parameters with a name, which may have its prefix.
    func indexes(of name: String, _ rule: SQLiteCoder.ParameterNames) -> [Int32] {
        names.indices.lazy
            .filter { names[$0].map { Self.isSame($0, name, rule) } ?? false }
            .map { Int32($0 + 1) }
    }

    /// Whether a parameter, as it is written, has a name, with its prefix or without.
    static func isSame(
        _ parameter: String, _ name: String, _ rule: SQLiteCoder.ParameterNames
    ) -> Bool {
        guard let prefix = parameter.utf8.first, ":@$".utf8.contains(prefix) else { return false }
        return switch rule {
        case .anyCase:
            ColumnName.equal(parameter.utf8.dropFirst(), name.utf8)
                || ColumnName.equal(parameter.utf8, name.utf8)
        case .exactCase:
            parameter.utf8.dropFirst().elementsEqual(name.utf8)
                || parameter.utf8.elementsEqual(name.utf8)
        }
    }
}

/// Which parameters have a value, from 1 on. Those of most statements fit into a word.
struct ProvidedParameters {
    private var word: UInt64 = 0
    private var others: [Bool]
    private(set) var count = 0

    init(count: Int) { others = Array(repeating: false, count: max(0, count - UInt64.bitWidth)) }

    func contains(_ index: Int32) -> Bool {
        let position = Int(index) - 1
        return position < UInt64.bitWidth
            ? word & 1 << position != 0 : others[position - UInt64.bitWidth]
    }

    mutating func insert(_ index: Int32) {
        guard !contains(index) else { return }
        count += 1
        let position = Int(index) - 1
        if position < UInt64.bitWidth {
            word |= 1 << position
        } else {
            others[position - UInt64.bitWidth] = true
        }
    }

    mutating func removeAll() {
        guard count > 0 else { return }
        self = ProvidedParameters(count: others.isEmpty ? 0 : others.count + UInt64.bitWidth)
    }
}
