// Joins along an association. Its conditions and its order become those of the query.

extension Select where Columns: ColumnSet, Columns.Model: Table, Columns.Output == Output {
    /// Joins the rows of an association: a row for each pair.
    ///
    /// ```swift
    /// Reminder.joining(Reminder.list).where { reminder, list in list.isOpen }   // (Reminder, RemindersList)
    /// ```
    public func joining<A: TableAssociation>(
        _ association: A
    ) -> Select<(Output, A.Child), (Columns, A.Child.Columns)> where A.Parent == Columns.Model {
        let query = separated()
        let (core, join) = query.core.joining(association._path, query.columns._source, .inner)
        return .init(core, join, query.columns, A.Child.Columns(_source: join.source))
    }

    /// Joins the rows of an association; if a row has none, the columns of the association are NULL.
    ///
    /// ```swift
    /// RemindersList.leftJoining(RemindersList.reminders)   // (RemindersList, Reminder?)
    /// ```
    public func leftJoining<A: TableAssociation>(
        _ association: A
    ) -> Select<(Output, A.Child?), (Columns, A.Child.OuterColumns)>
    where A.Parent == Columns.Model {
        let query = separated()
        let (core, join) = query.core.joining(association._path, query.columns._source, .left)
        return .init(core, join, query.columns, A.Child.OuterColumns(_source: join.source))
    }
}

extension Table {
    /// Joins the rows of an association: a row for each pair.
    public static func joining<A: TableAssociation>(
        _ association: A
    ) -> Select<(Self, A.Child), (Columns, A.Child.Columns)> where A.Parent == Self {
        scoped.joining(association)
    }

    /// Joins the rows of an association; if a row has none, the columns of the association are NULL.
    public static func leftJoining<A: TableAssociation>(
        _ association: A
    ) -> Select<(Self, A.Child?), (Columns, A.Child.OuterColumns)> where A.Parent == Self {
        scoped.leftJoining(association)
    }
}

extension SelectCore {
    /// Joins the tables of a path.
    ///
    /// - Returns: The query with all tables but the last, and the last.
    fileprivate func joining(
        _ path: _AssociationPath, _ source: ColumnSource, _ kind: JoinKind
    ) -> (SelectCore, JoinedItem) {
        var core = scoped
        if let error = path.error ?? (path.limit == nil ? nil : .limitedJoin) {
            core.append(condition: .failure(error))
        }
        var parent = path.parentKey.map { source.node($0) }
        if path.leadsToDistinctRows {
            return (core, path.distinctItem(kind, beside: core, parent))
        }
        var rest = path
        var order = NodeList.none
        for link in path.links.dropLast() {
            let join = core.join(link, to: parent, kind)
            var terms = [join.condition].compactMap { $0 } + join.conditions
            order = join.order + order
            parent = link.nextKey.map { .column(join.qualifier, $0) }
            rest.links.removeFirst()
            if kind == .left { terms.append(core.exists(rest, parent, of: join)) }
            core.clauses.joins.append(
                JoinClause(kind: kind, item: join.item, constraint: terms.conjunction))
        }
        var last = core.join(path.links[path.links.count - 1], to: parent, kind)
        last.order += order
        return (core, last)
    }

    /// The condition that the rest of a path leads to a row. Otherwise a left join would have a row of NULLs for each
    /// row of a join table without a row at the end of the path.
    private func exists(
        _ rest: _AssociationPath, _ parent: [SQLNode], of join: JoinedItem
    ) -> SQLNode {
        var core = self
        EnclosingQuery.enter(&core, and: join.qualifier)
        defer { EnclosingQuery.leave() }
        return rest.rows(of: parent).exists
    }

    private func join(
        _ link: AssociationLink, to parent: [SQLNode], _ kind: JoinKind
    ) -> JoinedItem {
        var join = JoinedItem(link.core, of: link.columns, kind, beside: self)
        join.condition = link.condition(of: join.item, parent)
        return join
    }
}
