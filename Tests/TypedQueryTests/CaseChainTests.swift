import DataLiteMacros
import Foundation
import Testing

@Table struct Ferry: Equatable, Identifiable {
    let id: Int
    var name = ""
    var alias: String?
    var line = 0
    var seats: Int?
    @Column(as: Date.UnixTimeRepresentation.self) var builtAt: Date
    @Column(as: Date.UnixTimeRepresentation?.self) var soldAt: Date?
}

@Suite("A CASE chain")
struct CaseChainTests {
    private let db: Connection
    private let date = Date(timeIntervalSince1970: 1000)

    init() throws {
        db = try Connection(location: .inMemory)
        try Ferry.createTable().execute(db)
        try Ferry.insert {
            Ferry(id: 1, name: "A", alias: "a", line: 1, seats: 5, builtAt: date)
            Ferry(
                id: 2, name: "B", alias: nil, line: 2, seats: nil, builtAt: date, soldAt: date + 1)
            Ferry(id: 3, name: "C", alias: "c", line: 1, seats: 7, builtAt: date)
        }.execute(db)
    }

    private func all<Value>(
        _ selection: (Ferry.Columns) -> SQLExpression<Value>
    ) throws -> [Value._Plain] {
        try Ferry.order(by: \.id).select { selection($0) }.fetchAll(db)
    }

    @Test("Without else, optional results are optional once")
    func optionalResultsWithoutElse() throws {
        let ended: [String?] = try all {
            Case().when($0.line == 1, then: $0.alias).when($0.id == 2, then: $0.name).end()
        }
        #expect(ended == ["a", "B", "c"])
        let open = Ferry.order(by: \.id).select {
            (
                Case($0.id).when(1, then: $0.seats).when(2, then: $0.seats),
                $0.alias.map { $0.upper() }
            )
        }
        let rows: [(Int?, String?)] = try open.fetchAll(db)
        #expect(rows.map(\.0) == [5, nil, nil])
        #expect(rows.map(\.1) == ["A", nil, "C"])
        let dates: [Date?] = try all {
            Case().when($0.line == 2, then: $0.soldAt).when($0.id == 1, then: $0.builtAt).end()
        }
        #expect(dates == [date, date + 1, nil])
        let nested: [Int?] = try all {
            $0.seats.map { seats in Case().when(seats > 5, then: seats).end() }
        }
        #expect(nested == [nil, nil, 7])
        let found = Ferry.where { Case().when($0.line == 1, then: $0.alias).upper() == "C" }
        #expect(try found.select(\.id).fetchAll(db) == [3])
        let sum = Ferry.select { Case().when($0.line == 1, then: $0.seats).sum() }
        #expect(try sum.fetchOne(db) == 12)
    }

    @Test("The result is optional if one of the results is")
    func mixtures() throws {
        let first: [String?] = try all {
            Case().when($0.line == 1, then: $0.name).when($0.line == 2, then: $0.alias).else("x")
        }
        #expect(first == ["A", nil, "C"])
        let second: [String?] = try all {
            Case().when($0.line == 2, then: $0.alias).when($0.id == 1, then: $0.name).else($0.name)
        }
        #expect(second == ["A", nil, "C"])
        let third: [String?] = try all { Case($0.line).when(1, then: $0.name).else($0.alias) }
        #expect(third == ["A", nil, "C"])
        let fourth: [Int?] = try all {
            Case($0.line).when(1, then: $0.seats).when($0.id, then: $0.line).else($0.id)
        }
        #expect(fourth == [5, 2, 7])
        let fifth: [Int?] = try all {
            Case($0.line).when($0.id, then: $0.line).when(1, then: $0.seats).end()
        }
        #expect(fifth == [1, 2, 7])
        let dates: [Date?] = try all {
            Case().when($0.line == 2, then: $0.soldAt).else($0.builtAt)
        }
        #expect(dates == [date, date + 1, date])
        let groups = try all { Case($0.line).when(1, then: $0.name).end() }
        #expect(groups == ["A", nil, "C"])
    }

    @Test("The result of iif is optional if one of its results is")
    func conditions() throws {
        let first: [String?] = try all { iif($0.line == 2, $0.alias, $0.name) }
        #expect(first == ["A", nil, "C"])
        let second: [String?] = try all { iif($0.line == 2, $0.name, $0.alias) }
        #expect(second == ["a", "B", "c"])
    }

