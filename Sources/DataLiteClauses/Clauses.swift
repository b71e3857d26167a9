public import DataLiteQuery

/// A clause of a query; see `sql`.
public protocol QueryClause {
    /// The clause.
    var clause: AnyClause { get }
}

/// A clause of any kind.
public struct AnyClause: Sendable {
    let part: SelectPart
}

/// `FROM`: the first table.
public struct From: QueryClause {
    public let clause: AnyClause

    /// A table.
    public init<Columns: ColumnSet>(_ table: Columns) {
        clause = AnyClause(part: .from(table))
    }
}

/// `GROUP BY`: combines rows with the same values into one.
public struct GroupBy: QueryClause {
    public let clause: AnyClause

    /// The expressions whose values are compared.
    public init<each Term: Selectable>(_ terms: repeat each Term) {
        clause = AnyClause(part: .group(by: repeat each terms))
    }
}

/// `HAVING`: keeps the groups for which a condition is true. If there are several, all must be
/// true.
public struct Having: QueryClause {
    public let clause: AnyClause

    /// A condition.
    public init(_ condition: SQLExpression<some SQLTruth>) {
        clause = AnyClause(part: .having(condition))
    }
}

/// `WINDOW`: a named window, to which functions refer with `over("name")`.
extension Window: QueryClause {
    public var clause: AnyClause { AnyClause(part: .window(self)) }
}

/// `ORDER BY`: the order of the rows.
public struct OrderBy: QueryClause {
    public let clause: AnyClause

    /// The terms, the most important first.
    public init<each Term: OrderingTerm>(_ terms: repeat each Term) {
        var orderings: [Ordering] = []
        repeat orderings.append((each terms)._orderingTerm)
        clause = AnyClause(part: .order(by: orderings))
    }
}

/// `LIMIT`: limits the number of rows.
public struct Limit: QueryClause {
    public let clause: AnyClause

    /// At most `count` rows, after skipping `offset`.
    public init(_ count: SQLExpression<Int>, offset: SQLExpression<Int>? = nil) {
        clause = AnyClause(part: .limit(count, offset: offset))
    }

    /// At most `count` rows, after skipping `offset`.
    @_disfavoredOverload
    public init(_ count: Int, offset: Int? = nil) {
        self.init(SQLExpression(count), offset: offset.map { SQLExpression($0) })
    }
}

/// `OFFSET`: skips rows. It can be before or after ``Limit``; without one, it renders `LIMIT -1 OFFSET ?`.
///
/// ```swift
/// OrderBy(reminder.id)
/// Offset(20)
/// ```
public struct Offset: QueryClause {
    public let clause: AnyClause

    /// Skips `count` rows, for example a named parameter.
    public init(_ count: SQLExpression<Int>) {
        clause = AnyClause(part: .offset(count))
    }

    /// Skips `count` rows.
    @_disfavoredOverload
    public init(_ count: Int) {
        self.init(SQLExpression(count))
    }
}
