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

    /// The parameters that a name stands for, with their prefix or without, letter case ignored.
    func indexes(of name: String) -> [Int32] {
        names.indices.lazy.filter { has(names[$0], name) }.map { Int32($0 + 1) }
    }

    private func has(_ parameter: String?, _ name: String) -> Bool {
        guard let parameter, let prefix = parameter.utf8.first, ":@$".utf8.contains(prefix) else {
            return false
        }
        return ColumnName.equal(parameter.utf8.dropFirst(), name.utf8)
            || ColumnName.equal(parameter.utf8, name.utf8)
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
