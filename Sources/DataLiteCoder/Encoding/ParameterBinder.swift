public import DataLiteCore

/// Binds the parameters of a statement: what a type gets that is ``ParameterBindable``.
///
/// Simple values take the parameters in order. A name stands for `:name`, `@name` or `$name`, letter
/// case ignored; a value that the statement has no parameter for is passed over.
public final class ParameterBinder: ValueSink {
    let coder: SQLiteCoder
    private let statement: any StatementProtocol
    private let names: [String?]
    private var isProvided: [Bool]

    /// The parameters that simple values have taken so far.
    private var taken = 0

    /// Where the keys are, in the order in which a type gives them.
    private var plan: [(key: String, index: Int32)] = []
    private var next = 0

    private lazy var encoder = ValueEncoder(self)

    init(_ statement: any StatementProtocol, _ coder: SQLiteCoder) {
        self.statement = statement
        self.coder = coder
        let count = statement.parameterCount()
        names = count < 1 ? [] : (1...count).map { statement.parameterNameBy($0) }
        isProvided = Array(repeating: false, count: names.count)
    }

    /// Binds a value to the next parameter.
    ///
    /// - Throws: what binding throws.
    public func bind(_ value: (any SQLiteBindable)?) throws {
        try put(value?.sqliteValue ?? .null)
    }

    /// Binds a value to the parameter with a name.
    ///
    /// - Throws: what binding throws.
    public func bind(_ value: (any SQLiteBindable)?, name: String) throws {
        try put(value?.sqliteValue ?? .null, index: index(named: name))
    }

    /// How many parameters the statement has.
    public var count: Int { names.count }

    // MARK: Binding a list

    /// Binds a list of parameters: simple values in order, arrays in order, the properties of other
    /// types by name. Later ones win.
    func bindAll(_ parameters: [(any Encodable)?]) throws {
        begin()
        for parameter in parameters { try bind(parameter: parameter) }
        try requireAll()
    }

    /// Forgets what was provided.
    func begin() {
        taken = 0
        next = 0
        for position in isProvided.indices { isProvided[position] = false }
    }

    func bind(parameter: (any Encodable)?) throws {
        guard let parameter else { return try put(.null) }
        if let bindable = parameter as? any ParameterBindable {
            try bindable.bind(to: self)
        } else if let row = parameter as? SQLiteRow {
            for (column, value) in row { try put(value, key: column) }
        } else if let value = try coder.simpleValue(parameter) {
            try put(value)
        } else {
            next = 0
            try encode(parameter)
        }
    }

    private func encode(_ value: some Encodable) throws { try encoder.encode(value) }

    func requireAll() throws {
        guard let missing = isProvided.firstIndex(of: false) else { return }
        guard case .error = coder.missingParameters else {
            for position in isProvided.indices where !isProvided[position] {
                try put(.null, index: Int32(position + 1))
            }
            return
        }
        throw SQLiteError(
            .range, message: "no value for parameter \(names[missing] ?? "?\(missing + 1)")",
            sql: statement.sql)
    }

    // MARK: The sink

    func put(_ value: SQLiteValue) throws {
        taken += 1
        try put(value, index: Int32(taken))
    }

    func put(_ value: SQLiteValue, position: Int) throws {
        try put(value, index: Int32(position + 1))
    }

    func put(_ value: SQLiteValue, key: String) throws {
        if next < plan.count, plan[next].key == key {
            next += 1
            return try put(value, index: plan[next - 1].index)
        }
        let position = plan.firstIndex { $0.key == key } ?? append(key)
        next = position + 1
        try put(value, index: plan[position].index)
    }

    private func append(_ key: String) -> Int {
        plan.append((key, index(named: coder.keys.name(of: key))))
        return plan.count - 1
    }

    /// The index of a parameter; 0 if there is none.
    private func index(named name: String) -> Int32 {
        let position = names.firstIndex { parameter in
            guard let parameter, let first = parameter.first, ":@$".contains(first) else {
                return false
            }
            return ColumnName.equal(String(parameter.dropFirst()), name)
                || ColumnName.equal(parameter, name)
        }
        return Int32((position ?? -1) + 1)
    }

    private func put(_ value: SQLiteValue, index: Int32) throws {
        guard index >= 1, index <= isProvided.count else { return }
        try statement.bind(value, at: index)
        isProvided[Int(index) - 1] = true
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
