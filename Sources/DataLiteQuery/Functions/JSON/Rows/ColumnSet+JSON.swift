// JSON of rows: a whole row becomes an object, and the rows of a group an array. Both are decoded by the columns of the
// table, so that dates, UUIDs and all other representations are read as from the table itself.

extension ColumnSet where Output == Model {
    /// The row as a JSON object, which is decoded as the row.
    ///
    /// ```swift
    /// Reminder.select { $0.jsonObject() }  // SELECT json_object('id', "reminders"."id", ...) FROM "reminders"
    /// ```
    ///
    /// Its form is described at ``JSONRow``.
    public func jsonObject() -> SQLExpression<JSONRow<Model>> { SQLExpression(rowJSON) }

    /// The row as a JSON object in SQLite's binary form, which is decoded as the row. It requires SQLite 3.45.
    public func jsonbObject() -> SQLExpression<JSONRow<Model>> { SQLExpression(rowJSON.jsonb) }
}

extension ColumnSet where Output == Model? {
    /// The row as a JSON object, which is decoded as the row; NULL where no row matches.
    public func jsonObject() -> SQLExpression<JSONRow<Model>?> {
        SQLExpression(rowJSON.unlessNull(_source.presence(in: Model.columnDefinitions)))
    }

    /// The row as a JSON object in SQLite's binary form; NULL where no row matches. It requires SQLite 3.45.
    public func jsonbObject() -> SQLExpression<JSONRow<Model>?> {
        SQLExpression(rowJSON.jsonb.unlessNull(_source.presence(in: Model.columnDefinitions)))
    }
}

extension ColumnSet {
    /// The rows of a group as a JSON array, which is decoded as an array of rows.
    ///
    /// On the optional side of an outer join, only rows that match are in the array: it is empty if there are none.
    ///
    /// ```swift
    /// RemindersList.group(by: \.id)
    ///     .leftJoin(Reminder.all) { $0.id == $1.remindersListID }
    ///     .select { ($0.title, $1.jsonGroupArray()) }  // json_group_array(json_object('id', "reminders"."id", ...))
    /// ```
    ///
    /// - Parameters:
    ///   - distinct: Whether equal rows are in the array only once.
    ///   - order: The order of the rows, which requires SQLite 3.44. Without it, the order is arbitrary.
    ///   - filter: The condition for a row to be in the array.
    public func jsonGroupArray(
        distinct: Bool = false, order: any OrderingTerm..., filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRows<Model>> {
        SQLExpression(.jsonGroupArray(rowJSON, distinct, order, presenceFilter(filter)))
    }

    /// The rows of a group as a JSON array in SQLite's binary form, which is decoded as an array of rows. It requires
    /// SQLite 3.45.
    public func jsonbGroupArray(
        distinct: Bool = false, order: any OrderingTerm..., filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRows<Model>> {
        let filter = presenceFilter(filter)
        return SQLExpression(.jsonGroupArray(rowJSON, distinct, order, filter, isBinary: true))
    }

    /// A filter that also excludes the rows of an outer join that do not match.
    private func presenceFilter(_ filter: (any SQLCondition)?) -> SQLNode? {
        guard isOuter else { return filter?.conditionNode }
        let presence = _source.presence(in: Model.columnDefinitions)
        return .and(filter?.conditionNode, .binary(presence, .isNot, .null))
    }

    private var rowJSON: SQLNode {
        let definitions = Model.columnDefinitions
        return definitions.jsonObject(_source.nodes(of: definitions)[...])
    }
}

// MARK: - Groups

extension SQLExpression where Value: Selection {
    /// The columns of a group as a JSON object, which is decoded as the group.
    public func jsonObject() -> SQLExpression<JSONRow<Value>> {
        SQLExpression<JSONRow<Value>>(groupJSON)
    }

    /// The groups of several rows as a JSON array, which is decoded as an array of groups.
    ///
    /// - Parameters:
    ///   - distinct: Whether equal groups are in the array only once.
    ///   - order: The order of the groups, which requires SQLite 3.44. Without it, the order is arbitrary.
    ///   - filter: The condition for a group to be in the array.
    public func jsonGroupArray(
        distinct: Bool = false, order: any OrderingTerm..., filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRows<Value>> {
        SQLExpression<JSONRows<Value>>(
            .jsonGroupArray(groupJSON, distinct, order, filter?.conditionNode))
    }

    private var groupJSON: SQLNode { node.jsonObject(of: Value.self) }
}

extension SQLExpression {
    /// The columns of an optional group as a JSON object, which is decoded as the group; NULL if the group is absent.
    public func jsonObject<Group: Selection>() -> SQLExpression<JSONRow<Group>?>
    where Value == Group? {
        SQLExpression<JSONRow<Group>?>(node.jsonObject(of: Group.self).unlessNull(node))
    }

    /// The optional groups of several rows as a JSON array, which is decoded as an array of groups. Rows without the
    /// group are not in the array.
    ///
    /// - Parameters:
    ///   - distinct: Whether equal groups are in the array only once.
    ///   - order: The order of the groups, which requires SQLite 3.44. Without it, the order is arbitrary.
    ///   - filter: The condition for a group to be in the array.
    public func jsonGroupArray<Group: Selection>(
        distinct: Bool = false, order: any OrderingTerm..., filter: (any SQLCondition)? = nil
    ) -> SQLExpression<JSONRows<Group>> where Value == Group? {
        let isPresent = SQLNode.binary(node.presence, .isNot, .null)
        return SQLExpression<JSONRows<Group>>(
            .jsonGroupArray(
                node.jsonObject(of: Group.self), distinct, order,
                .and(filter?.conditionNode, isPresent)))
    }
}

extension SQLNode {
    fileprivate func jsonObject(of group: (some Selection).Type) -> SQLNode {
        guard elements.count == group.columnCount else { return .failure(.isNoRow(group)) }
        return group.columnDefinitions.jsonObject(elements[...])
    }

    static func jsonGroupArray(
        _ object: SQLNode, _ isDistinct: Bool, _ order: [any OrderingTerm], _ filter: SQLNode?,
        isBinary: Bool = false
    ) -> SQLNode {
        let name: StaticString = isBinary ? "jsonb_group_array" : "json_group_array"
        return .fragment(
            FunctionCall(
                name: .builtIn(name), arguments: [object], isDistinct: isDistinct,
                order: order.flatMap(\._orderingTerm.nodes), filter: filter,
                requirement: .function(name, since: isBinary ? 3_045_000 : 3_038_000)))
    }

    fileprivate var jsonb: SQLNode { .call("jsonb", since: 3_045_000, [self]) }
}
