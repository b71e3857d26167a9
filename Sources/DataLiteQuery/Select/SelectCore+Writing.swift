extension SelectCore: SQLRenderable {
    @usableFromInline
    func write(to writer: inout _SQLWriter) {
        writer.nested(levels: 4) { writer in
            let notesRowFunctions = writer.notesRowFunctions
            writer.notesRowFunctions = false
            defer { writer.notesRowFunctions = notesRowFunctions }
            if let scope = scope?() {
                applying(scope.core).writeClauses(to: &writer)
            } else {
                writeClauses(to: &writer)
            }
        }
    }

    /// Writes the select as a query, which may be a whole statement.
    @inline(__always)
    func writeQuery(to writer: inout _SQLWriter) {
        if conditions.areNever, writer.position == 0 {
            writeNone(to: &writer)
        } else {
            write(to: &writer)
        }
    }

    /// Writes the select as a statement for a caller that reads at most `count` rows.
    func writeQuery(first count: Int, to writer: inout _SQLWriter) {
        if conditions.areNever {
            writeQuery(to: &writer)
        } else if let scope = scope?() {
            applying(scope.core).write(first: count, to: &writer)
        } else {
            write(first: count, to: &writer)
        }
    }

    private func write(first count: Int, to writer: inout _SQLWriter) {
        write(to: &writer)
        if hasManyRows { writer.write(limit: count) }
    }

    /// Whether a limit can be added, and may leave out rows. The default scope has been applied.
    var hasManyRows: Bool {
        guard limit == nil, offset == nil else { return false }
        if case .key = conditions { return rare != nil }
        return rare?.clauses.group.isEmpty == false || selection?.hasAggregate != true
    }

    /// Writes a statement that is a query without rows. With the limit, an aggregate returns no row, either.
    @inline(never)
    private func writeNone(to writer: inout _SQLWriter) {
        var core = self
        core.limit = .text("0")
        core.offset = nil
        core.write(to: &writer)
        writer.isNone = true
    }

    private func writeClauses(to writer: inout _SQLWriter) {
        if rare != nil { writeCommonTables(to: &writer) }
        writer.declaring(self) { writeDeclared(to: &$0) }
    }

    // Not inlined: most selects have no such tables.
    @inline(never)
    private func writeCommonTables(to writer: inout _SQLWriter) {
        let tables = commonTables
        if !tables.isEmpty { tables.write(to: &writer) }
    }

    private func writeDeclared(to writer: inout _SQLWriter) {
        if let compound = rare?.clauses.compound, let order = compoundOrder {
            compound.write(to: &writer)
            order.writeOrder(to: &writer)
        } else {
            writeSelect(to: &writer)
            if selection == nil {
                order.writeOrder(to: &writer)
            } else {
                orderTerms.writeOrder(to: &writer)
            }
        }
        writeLimit(to: &writer)
    }

    private func writeLimit(to writer: inout _SQLWriter) {
        switch limit {
        case .some(let limit):
            writer.write(" LIMIT ")
            writer.write(limit)
        case .none:
            // SQLite has no OFFSET without a LIMIT; a negative limit means no limit.
            if offset != nil { writer.write(" LIMIT -1") }
        }
        guard let offset = rare?.clauses.offset else { return }
        writer.write(" OFFSET ")
        writer.write(offset)
    }

    private func writeSelect(to writer: inout _SQLWriter) {
        let isDistinct = rare?.clauses.isDistinct ?? false
        if selection == nil, !isDistinct, let table = from.plainTable,
            writer.renamings.isEmpty || writer.newAlias(of: from) == nil,
            !writer.omitsQualifiers
        {
            writer.write(bytes: table.selectAll)
        } else {
            writeSelection(isDistinct: isDistinct, to: &writer)
        }
        guard let clauses = rare?.clauses else { return conditions.writeConditions(to: &writer) }
        var first: FromItem? = from
        for join in clauses.joins {
            join.write(after: first, to: &writer)
            first = nil
        }
        conditions.writeConditions(to: &writer)
        if !clauses.group.isEmpty {
            writer.write(" GROUP BY ")
            writer.writeList(groupTerms(clauses)) { $0.write(term: $1) }
        }
        if let having = clauses.having {
            writer.write(" HAVING ")
            writer.write(condition: having)
        }
        clauses.windows.write(to: &writer)
    }
}

extension SelectCore {
    /// Writes `SELECT columns FROM table`.
    private func writeSelection(isDistinct: Bool, to writer: inout _SQLWriter) {
        writer.write(isDistinct ? "SELECT DISTINCT " : "SELECT ")
        selectList.write(to: &writer)
        if !from.isNothing { writer.write(" FROM ") }
        from.write(to: &writer)
    }
}

extension _SelectList {
    /// Whether a column is an aggregate, so that a select without groups has one row.
    fileprivate var hasAggregate: Bool {
        items.contains { item in
            guard case .field(let field) = item else { return false }
            return (field.node.fragment as? FunctionCall)?.isAggregate ?? false
        }
    }

    func write(to writer: inout _SQLWriter) {
        writer.writeList(items) { writer, item in
            switch item {
            case .table(let table):
                if writer.nameHere(of: table.name) == table.name, !writer.omitsQualifiers {
                    writer.write(bytes: table.selectList)
                } else {
                    writer.writeList(table.columns.list) {
                        $0.writeColumn(table.name, $1.name)
                    }
                }
            case .field(let field):
                if let result = field.node.fragment?.result {
                    writer.write(result)
                } else {
                    writer.write(field.node)
                }
                if field.needsName {
                    writer.write(" AS ")
                    writer.writeName(field.name)
                }
            }
        }
    }
}

extension SelectedField {
    /// Whether the result column needs an explicit name, because SQLite would choose a different
    /// one.
    fileprivate var needsName: Bool {
        guard !name.isEmpty else { return false }
        if let column = node.column { return column.name != name }
        return true
    }
}

extension FromItem {
    fileprivate var isNothing: Bool { if case .nothing = kind { true } else { false } }

    func write(to writer: inout _SQLWriter) {
        switch kind {
        case .nothing:
            break
        case .table(let table):
            writer.write(bytes: table.quotedName)
        case .name(let name):
            writer.writeName(name)
        case .query(let query):
            writer.write("(")
            query.fragment.write(to: &writer)
            writer.write(")")
        case .call(let node):
            writer.write(node)
        }
        if !writer.renamings.isEmpty, let name = writer.newAlias(of: self) {
            writer.write(" AS ")
            writer.writeName(name)
        } else if let alias {
            writer.write(" AS ")
            writer.writeName(alias)
        }
    }
}

extension JoinClause {
    /// - Parameter first: The table before the join; `nil` if there are several.
    func write(after first: FromItem?, to writer: inout _SQLWriter) {
        switch kind {
        case .inner: writer.write(" JOIN ")
        case .left: writer.write(" LEFT JOIN ")
        case .right: writer.write(" RIGHT JOIN ")
        case .full: writer.write(" FULL JOIN ")
        case .cross: writer.write(" CROSS JOIN ")
        }
        item.write(to: &writer)
        if let constraint {
            writer.write(joinCondition: constraint, of: item, after: first)
        }
    }
}

extension [WindowDefinition] {
    fileprivate func write(to writer: inout _SQLWriter) {
        guard !isEmpty else { return }
        writer.write(" WINDOW ")
        writer.writeList(self) { writer, definition in
            writer.writeName(definition.name)
            writer.write(" AS (")
            definition.window.write(to: &writer)
            writer.write(")")
        }
    }
}
