/// Another name for a table in a part of a statement.
@usableFromInline
struct Renaming: Sendable {
    let old: String
    let new: String

    /// Whether a query declares the name here, so that it refers to the query's table regardless of the enclosing
    /// scope.
    fileprivate var isDeclaration = false

    init(_ old: String, _ new: String) {
        self.old = old
        self.new = new
    }

    fileprivate init(declaring name: String, as other: String) {
        self.init(name, other)
        isDeclaration = true
    }
}

/// An expression over a table under its own name, rendered for the table under an alias.
struct RequalifiedExpression: SQLRenderable {
    let node: SQLNode
    let renaming: Renaming
    // Stored rather than computed, because a node can be renamed any number of times.
    let precedence: Precedence

    init(_ node: SQLNode, _ renaming: Renaming) {
        self.node = node
        self.renaming = renaming
        precedence = node.precedence
    }

    func write(to writer: inout _SQLWriter) {
        writer.renamings.append(renaming)
        // The expression is rendered at this fragment's position.
        writer.ignoresNull = writer.fragmentIgnoresNull
        writer.write(node)
        writer.renamings.removeLast()
    }
}

extension SQLNode {
    func renamed(_ renaming: Renaming) -> SQLNode {
        if case .row(let nodes) = self { return .row(nodes.map { $0.renamed(renaming) }) }
        if let column, SQLName.same(column.qualifier, renaming.old) {
            return .column(renaming.new, column.name)
        }
        return .fragment(RequalifiedExpression(self, renaming))
    }
}

extension NodeList {
    func renamed(_ renaming: Renaming) -> NodeList { NodeList(map { $0.renamed(renaming) }) }
}

extension _SQLWriter {
    /// The name of a table here.
    func nameHere(of table: String) -> String {
        var name = table
        for renaming in renamings.reversed() where SQLName.same(renaming.old, name) {
            name = renaming.new
            if renaming.isDeclaration { break }
        }
        return name
    }

    /// The name of a table here, if it differs from the name that the query has given it.
    func newAlias(of item: FromItem) -> String? {
        let name = nameHere(of: item.qualifier)
        return SQLName.same(name, item.qualifier) ? nil : name
    }

    /// Writes a query that declares the names of its tables.
    mutating func declaring(_ core: SelectCore, _ write: (inout _SQLWriter) -> Void) {
        guard !renamings.isEmpty else { return write(&self) }
        let count = renamings.count
        // The names are chosen in the scope around the query.
        let declarations = core.tableNames.map { name in
            Renaming(declaring: name, as: isTaken(name) ? unusedName(for: name) : name)
        }
        renamings += declarations
        write(&self)
        renamings.removeSubrange(count...)
    }

    /// Whether an enclosing table has been renamed to a name that one of the query's own tables has. This happens if
    /// the query was created when the enclosing table had another name.
    private func isTaken(_ name: String) -> Bool {
        renamings.contains { SQLName.matches($0.new, name) && !SQLName.matches($0.old, name) }
    }

    private func unusedName(for name: String) -> String {
        var number = 1
        while isTaken("\(name):\(number)") { number += 1 }
        return "\(name):\(number)"
    }
}
