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

    /// The last parameter of an interpolation; what is given beside the text comes behind it.
    private var first: Int32 = 0

    /// The last parameter that a simple value has taken.
    private var taken: Int32 = 0

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

    /// Binds a value to the parameters with a name.
    ///
    /// - Throws: what binding throws.
    public func bind(_ value: (any SQLiteBindable)?, name: String) throws {
        try put(value?.sqliteValue ?? .null, name: name)
    }

    /// How many parameters the statement has.
    public var count: Int { names.count }

    // MARK: Binding a list

    /// Binds a list of parameters: simple values in order, arrays in order, the properties of other
    /// types by name. Later ones win. Takes from the list the interpolations that are the statement's.
    func bindAll(_ parameters: inout ParameterValues) throws {
        try bindInterpolations(of: &parameters)
        for parameter in parameters.given { try bind(parameter: parameter) }
        try requireAll()
    }

    /// An interpolation is a `?`. Where there is one for each parameter, these may also have names.
    private func bindInterpolations(of parameters: inout ParameterValues) throws {
        guard !parameters.interpolations.isEmpty else { return }
        let hasAll = !parameters.isForSeveral && parameters.interpolations.count == names.count
        for position in names.indices where hasAll || names[position]?.first ?? "?" == "?" {
            guard let value = parameters.nextInterpolation() else { break }
            first = Int32(position + 1)
            try put(value, index: first)
        }
        taken = first
    }

    private func bind(parameter: (any Encodable)?) throws {
        guard let parameter else { return try put(.null) }
        if let bindable = parameter as? any ParameterBindable {
            try bindable.bind(to: self)
        } else if let value = try coder.simpleValue(parameter) {
            try put(value)
        } else {
            try encode(parameter)
        }
    }

    private func encode(_ value: some Encodable) throws { try ValueEncoder(self).encode(value) }

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
        try put(value, index: taken)
    }

    func put(_ value: SQLiteValue, position: Int) throws {
        try put(value, index: first + Int32(position + 1))
    }

    func put(_ value: SQLiteValue, key: String) throws {
        try put(value, name: coder.keys.name(of: key))
    }

    /// `:x`, `@x` and `:X` are parameters of their own to SQLite, with one name.
    func put(_ value: SQLiteValue, name: String) throws {
        for position in names.indices {
            guard let parameter = names[position], Self.has(parameter, name) else { continue }
            try put(value, index: Int32(position + 1))
        }
    }

    private static func has(_ parameter: String, _ name: String) -> Bool {
        guard let first = parameter.first, ":@$".contains(first) else { return false }
        return ColumnName.equal(String(parameter.dropFirst()), name)
            || ColumnName.equal(parameter, name)
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
