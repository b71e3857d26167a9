/// A query that selects rows of a table, or of several joined tables.
///
/// ```swift
/// Reminder.where { !$0.isCompleted }.order(by: \.title).limit(20)
/// ```
///
/// - `Output`: the type of a row of the result.
/// - `From`: the columns of the first table.
/// - `Joins`: a tuple of the columns of the joined tables.
@dynamicMemberLookup
public struct Select<Output, From: ColumnSet, Joins>: Query {
    var core: SelectCore

    /// Where the columns of the joined tables come from.
    var joined: [ColumnSource] = []

    public var decoder: QueryDecoder<Output>

    init(core: SelectCore, decoder: QueryDecoder<Output>) {
        self.core = core
        self.decoder = decoder
    }

    public func write(to writer: inout SQLWriter) {
        core.write(to: &writer)
    }

    /// The columns of the first table.
    var columns: From { From(source: ColumnSource(qualifier: core.from.qualifier)) }
}

/// A query for rows of one table.
public typealias Where<T: Table> = Select<T, T.Columns, ()>

extension Select {
    /// Calls a closure with the columns of all tables.
    @inline(__always)
    func callAsFunction<Result, each J: ColumnSet>(
        _ body: (From, repeat each J) -> Result
    ) -> Result where Joins == (repeat each J) {
        var sources = joined[...]
        return body(columns, repeat (each J)(source: sources.popFirst() ?? .none))
    }

    /// A copy with a change.
    @inline(__always)
    func with(_ change: (inout SelectCore) -> Void) -> Self {
        var copy = self
        change(&copy.core)
        return copy
    }
}

extension ColumnSource {
    /// A source without a name. Every joined table has a source, so this one is never used.
    static let none = ColumnSource(qualifier: "")
}

// MARK: - Conditions

extension Select {
    /// The rows for which a condition is true.
    ///
    /// Several conditions, here or in several calls, all have to be true.
    public func `where`<each J: ColumnSet>(
        @ConditionBuilder _ condition: (From, repeat each J) -> SQLExpression<Bool>
    ) -> Self where Joins == (repeat each J) {
        let node = self(condition).node
        guard !node.isAlways else { return self }
        return with { $0.conditions.append(node) }
    }

    /// The rows for which a column is true.
    public func `where`(_ column: KeyPath<From, SQLExpression<Bool>>) -> Self {
        let node = columns[keyPath: column].node
        return with { $0.conditions.append(node) }
    }

    /// The rows for which the conditions of both queries are true.
    public func and(_ other: Self) -> Self {
        with { $0.conditions += other.core.conditions }
    }

    /// The rows for which the conditions of either query are true.
    public func or(_ other: Self) -> Self {
        with {
            guard let lhs = $0.conditions.conjunction, let rhs = other.core.conditions.conjunction
            else {
                $0.conditions = []
                return
            }
            $0.conditions = [.binary(lhs, .or, rhs)]
        }
    }

    /// The rows for which the conditions of both queries are true.
    public static func && (lhs: Self, rhs: Self) -> Self { lhs.and(rhs) }

    /// The rows for which the conditions of either query are true.
    public static func || (lhs: Self, rhs: Self) -> Self { lhs.or(rhs) }
}

extension [SQLNode] {
    /// All terms as one condition; `nil` if there are none.
    var conjunction: SQLNode? {
        guard let first else { return nil }
        return dropFirst().reduce(first) { .and($0, $1) }
    }
}

// MARK: - Scopes

extension Select where Joins == (), Output: Table, Output.Columns == From {
    /// A scope of the table, combined with this query.
    public subscript(
        dynamicMember scope: KeyPath<Output.Type, Select<Output, From, ()>>
    ) -> Self {
        let other = Output.self[keyPath: scope].core
        return with {
            $0.conditions += other.conditions
            $0.order += other.order
            if let limit = other.limit { ($0.limit, $0.offset) = (limit, other.offset) }
        }
    }
}
