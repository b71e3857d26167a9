import DataLiteSyntax

/// The names of a statement's parameters.
package struct ParameterNames {
    /// As written, `:id`; `nil` for a plain `?`.
    private let names: [String?]

    /// The positions by name, as written and in lower case; `nil` if there are so few names that comparing them is
    /// faster than hashing.
    private let positions: (exact: Positions, lowercased: Positions)?

    /// The positions of parameters by the bytes of their names without prefix.
    private typealias Positions = [[UInt8]: [Int]]

    private static let searchLimit = 16

    package init(of statement: any StatementProtocol, count: Int) {
        self.init(Self.names(of: statement, count: count))
    }

    /// - Parameter names: As written, `:id`; `nil` for a plain `?`.
    init(_ names: [String?]) {
        let count = names.count
        self.names = names
        positions =
            count > Self.searchLimit
            ? (Self.positions(of: names, { $0 }), Self.positions(of: names, Self.lowercased)) : nil
    }

    /// Each call of `sqlite3_bind_parameter_name` searches a list, so calling it for every parameter takes quadratic
    /// time.
    private static func names(of statement: any StatementProtocol, count: Int) -> [String?] {
        if count > searchLimit, statement.sqliteStatement != nil {
            let names = SQLScanner.parameters(statement.sql)
            if names.count == count { return names }
        }
        return (0..<count).map { statement.parameterNameBy(Int32(truncatingIfNeeded: $0 + 1)) }
    }

    private static func positions(of names: [String?], _ fold: (UInt8) -> UInt8) -> Positions {
        var positions: Positions = [:]
        for (position, name) in names.enumerated() {
            guard let name = name?.utf8, name.first.map(isPrefix) == true else { continue }
            positions[name.dropFirst().map(fold), default: []].append(position)
        }
        return positions
    }

    /// Whether a parameter is a `?`, with or without a number.
    package func isPlain(_ index: Int32) -> Bool {
        guard let name = names[Int(index) - 1] else { return true }
        return name.utf8.first == UInt8(ascii: "?")
    }

    /// The parameters with a name, which may include its prefix. `:id`, `@id` and `$id` are
    /// different parameters to SQLite that share the name `id`.
    package func indexes(of name: String, ignoringCase: Bool) -> [Int32] {
        candidates(for: name, ignoringCase).filter { Self.matches(names[$0], name, ignoringCase) }
            .map { Int32(truncatingIfNeeded: $0 + 1) }
    }

    private func candidates(for name: String, _ ignoringCase: Bool) -> [Int] {
        guard let positions else { return Array(names.indices) }
        let known = ignoringCase ? positions.lowercased : positions.exact
        let key = ignoringCase ? name.utf8.map(Self.lowercased) : Array(name.utf8)
        let bare = known[key] ?? []
        guard key.first.map(Self.isPrefix) == true else { return bare }
        // The first character may be the prefix of the parameter, or part of its name, as in `$:id`.
        return (bare + (known[Array(key.dropFirst())] ?? [])).sorted()
    }

    private static func matches(_ parameter: String?, _ name: String, _ ignoringCase: Bool) -> Bool
    {
        guard let parameter = parameter?.utf8, let prefix = parameter.first, isPrefix(prefix) else {
            return false
        }
        return equal(parameter.dropFirst(), name.utf8, ignoringCase)
            || equal(parameter, name.utf8, ignoringCase)
    }

    private static func isPrefix(_ byte: UInt8) -> Bool { ":@$".utf8.contains(byte) }

    /// SQLite ignores letter case in ASCII only.
    private static func equal(
        _ lhs: some Collection<UInt8>, _ rhs: String.UTF8View, _ ignoringCase: Bool
    ) -> Bool {
        lhs.elementsEqual(rhs) { lhs, rhs in
            lhs == rhs || (ignoringCase && lowercased(lhs) == lowercased(rhs))
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}

/// A set of parameter indexes. For most statements, they fit into a word.
package struct ParameterSet {
    private var word: UInt64 = 0
    private var others: [Bool]

    /// The number of parameters in the set.
    package private(set) var count = 0

    /// An empty set for a statement with `count` parameters.
    package init(count: Int) {
        others = Array(repeating: false, count: max(0, count - UInt64.bitWidth))
    }

    package func contains(_ index: Int32) -> Bool {
        let position = Int(index) - 1
        return position < UInt64.bitWidth
            ? word & 1 << position != 0 : others[position - UInt64.bitWidth]
    }

    package mutating func insert(_ index: Int32) {
        guard !contains(index) else { return }
        count += 1
        let position = Int(index) - 1
        if position < UInt64.bitWidth {
            word |= 1 << position
        } else {
            others[position - UInt64.bitWidth] = true
        }
    }

    package mutating func removeAll() {
        guard count > 0 else { return }
        self = ParameterSet(count: others.isEmpty ? 0 : others.count + UInt64.bitWidth)
    }
}

// MARK: - ParameterAssignment

/// The column of a row whose value is bound to a parameter.
struct ParameterAssignment: Equatable {
    let column: Int
    let parameter: Int32
}

extension StatementProtocol {
    /// Matches columns with parameters by name. A column `id` matches `:id`, `@id` and `$id`, and its value is bound to
    /// all of them; a column `:id` matches only `:id`. If no parameter has exactly the name, the case of ASCII letters
    /// is ignored. If several columns have the same name, the first is used.
    ///
    /// - Throws: `SQLITE_RANGE` if a column has no parameter, unless the policy ignores this, or if two names match the
    ///   same parameter.
    func parameterAssignments(
        for columns: SQLiteRow.Columns, _ policy: ParameterPolicy = .strict
    ) throws(SQLiteError) -> [ParameterAssignment] {
        let count = Int(parameterCount())
        let names = ParameterNames(of: self, count: count)
        var assignments: [ParameterAssignment] = []
        var columnOfParameter: [Int?] = Array(repeating: nil, count: count + 1)
        for (column, name) in columns.names.enumerated() {
            let exact = names.indexes(of: name, ignoringCase: policy.ignoresLetterCase)
            let indexes = exact.isEmpty ? names.indexes(of: name, ignoringCase: true) : exact
            guard !indexes.isEmpty else {
                if policy.extraNamedValues == .ignored { continue }
                let isPrefixed = name.utf8.first.map { ":@$".utf8.contains($0) } ?? false
                throw noParameter(named: isPrefixed ? name : ":" + name)
            }
            for index in indexes {
                if let other = columnOfParameter[Int(index)] {
                    guard !SQLName.same(columns.names[other], name) else { continue }
                    throw parameterMismatch("two values for parameter \(parameterList([index]))")
                }
                columnOfParameter[Int(index)] = column
                assignments.append(ParameterAssignment(column: column, parameter: index))
            }
        }
        return assignments
    }

    func requireAllParameters(in assignments: [ParameterAssignment]) throws(SQLiteError) {
        let count = parameterCount()
        guard assignments.count < count else { return }
        let given = Set(assignments.map(\.parameter))
        throw missingParameters((1...count).filter { !given.contains($0) })
    }

    func bind(
        _ row: SQLiteRow, to assignments: [ParameterAssignment]
    ) throws(SQLiteError) {
        for assignment in assignments {
            try bind(row.value(assignment.column), at: assignment.parameter)
        }
    }

    // MARK: - Errors

    /// The `SQLITE_RANGE` error for parameters without a value.
    package func missingParameters(_ indexes: some Sequence<Int32>) -> SQLiteError {
        parameterMismatch("no value for parameter \(parameterList(indexes))")
    }

    /// The parameters as the statement writes them, `:name` or `?3`; only the first ones if there are many.
    func parameterList(_ indexes: some Sequence<Int32>) -> String {
        MessageText.list(indexes) { MessageText.name(parameterNameBy($0) ?? "?\($0)") }
    }

    /// The `SQLITE_RANGE` error for a named value without a parameter.
    package func noParameter(named name: String) -> SQLiteError {
        parameterMismatch("the statement has no parameter \(MessageText.name(name))")
    }

    package func parameterMismatch(_ message: String) -> SQLiteError {
        SQLiteError(.range, message: message, sql: sql)
    }
}

/// The handling of values and parameters that do not match.
///
/// The one-line methods of a connection are strict. `SQLiteCoder` of `DataLiteCoder` has a policy
/// that can be changed.
public struct ParameterPolicy: Sendable {
    /// The handling of a parameter without a value.
    public enum Missing: Hashable, Sendable {
        /// Throws `SQLITE_RANGE`. The message names the parameter.
        case error
        /// Binds NULL.
        case null
    }

    /// The handling of a value without a parameter.
    public enum Surplus: Hashable, Sendable {
        /// Throws `SQLITE_RANGE`. The message names the value.
        case error
        /// Ignores the value.
        case ignored
    }

    /// The handling of a parameter without a value.
    public var missing = Missing.error

    /// The handling of a positional value without a parameter.
    public var extraPositionalValues = Surplus.error

    /// The handling of a named value without a parameter.
    public var extraNamedValues = Surplus.error

    /// Whether `:id` and `:ID` are the same name.
    public var ignoresLetterCase = false

    /// The strict policy.
    public static let strict = ParameterPolicy()

    /// Creates the strict policy, which can then be changed.
    public init() {}
}
