public import DataLiteCore

/// Binds the parameters of a statement: what a type gets that is ``ParameterBindable``.
///
/// Simple values take the parameters in order. A name stands for `:name`, `@name` or `$name`, letter
/// case ignored; a value that the statement has no parameter for is passed over.
public final class ParameterBinder: ValueSink {
    let coder: SQLiteCoder

    /// How many parameters the statement has.
    public let count: Int

    /// The statement, while its parameters are being bound.
    private var statement: (any StatementProtocol)?

    private var isProvided: IndexSet
    private var names: ParameterNames?

    /// The last parameter of an interpolation; what is given beside the text comes behind it.
    private var first: Int32 = 0

    /// The last parameter that a simple value has taken.
    private var taken: Int32 = 0

    /// The parameters of the keys that have come, which are mostly asked for in this order again.
    @exclusivity(unchecked) private var targets: [(slot: KeySlot, indexes: [Int32])] = []
    @exclusivity(unchecked) private var nextTarget = 0

    init(_ statement: any StatementProtocol, _ coder: SQLiteCoder) {
        self.coder = coder
        count = Int(statement.parameterCount())
        isProvided = IndexSet(count: count)
    }

    func begin(_ statement: any StatementProtocol) {
        self.statement = statement
        isProvided.removeAll()
        first = 0
        taken = 0
        nextTarget = 0
    }

    func end() { statement = nil }

    /// Binds a value to the next parameter.
    ///
    /// - Throws: what binding throws; `SQLITE_MISUSE` when the statement has been bound.
    public func bind(_ value: (any SQLiteBindable)?) throws {
        try put(value?.sqliteValue ?? .null)
    }

    /// Binds a value to the parameters with a name.
    ///
    /// - Throws: what binding throws; `SQLITE_MISUSE` when the statement has been bound.
    public func bind(_ value: (any SQLiteBindable)?, name: String) throws {
        try put(value?.sqliteValue ?? .null, name: name, .none)
    }
}

// MARK: - The parameters

extension ParameterBinder {
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

extension ParameterBinder {
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
        if slot != .none { targets.append((slot, indexes)) }
        for index in indexes { try put(value, index: index) }
    }

    private func put(_ value: SQLiteValue, index: Int32) throws {
        let statement = try openStatement()
        guard index >= 1, index <= count else { return }
        try statement.bind(value, at: index)
        isProvided.insert(index)
    }

    private func openStatement() throws -> any StatementProtocol {
        if let statement { return statement }
        throw SQLiteError(.misuse, message: "the parameters of the statement have been bound")
    }
}

/// A type that binds itself, with as many parameters as it likes.
///
/// ```swift
/// struct Point: Codable, ParameterBindable {
///     var x, y: Double
///     func bind(to binder: ParameterBinder) throws {
///         try binder.bind(x)
///         try binder.bind(y)
///     }
/// }
/// ```
public protocol ParameterBindable: Encodable {
    /// Binds the parameters.
    func bind(to binder: ParameterBinder) throws
}
