/// A clause of a query; see `sql`.
public protocol _QueryClause {
    /// The clause.
    var _clause: _AnyClause { get }
}

/// A clause of any kind.
public struct _AnyClause: Sendable {
    let part: SelectPart
}

/// `FROM`: the first table.
public struct From: _QueryClause {
    public let _clause: _AnyClause

    /// A table.
    public init<Columns: ColumnSet>(_ table: Columns) {
        _clause = _AnyClause(part: .from(table))
    }
}

/// `GROUP BY`: combines rows with the same values into one.
public struct GroupBy: _QueryClause {
    public let _clause: _AnyClause

    /// The expressions whose values are compared.
    public init<each Term: Selectable>(_ terms: repeat each Term) {
        _clause = _AnyClause(part: .group(by: repeat each terms))
    }
}

/// `HAVING`: keeps the groups for which a condition is true. If there are several, all must be
/// true.
public struct Having: _QueryClause {
    public let _clause: _AnyClause

    /// A condition.
    public init(_ condition: SQLExpression<some SQLTruth>) {
        _clause = _AnyClause(part: .having(condition))
    }
}

/// `WINDOW`: a named window, to which functions refer with `over("name")`.
extension Window: _QueryClause {
    public var _clause: _AnyClause { _AnyClause(part: .window(self)) }
}

/// `ORDER BY`: the order of the rows.
public struct OrderBy: _QueryClause {
    public let _clause: _AnyClause

    /// The terms, the most important first.
    public init<each Term: OrderingTerm>(_ terms: repeat each Term) {
        var orderings: [Ordering] = []
        repeat orderings.append((each terms)._orderingTerm)
        _clause = _AnyClause(part: .order(by: orderings))
    }
}

/// `LIMIT`: limits the number of rows.
public struct Limit: _QueryClause {
    public let _clause: _AnyClause

    /// At most `count` rows, after skipping `offset`.
    public init(_ count: SQLExpression<Int>, offset: SQLExpression<Int>? = nil) {
        _clause = _AnyClause(part: .limit(count, offset: offset))
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
public struct Offset: _QueryClause {
    public let _clause: _AnyClause

    /// Skips `count` rows; `count` can be a named parameter.
    public init(_ count: SQLExpression<Int>) {
        _clause = _AnyClause(part: .offset(count))
    }

    /// Skips `count` rows.
    @_disfavoredOverload
    public init(_ count: Int) {
        self.init(SQLExpression(count))
    }
}
