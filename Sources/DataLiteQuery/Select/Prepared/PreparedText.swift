/// A parameter of a statement whose value is supplied when the statement runs.
struct Placeholder: Sendable {
    enum Source: Hashable, Sendable {
        /// An argument of a prepared query, by its index.
        case argument(Int)
        case name(ExactName)
    }

    let source: Source

    /// The type of the value.
    let type: ParameterType

    /// The index of the value's column that this parameter receives.
    let column: Int

    /// The position of the parameter in the statement, starting at 1.
    let position: Int32

    /// The name of a named parameter; empty for other parameters.
    var name: ExactName { if case .name(let name) = source { name } else { "" } }

    func missingValue(in sql: SQL) -> SQLiteError {
        let name =
            switch source {
            case .argument(let index): "\(index + 1) of the prepared query"
            case .name(let name): "\"\(name.name)\""
            }
        return SQLiteError(.range, message: "no value for parameter \(name)", sql: sql.text)
    }

    private struct Fragment: SQLRenderable {
        let source: Source
        let type: ParameterType
        let column: Int

        func write(to writer: inout _SQLWriter) {
            writer.write(source, of: type, column: column)
        }
    }

    /// Placeholders for all columns of a value.
    static func node<Value: RowRepresentable>(for source: Source, of type: Value.Type) -> SQLNode {
        func column(_ column: Int) -> SQLNode {
            .fragment(Fragment(source: source, type: ParameterType(type), column: column))
        }
        return Value.columnCount == 1 ? column(0) : .row((0..<Value.columnCount).map(column))
    }

    /// The name of a named parameter.
    static func name(of node: SQLNode) -> ExactName? {
        switch node {
        case .row(let nodes):
            nodes.first.flatMap(name)
        default:
            if case .name(let name) = (node.fragment as? Fragment)?.source { name } else { nil }
        }
    }
}

/// The type of a parameter's value. An optional type is the same as its wrapped type.
struct ParameterType: Sendable {
    private let id: ObjectIdentifier
    let name: String

    init(_ type: any Any.Type) {
        let type = (type as? any OptionalType.Type)?.wrappedType ?? type
        id = ObjectIdentifier(type)
        name = "\(type)"
    }
}

extension ParameterType: Equatable {
    static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }
}

/// The SQL text of a query and the positions of its run-time arguments.
@usableFromInline
final class PreparedText: Sendable {
    /// The text, and the values of all parameters but the placeholders.
    @usableFromInline let sql: SQL

    let placeholders: [Placeholder]

    /// The position of an argument of a prepared query: a placeholder without its name.
    private struct Argument {
        let index: Int
        let column: Int
        let position: Int32
    }

    private let arguments: [Argument]

    private let functions: UsedFunctions

    /// The parameters that are not placeholders, by position.
    private let constants: [Int32]

    init(_ query: some Query) throws(SQLiteError) {
        var writer = _SQLWriter()
        query._write(to: &writer)
        placeholders = writer.placeholders
        functions = writer.functions
        arguments = placeholders.compactMap { placeholder in
            guard case .argument(let index) = placeholder.source else { return nil }
            return Argument(
                index: index, column: placeholder.column, position: placeholder.position)
        }
        sql = try writer.finishWithPlaceholders()
        let positions = Set(placeholders.map(\.position))
        constants = sql.parameters.indices.map { Int32($0 + 1) }.filter { !positions.contains($0) }
    }

    /// The statement on a connection, without its parameters.
    @usableFromInline
    func lease(on db: any ConnectionProtocol) throws(SQLiteError) -> StatementLease {
        guard !functions.isEmpty else { return try db.lease(sql) }
        return try functions.adding(to: db) { () throws(SQLiteError) in try db.lease(sql) }
    }

    /// Binds the values that are part of the query.
    @usableFromInline
    func bindConstants(to lease: StatementLease) throws(SQLiteError) {
        for position in constants {
            try lease.bind(sql.parameters[Int(position) - 1], at: position)
        }
    }

    /// Binds an argument wherever the query uses it.
    @usableFromInline
    func bind(
        _ values: RowWriter, ofArgument index: Int, to lease: StatementLease
    ) throws(SQLiteError) {
        if let error = values.error { throw error }
        for argument in arguments where argument.index == index {
            let value = values.onlyValue ?? values.values[argument.column]
            try lease.bind(value, at: argument.position)
        }
    }

    /// Throws if the query has parameters of a kind that the caller does not supply.
    func requirePlaceholders(
        _ isGiven: (Placeholder.Source) -> Bool
    ) throws(SQLiteError) {
        if let other = placeholders.first(where: { !isGiven($0.source) }) {
            throw other.missingValue(in: sql)
        }
    }
}
