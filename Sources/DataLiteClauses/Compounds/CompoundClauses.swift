public import DataLiteQuery

/// A clause between two queries of a compound: ``Union``, ``UnionAll``, ``Intersect`` or ``Except``.
public protocol CompoundClause: Sendable {
    /// The operator.
    var _operator: CompoundOperator { get }
}

/// The operator of a compound query.
public struct CompoundOperator: Sendable {
    enum Kind: Sendable { case union, unionAll, intersect, except }

    let kind: Kind
}

/// `UNION`: the rows of both queries, without duplicates.
///
/// ```swift
/// let names = sql { schema in
///     let album = schema.table(Album.self)
///     let artist = schema.table(Artist.self)
///     Select(album.title)
///     From(album)
///     Union()
///     Select(artist.name)
///     From(artist)
///     OrderBy(album.title)
/// }
/// ```
///
/// Both queries select values of the same types. `OrderBy`, `Limit` and `Offset` after the last query apply to the
/// whole compound, whose rows are ordered by expressions that one of its queries selects.
public struct Union: CompoundClause {
    /// Creates the clause.
    public init() {}

    public var _operator: CompoundOperator { CompoundOperator(kind: .union) }
}

/// `UNION ALL`: the rows of both queries, including duplicates.
public struct UnionAll: CompoundClause {
    /// Creates the clause.
    public init() {}

    public var _operator: CompoundOperator { CompoundOperator(kind: .unionAll) }
}

/// `INTERSECT`: the rows that both queries return, without duplicates.
public struct Intersect: CompoundClause {
    /// Creates the clause.
    public init() {}

    public var _operator: CompoundOperator { CompoundOperator(kind: .intersect) }
}

/// `EXCEPT`: the rows of the query before it that the query after it does not return, without duplicates.
public struct Except: CompoundClause {
    /// Creates the clause.
    public init() {}

    public var _operator: CompoundOperator { CompoundOperator(kind: .except) }
}

/// The clauses of a compound query whose last operator has no query yet.
public struct CompoundClauses<Output>: Sendable {
    let list: ClauseList<Output>
    let `operator`: CompoundOperator
    var clauses: [AnyClause] = []
}

/// A query of a compound, with the operator after it.
struct CompoundSegment<Output>: Sendable {
    let selection: Select<Output, SelectClause>
    let clauses: [AnyClause]
    let `operator`: CompoundOperator
}

extension QueryBuilder {
    /// Used by the compiler for a statement of the closure.
    public static func buildExpression(_ clause: some CompoundClause) -> CompoundOperator {
        clause._operator
    }

    /// Used by the compiler for the operator of a compound query.
    public static func buildPartialBlock<Output>(
        accumulated: ClauseList<Output>, next: CompoundOperator
    ) -> CompoundClauses<Output> { CompoundClauses(list: accumulated, operator: next) }

    /// Used by the compiler for a clause of a query of a compound that precedes its `Select`.
    public static func buildPartialBlock<Output>(
        accumulated: CompoundClauses<Output>, next: [AnyClause]
    ) -> CompoundClauses<Output> {
        var clauses = accumulated
        clauses.clauses += next
        return clauses
    }

    /// Used by the compiler for the next query of a compound.
    public static func buildPartialBlock<Output>(
        accumulated: CompoundClauses<Output>, next: Select<Output, SelectClause>
    ) -> ClauseList<Output> { accumulated.list.compounded(accumulated, next) }

    @available(*, unavailable, message: "the queries of a compound select values of one type")
    public static func buildPartialBlock<Output, Other>(
        accumulated: CompoundClauses<Output>, next: Select<Other, SelectClause>
    ) -> ClauseList<Output> { accumulated.list }
}

extension ClauseList {
    fileprivate func compounded(
        _ clauses: CompoundClauses<Output>, _ next: Select<Output, SelectClause>
    ) -> ClauseList {
        var list = ClauseList(next, clauses.clauses)
        let segment = CompoundSegment(
            selection: selection, clauses: self.clauses, operator: clauses.operator)
        list.segments = segments + [segment]
        return list
    }

    /// The query.
    ///
    /// - Parameter failure: An error in the query, which is thrown when it runs.
    func _query(failure: SQLiteError?) -> Select<Output, ()> {
        guard let first = segments.first else {
            return Select(selection, clauses.map(\.part), failure: failure)
        }
        var (queries, wholeClauses) = ([CompoundPart<Output>](), [SelectPart]())
        let following = segments.dropFirst().map { ($0.selection, $0.clauses) }
        for (index, (selection, clauses)) in (following + [(selection, clauses)]).enumerated() {
            var parts = clauses.map(\.part)
            var mistake: SQLiteError?
            if index == following.count {
                wholeClauses = parts.filter(\.appliesToCompound)
                parts.removeAll(where: \.appliesToCompound)
            } else {
                mistake = parts.misplacedClause
            }
            let query = Select(selection, parts, failure: mistake)
            queries.append(segments[index].operator.part(query))
        }
        let parts = first.clauses.map(\.part)
        let query = Select(first.selection, parts, failure: failure ?? parts.misplacedClause)
        return Select(query, queries, wholeClauses)
    }
}

extension [SelectPart] {
    /// An error if there is a clause that applies to a whole compound.
    fileprivate var misplacedClause: SQLiteError? {
        guard contains(where: \.appliesToCompound) else { return nil }
        return SQLiteError(
            .misuse,
            message: "OrderBy, Limit and Offset apply to a whole compound: write them after its "
                + "last Select")
    }
}

extension CompoundOperator {
    fileprivate func part<Output>(_ query: Select<Output, ()>) -> CompoundPart<Output> {
        switch kind {
        case .union: .union(all: false, query)
        case .unionAll: .union(all: true, query)
        case .intersect: .intersect(query)
        case .except: .except(query)
        }
    }
}
