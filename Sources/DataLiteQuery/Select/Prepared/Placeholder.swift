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
