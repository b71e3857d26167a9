/// Another name for a table in a part of a statement.
@usableFromInline
struct Renaming: Sendable {
    let old: String
    let new: String

    /// Whether a query declares the name here, so that it means its table, whatever the name means outside.
    fileprivate var isDeclaration = false

    init(_ old: String, _ new: String) {
        self.old = old
        self.new = new
    }

    fileprivate init(declaring name: String) {
        self.init(name, name)
        isDeclaration = true
    }
}

/// An expression over a table under its own name, written for the table under an alias.
struct Requalified: SQLFragment {
    let node: SQLNode
    let renaming: Renaming
    // Stored, because a node can be renamed any number of times.
    let precedence: Precedence

    init(_ node: SQLNode, _ renaming: Renaming) {
        self.node = node
        self.renaming = renaming
        precedence = node.precedence
    }

    func write(to writer: inout SQLWriter) {
        writer.renamings.append(renaming)
        // The expression stands where this one does.
        writer.ignoresNull = writer.fragmentIgnoresNull
        writer.write(node)
        writer.renamings.removeLast()
    }
}

extension SQLNode {
    func renamed(_ renaming: Renaming) -> SQLNode {
        switch self {
        case .column(renaming.old, let name): .column(renaming.new, name)
        case .row(let nodes): .row(nodes.map { $0.renamed(renaming) })
        default: .fragment(Requalified(self, renaming))
        }
    }
}

extension NodeList {
    func renamed(_ renaming: Renaming) -> NodeList { NodeList(map { $0.renamed(renaming) }) }
}

extension SQLWriter {
    /// The name of a table here.
    func nameHere(of table: String) -> String {
        var name = table
        for renaming in renamings.reversed() where renaming.old == name {
            if renaming.isDeclaration { break }
            name = renaming.new
        }
        return name
    }

    /// Writes a query that declares the names of its tables.
    mutating func declaring(_ core: SelectCore, _ write: (inout SQLWriter) -> Void) {
        guard !renamings.isEmpty else { return write(&self) }
        let count = renamings.count
        renamings.append(Renaming(declaring: core.from.qualifier))
        for join in core.rare?.clauses.joins ?? [] {
            renamings.append(Renaming(declaring: join.item.qualifier))
        }
        write(&self)
        renamings.removeSubrange(count...)
    }
}
