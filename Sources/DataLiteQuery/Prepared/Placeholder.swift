/// A parameter of a statement whose value is given when the statement runs.
struct Placeholder: Sendable {
    enum Source: Hashable, Sendable {
        /// An argument of a prepared query, by its position from 0.
        case argument(Int)
        case name(String)
    }

    let source: Source

    /// Which column of the value it is, from 0.
    let column: Int

    /// Which parameter of the statement it is, from 1.
    let position: Int32

    func missingValue(in sql: SQL) -> SQLiteError {
        let name =
            switch source {
            case .argument(let index): "\(index + 1) of the prepared query"
            case .name(let name): "\"\(name)\""
            }
        return SQLiteError(.range, message: "no value for parameter \(name)", sql: sql.text)
    }
}

extension Placeholder {
    private struct Fragment: SQLFragment {
        let source: Source
        let column: Int

        func write(to writer: inout SQLWriter) { writer.write(source, column: column) }
    }

    /// Placeholders for all columns of a value.
    static func node(for source: Source, columnCount: Int) -> SQLNode {
        guard columnCount != 1 else { return .fragment(Fragment(source: source, column: 0)) }
        return .row((0..<columnCount).map { .fragment(Fragment(source: source, column: $0)) })
    }

    /// The name of a named parameter.
    static func name(of node: SQLNode) -> String? {
        switch node {
        case .row(let nodes):
            nodes.first.flatMap(name)
        default:
            if case .name(let name) = (node.fragment as? Fragment)?.source { name } else { nil }
        }
    }
}
