/// Binds the parameters of a statement, in each of its runs.
final class ParameterSink: ValueSink {
    /// The number of parameters of the statement.
    let count: Int

    /// The statement, while its parameters are being bound.
    private var statement: (any StatementProtocol)?

    private let policy: ParameterPolicy

    /// The other statements of a script, which may have parameters that this statement lacks.
    private var script: ScriptParameters?

    private var isProvided: ParameterSet
    private var names: ParameterNames?

    /// The index of the last interpolated parameter. Positional values come after it.
    private var first: Int32 = 0

    /// The index of the last parameter bound to a simple value.
    private var taken: Int32 = 0

    /// The parameters of the keys seen so far. The next run usually has the same keys in the same
    /// order.
    private var targets: [(slot: KeySlot, indexes: [Int32])] = []
    private var nextTarget = 0

    init(_ statement: any StatementProtocol, _ coder: SQLiteCoder) {
        policy = coder.parameterPolicy
        count = Int(statement.parameterCount())
        isProvided = ParameterSet(count: count)
    }

    func begin(_ statement: any StatementProtocol, of script: ScriptParameters?) {
        self.statement = statement
        self.script = script
        isProvided.removeAll()
        first = 0
        taken = 0
        nextTarget = 0
    }

    func end() { statement = nil }

    // MARK: - The parameters

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

    // MARK: - The sink

    func put(interpolation value: SQLiteValue, index: Int32) throws {
        try put(value, index: index)
        first = index
        taken = index
    }

    func put(_ value: SQLiteValue) throws {
        try put(value, position: Int(taken - first))
        taken += 1
    }

    func put(_ value: SQLiteValue, position: Int) throws {
        let statement = try openStatement()
        let capacity = count - Int(first)
        if position < capacity {
            try put(value, index: first + Int32(position + 1))
        } else if policy.extraPositionalValues == .error,
            position >= max(capacity, script?.positions ?? 0)
        {
            throw statement.parameterMismatch("no parameter for value \(position + 1)")
        }
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

    /// `:x`, `@x` and `:X` are different parameters in SQLite but have the same name here.
    func put(_ value: SQLiteValue, name: String, _ slot: KeySlot) throws {
        let ignoringCase = policy.ignoresLetterCase
        let indexes = try allNames().indexes(of: name, ignoringCase: ignoringCase)
        if indexes.isEmpty, policy.extraNamedValues == .error,
            script?.has(name, ignoringCase: ignoringCase) != true
        {
            throw try openStatement().noParameter(named: ":" + name)
        }
        if slot != .none { remember(indexes, of: slot) }
        for index in indexes { try put(value, index: index) }
    }

    private func remember(_ indexes: [Int32], of slot: KeySlot) {
        if targets.count == Self.targetLimit { targets = [] }
        targets.append((slot, indexes))
    }

    private static let targetLimit = 1000

    private func put(_ value: SQLiteValue, index: Int32) throws {
        try openStatement().bind(value, at: index)
        isProvided.insert(index)
    }

    private func openStatement() throws -> any StatementProtocol {
        guard let statement else { throw Self.ended }
        return statement
    }

    var closedError: any Error { Self.ended }

    static var ended: SQLiteError {
        SQLiteError(.misuse, message: "the parameters of the statement have been bound")
    }
}