    @Test("Aggregates follow a chain without end()")
    func aggregates() throws {
        let query = Ferry.select { Case().when($0.line == 1, then: $0.name).groupConcat("+") }
        #expect(
            try query.sql().text == """
                SELECT group_concat(CASE WHEN "ferries"."line" = ? THEN "ferries"."name" END, ?) \
                FROM "ferries"
                """)
        #expect(try query.fetchOne(db) == "A+C")
        let texts: [String?] = try Ferry.select {
            Case().when($0.line == 1, then: $0.name).groupConcat()
        }.fetchAll(db)
        #expect(texts == ["A,C"])
        let sum: Int? = try Ferry.select { Case().when($0.line == 1, then: 1).sum() ?? 0 }
            .fetchOne(db)
        #expect(sum == 2)
        let count: Int? = try Ferry.select { Case().when($0.line == 1, then: 1).count() }
            .fetchOne(db)
        #expect(count == 2)
        let bounds = try Ferry.select {
            (
                Case().when($0.line == 1, then: $0.id).min(),
                Case().when($0.line == 1, then: $0.id).max()
            )
        }.fetchRequired(db)
        #expect(bounds == (1, 3))
        let means = try Ferry.select {
            (
                Case().when($0.line == 1, then: $0.id).avg(),
                Case().when($0.line == 1, then: $0.id).total()
            )
        }.fetchRequired(db)
        #expect(means == (2, 4))
        let list = Ferry.select { Case().when($0.line == 1, then: $0.id).jsonGroupArray() }
        #expect(try list.fetchOne(db) == [1, nil, 3])
    }

    @Test("A CASE has many conditions with literals")
    func manyConditions() throws {
        let query = Ferry.order(by: \.id).select {
            Case().when($0.id > 8, then: "a").when($0.id > 7, then: "b").when($0.id > 6, then: "c")
                .when($0.id > 5, then: "d").when($0.id > 4, then: "e").when($0.id > 3, then: "f")
                .when($0.id > 2, then: "g").when($0.id > 1, then: "h").else("i")
        }
        #expect(try query.fetchAll(db) == ["i", "h", "g"])
    }

    @Test("Comparisons follow a chain without end()")
    func comparisons() throws {
        func ids(
            _ condition: (CaseConditions<Int>) -> SQLExpression<some SQLTruth>
        ) throws -> [Int] {
            let chain = Case().when(Ferry.columns.line == 1, then: Ferry.columns.id)
            let test = condition(chain)
            return try Ferry.where { _ in SQLExpression<Bool?>(sql: "\(test)") }
                .order(by: \.id).select(\.id).fetchAll(db)
        }
        #expect(try ids { $0.eq(1) } == [1])
        #expect(try ids { $0.neq(1) } == [2, 3])
        #expect(try ids { $0.is(nil) } == [2])
        #expect(try ids { $0.isNot(nil) } == [1, 3])
        #expect(try ids { $0.lt(3) } == [1])
        #expect(try ids { $0.lte(3) } == [1, 3])
        #expect(try ids { $0.gt(1) } == [3])
        #expect(try ids { $0.gte(1) } == [1, 3])
        #expect(try ids { $0.eq(Ferry.columns.id) } == [1, 3])
        #expect(try ids { $0.eq(Ferry.columns.seats) } == [2])
        #expect(try ids { $0.in([3, 4]) } == [3])
        #expect(try ids { $0.ifnull(9).eq(9) } == [2])
        #expect(try ids { $0.ifnull(Ferry.columns.line).eq(2) } == [2])
    }

    @Test("The functions of text follow the last when")
    func text() throws {
        let query = Ferry.find(1).select { Case().when($0.line == 1, then: $0.name).lower() }
        #expect(
            try query.sql().text == """
                SELECT lower(CASE WHEN "ferries"."line" = ? THEN "ferries"."name" END) \
                FROM "ferries" WHERE "ferries"."id" = ?
                """)
        let lower: [String?] = try all { Case().when($0.line == 1, then: $0.name).lower() }
        #expect(lower == ["a", nil, "c"])
        let upper: [String?] = try all { Case($0.line).when(1, then: " b ").trim().upper() }
        #expect(upper == ["B", nil, "B"])
        let parts: [String?] = try all { Case($0.line).when(1, then: "abc").substr(2, 1) }
        #expect(parts == ["b", nil, "b"])
        let others: [String?] = try all { Case($0.line).when(1, then: "abc").replace("b", "x") }
        #expect(others == ["axc", nil, "axc"])
        let lengths: [Int?] = try all { Case($0.line).when(1, then: $0.name).length() }
        #expect(lengths == [1, nil, 1])
        let found = Ferry.where { Case().when($0.line == 1, then: $0.name).hasPrefix("a") }
        #expect(try found.select(\.id).fetchAll(db) == [1])
        let contained = Ferry.where { Case().when($0.line == 1, then: $0.name).contains("C") }
        #expect(try contained.select(\.id).fetchAll(db) == [3])
    }

    // Each of these took the compiler 20 seconds, or it gave up.
    @Test("A CASE of many values")
    func manyValues() throws {
        let texts = Ferry.order(by: \.id).select {
            Case($0.id).when(1, then: "a").when(2, then: "b").when(3, then: "c")
                .when(4, then: "d").when(5, then: "e").when(6, then: "f").when(7, then: "g")
                .when(8, then: "h").else("z")
        }
        #expect(try texts.fetchAll(db) == ["a", "b", "c"])
        let mixed = Ferry.order(by: \.id).select {
            Case($0.id).when(1, then: $0.name).when(2, then: $0.alias).when(3, then: "c")
                .when(4, then: $0.name).when(5, then: "e").when(6, then: "f").when(7, then: "g")
                .when(8, then: $0.alias).else("z")
        }
        #expect(try mixed.fetchAll(db) == ["A", nil, "c"])
        let found = Ferry.where {
            Case($0.id).when(1, then: "a").when(2, then: "b").when(3, then: "c")
                .when(4, then: "d").when(5, then: "e").when(6, then: "f").when(7, then: "g")
                .when(8, then: "h").else("z") == "b"
        }
        #expect(try found.fetchAll(db).map(\.id) == [2])
    }
}
