import DataLiteCore

/// Binds the parameters of a statement, in each of its runs.
final class ParameterSink: ValueSink {
    /// How many parameters the statement has.
    let count: Int

    /// The statement, while its parameters are being bound.
    private var statement: (any StatementProtocol)?

    private var isProvided: ProvidedParameters
    private var names: ParameterNames?

    /// The last parameter of an interpolation; what is given beside the text comes behind it.
    private var first: Int32 = 0

    /// The last parameter that a simple value has taken.
    private var taken: Int32 = 0

    /// The parameters of the keys that have come, which are mostly asked for in this order again.
    @exclusivity(unchecked) private var targets: [(slot: KeySlot, indexes: [Int32])] = []
    @exclusivity(unchecked) private var nextTarget = 0

    init(_ statement: any StatementProtocol) {
        count = Int(statement.parameterCount())
        isProvided = ProvidedParameters(count: count)
    }

    func begin(_ statement: any StatementProtocol) {
        self.statement = statement
        isProvided.removeAll()
        first = 0
        taken = 0
        nextTarget = 0
    }

    func end() { statement = nil }
}

// MARK: - The parameters

extension ParameterSink {
    var indexes: Range<Int32> { 1..<Int32(count + 1) }

    /// Whether a parameter is a `?`, with or without a number.
    func isPlain(_ index: Int32) -> Bool { (try? allNames())?.isPlain(index) ?? true }

    private func allNames() throws -> ParameterNames {
        if let names { return names }
        let names = ParameterNames(of: try openStatement(), count: count)
        self.names = names
        return names
    }

    var hasAll: Bool { isProvided.count == count }

    /// The parameters that have no value yet.
    var missing: some Sequence<Int32> { indexes.lazy.filter { !self.isProvided.contains($0) } }

    func putNullElsewhere() throws {
        for index in indexes where !isProvided.contains(index) { try put(.null, index: index) }
    }
}

// MARK: - The sink

extension ParameterSink {
    func put(interpolation value: SQLiteValue, index: Int32) throws {
        try put(value, index: index)
        first = index
        taken = index
    }

    func put(_ value: SQLiteValue) throws {
        taken += 1
        try put(value, index: taken)
    }

    func put(_ value: SQLiteValue, position: Int) throws {
        guard position < count else { return }
        try put(value, index: first + Int32(position + 1))
    }

    func put(_ value: SQLiteValue, _ slot: KeySlot) throws -> Bool {
        guard let target = target(slot) else { return false }
        nextTarget = target + 1
        for index in targets[target].indexes { try put(value, index: index) }
        return true
    }

    private func target(_ slot: KeySlot) -> Int? {
        if nextTarget < targets.count, targets[nextTarget].slot == slot { return nextTarget }
        return targets.firstIndex { $0.slot == slot }
    }

    /// `:x`, `@x` and `:X` are parameters of their own to SQLite, with one name.
    func put(_ value: SQLiteValue, name: String, _ slot: KeySlot) throws {
        let indexes = try allNames().indexes(of: name)
        if slot != .none { remember(indexes, of: slot) }
        for index in indexes { try put(value, index: index) }
    }

    private func remember(_ indexes: [Int32], of slot: KeySlot) {
        if targets.count == Self.targetLimit { targets = [] }
        targets.append((slot, indexes))
    }

    private static let targetLimit = 1000

    private func put(_ value: SQLiteValue, index: Int32) throws {
        let statement = try openStatement()
        guard index >= 1, index <= count else { return }
        try statement.bind(value, at: index)
        isProvided.insert(index)
    }

    private func openStatement() throws -> any StatementProtocol {
        guard let statement else { throw Self.ended }
        return statement
    }

    static var ended: SQLiteError {
        SQLiteError(.misuse, message: "the parameters of the statement have been bound")
    }
}
