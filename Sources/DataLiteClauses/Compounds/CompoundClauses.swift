/// A clause between two queries of a compound: ``Union``, ``UnionAll``, ``Intersect`` or ``Except``.
public protocol _CompoundClause: Sendable {
    /// The operator.
    var _operator: _CompoundOperator { get }
}

/// The operator of a compound query.
public struct _CompoundOperator: Sendable {
    enum Kind: Sendable { case union, unionAll, intersect, except }

    let kind: Kind

    fileprivate func part<Output>(_ query: Select<Output, ()>) -> CompoundPart<Output> {
        switch kind {
        case .union: .union(all: false, query)
        case .unionAll: .union(all: true, query)
        case .intersect: .intersect(query)
        case .except: .except(query)
        }
    }
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
public struct Union: _CompoundClause {
    /// Creates the clause.
    public init() {}

    public var _operator: _CompoundOperator { _CompoundOperator(kind: .union) }
}

/// `UNION ALL`: the rows of both queries, including duplicates.
public struct UnionAll: _CompoundClause {
    /// Creates the clause.
    public init() {}

    public var _operator: _CompoundOperator { _CompoundOperator(kind: .unionAll) }
}

/// `INTERSECT`: the rows that both queries return, without duplicates.
public struct Intersect: _CompoundClause {
    /// Creates the clause.
    public init() {}

    public var _operator: _CompoundOperator { _CompoundOperator(kind: .intersect) }
}

/// `EXCEPT`: the rows of the query before it that the query after it does not return, without duplicates.
public struct Except: _CompoundClause {
    /// Creates the clause.
    public init() {}

    public var _operator: _CompoundOperator { _CompoundOperator(kind: .except) }
}

/// The clauses of a compound query whose last operator has no query yet.
public struct _CompoundClauses<Output>: Sendable {
    let list: ClauseList<Output>
    let `operator`: _CompoundOperator
    var clauses: [_AnyClause] = []
}

/// A query of a compound, with the operator after it.
struct CompoundSegment<Output>: Sendable {
    let selection: Select<Output, _SelectClause>
    let clauses: [_AnyClause]
    let `operator`: _CompoundOperator
}

extension QueryBuilder {
    /// Used by the compiler for a statement of the closure.
    public static func buildExpression(_ clause: some _CompoundClause) -> _CompoundOperator {
        clause._operator
    }

    /// Used by the compiler for the operator of a compound query.
    public static func buildPartialBlock<Output>(
        accumulated: ClauseList<Output>, next: _CompoundOperator
    ) -> _CompoundClauses<Output> { _CompoundClauses(list: accumulated, operator: next) }

    /// Used by the compiler for a clause of a query of a compound that precedes its `Select`.
    public static func buildPartialBlock<Output>(
        accumulated: _CompoundClauses<Output>, next: [_AnyClause]
    ) -> _CompoundClauses<Output> {
        var clauses = accumulated
        clauses.clauses += next
        return clauses
    }

    /// Used by the compiler for the next query of a compound.
    public static func buildPartialBlock<Output>(
        accumulated: _CompoundClauses<Output>, next: Select<Output, _SelectClause>
    ) -> ClauseList<Output> { accumulated.list.compounded(accumulated, next) }

    @available(*, unavailable, message: "the queries of a compound select values of one type")
    public static func buildPartialBlock<Output, Other>(
        accumulated: _CompoundClauses<Output>, next: Select<Other, _SelectClause>
    ) -> ClauseList<Output> { accumulated.list }
}

extension ClauseList {
    fileprivate func compounded(
        _ clauses: _CompoundClauses<Output>, _ next: Select<Output, _SelectClause>
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
        return SQLiteError.misuse(
            "OrderBy, Limit and Offset apply to a whole compound: write them after its "
                + "last Select")
    }
}
