import DataLiteMacros
import Testing

@Selection private struct RouteLeg: Equatable {
    var start: Int
    var end: Int?
}

@Table private struct Route: Equatable {
    let id: Int
    var isOpen = false
    var rank = 0
    var own = RouteLeg(start: 1)
    @Column(prefix: "other_") var other: RouteLeg?
    @Column(prefix: "third_") var third: RouteLeg?
}

@Suite("Choices among groups")
struct GroupChoiceTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Route.createTable().execute(db)
        try Route.insert {
            Route(id: 1, isOpen: true, rank: 5)
            Route(id: 2, other: RouteLeg(start: 7))
            Route(id: 3, rank: 3, third: RouteLeg(start: 8, end: 9))
        }.execute(db)
    }

    @Test("iif chooses each column of a group")
    func iifs() throws {
        let legs = Route.order { $0.id }.select { iif($0.isOpen, $0.own, RouteLeg(start: 2)) }
        #expect(
            try legs.sql().text == """
                SELECT iif("routes"."isOpen", "routes"."start", ?), \
                iif("routes"."isOpen", "routes"."end", ?) FROM "routes" ORDER BY "routes"."id"
                """)
        #expect(
            try legs.fetchAll(db)
                == [RouteLeg(start: 1), RouteLeg(start: 2), RouteLeg(start: 2)])
        let none = Route.order { $0.id }.select { iif($0.isOpen, nil, $0.other) }
        #expect(try none.fetchAll(db) == [nil, RouteLeg(start: 7), nil])
    }

    @Test("CASE chooses each column of a group")
    func cases() throws {
        let legs = Route.order { $0.id }.select {
            Case().when($0.rank == 5, then: $0.own).when($0.rank == 3, then: RouteLeg(start: 6))
        }
        #expect(try legs.fetchAll(db) == [RouteLeg(start: 1), nil, RouteLeg(start: 6)])
        let named = Route.order { $0.id }.select {
            Case($0.own).when(RouteLeg(start: 1), then: $0.rank).else(0)
        }
        #expect(try named.fetchAll(db) == [5, 0, 3])
        try Route.find(1).update { $0.other = Case().when($0.isOpen, then: $0.own).end() }
            .execute(db)
        #expect(try Route.find(1).fetchRequired(db).other == RouteLeg(start: 1))
    }

    @Test("The first group that is not NULL is chosen as a whole")
    func coalescing() throws {
        let two = Route.order { $0.id }.select { $0.other ?? RouteLeg(start: 0, end: 4) }
        #expect(
            try two.fetchAll(db)
                == [RouteLeg(start: 0, end: 4), RouteLeg(start: 7), RouteLeg(start: 0, end: 4)])
        let three = Route.order { $0.id }.select { coalesce($0.other, $0.third, $0.own.optional()) }
        #expect(
            try three.fetchAll(db)
                == [RouteLeg(start: 1), RouteLeg(start: 7), RouteLeg(start: 8, end: 9)])
        let known = Route.find(1).select { SQLExpression<RouteLeg?>(RouteLeg(start: 4)) ?? $0.own }
        #expect(try known.fetchAll(db) == [RouteLeg(start: 4)])
        try Route.all.update { $0.own = $0.other ?? $0.own }.execute(db)
        #expect(
            try Route.order { $0.id }.select(\.own).fetchAll(db)
                == [RouteLeg(start: 1), RouteLeg(start: 7), RouteLeg(start: 1)])
    }

    @Test("A group that equals another one becomes NULL")
    func nullif() throws {
        let legs = Route.order { $0.id }.select { $0.other.nullif(RouteLeg(start: 7)) }
        #expect(try legs.fetchAll(db) == [nil, nil, nil])
        let others = Route.order { $0.id }.select { $0.third.nullif(RouteLeg(start: 7)) }
        #expect(try others.fetchAll(db) == [nil, nil, RouteLeg(start: 8, end: 9)])
    }

    @Test("A condition that is not deterministic does not mix the columns of groups")
    func random() throws {
        let random = Route.select {
            iif(SQLExpression.random() > 0, $0.own, RouteLeg(start: 2))
        }
        #expect { try random.fetchAll(db) } throws: {
            "\($0)".contains("the condition must be deterministic")
        }
    }

    @Test("A subquery for several columns cannot be the result of a choice")
    func subqueries() throws {
        let leg = Route.find(1).select(\.own)
        let legs = Route.select { iif($0.isOpen, leg.scalar(), $0.own.optional()) }
        #expect { try legs.fetchAll(db) } throws: {
            "\($0)".contains("a choice among groups needs expressions for all their columns")
        }
    }

    @Test("A group that is not optional stays as it is with ifnull")
    func ifnull() throws {
        let legs = Route.find(2).select { $0.own.ifnull(SQLExpression(RouteLeg(start: 9))) }
        #expect(try legs.fetchAll(db) == [RouteLeg(start: 1)])
    }

    @Test("Choices that depend on choices end with an error when the text is too long")
    func nested() throws {
        func chained(_ leg: SQLExpression<RouteLeg?>) -> SQLExpression<RouteLeg?> {
            (0..<40).reduce(leg) { coalesce($0, SQLExpression(RouteLeg(start: $1))) }
        }
        let legs = Route.select { chained($0.other) }
        #expect { try legs.fetchAll(db) } throws: { "\($0)".contains("longer than 4 MiB") }
    }
}
