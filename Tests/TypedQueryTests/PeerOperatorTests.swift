import DataLiteMacros
import Testing

@Table private struct Score: Equatable, Identifiable {
    let id: Int
    var name = ""
    var flags = 0
    var small: UInt8 = 0
    var mask: Int64?
    var level: Int?
    var bonus = 0
    var ratio: Double?
    var step = 0.5
    var note: String?
}

@Suite("Operators and orders as other libraries write them")
struct PeerOperatorTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Score.createTable().execute(db)
        try Score.insert {
            Score(id: 1, name: "A", flags: 6, small: 5, mask: 12, level: 3, bonus: 4, ratio: 1)
            Score(id: 2, name: "B", flags: -3, note: "n")
            Score(id: 3, name: "A", flags: .max, level: 1)
        }.execute(db)
    }

    private func score(_ id: Int) throws -> Score { try Score.find(id).fetchRequired(db) }

    @Test("Exclusive OR is computed as in Swift")
    func exclusiveOr() throws {
        let query = Score.order(by: \.id).select { $0.flags ^ 3 }
        #expect(
            try query.sql().text == """
                SELECT ("scores"."flags" | ?) - ("scores"."flags" & ?) FROM "scores" \
                ORDER BY "scores"."id"
                """)
        #expect(try query.fetchAll(db) == [6 ^ 3, -3 ^ 3, .max ^ 3])
        let negative = Score.order(by: \.id).select { ($0.flags ^ -1) ^ $0.bonus }
        #expect(try negative.fetchAll(db) == [~6 ^ 4, 2, .min])
        #expect(try Score.where { $0.small ^ 1 == 4 }.select(\.id).fetchAll(db) == [1])
        let mask = Score.find(1).select { $0.mask ^ 10 }
        #expect(try mask.fetchAll(db) == [6])
        let doubled = Score.find(1).select { ($0.flags ^ 1) * 2 }
        #expect(try doubled.fetchRequired(db) == 14)
    }

    @Test("Bitwise operators take one optional operand")
    func nullableBits() throws {
        let left = Score.order(by: \.id).select { $0.level & $0.flags }
        #expect(
            try left.sql().text == """
                SELECT "scores"."level" & "scores"."flags" FROM "scores" ORDER BY "scores"."id"
                """)
        #expect(try left.fetchAll(db) == [3 & 6, nil, 1])
        let both = Score.find(1).select {
            ($0.flags & $0.level, $0.flags | $0.level, $0.flags ^ $0.level, $0.flags << $0.level)
        }
        #expect(try both.fetchRequired(db) == (6 & 3, 6 | 3, 6 ^ 3, 6 << 3))
        let others = Score.find(1).select {
            ($0.level | $0.flags, $0.level ^ $0.flags, $0.level << $0.bonus, $0.level >> $0.bonus)
        }
        #expect(try others.fetchRequired(db) == (3 | 6, 3 ^ 6, 3 << 4, 3 >> 4))
        let literals = Score.find(1).select { (8 >> $0.level, 5 & $0.level, 8 | $0.level) }
        #expect(try literals.fetchRequired(db) == (1, 1, 11))
        #expect(try Score.where { $0.flags & $0.level == 2 }.select(\.id).fetchAll(db) == [1])
        #expect(try Score.where { ~$0.flags >> $0.level == nil }.select(\.id).fetchAll(db) == [2])
        #expect(try Score.where { $0.flags % $0.level == 0 }.select(\.id).fetchAll(db) == [1, 3])
    }

    @Test("A column that may be NULL is set to a query of values that are not")
    func nullableQuery() throws {
        let update = Score.find(2).update {
            $0.level = Score.where { $0.name == "A" }.order { $0.id.desc() }.select(\.id).limit(1)
        }
        #expect(
            try update.sql().text == """
                UPDATE "scores" SET "level" = (SELECT "scores:2"."id" FROM "scores" AS "scores:2" \
                WHERE "scores:2"."name" = ? ORDER BY "scores:2"."id" DESC LIMIT ?) \
                FROM (SELECT 1) WHERE "scores"."id" = ?
                """)
        try update.execute(db)
        #expect(try score(2).level == 3)
        try Score.find(2).update { $0.level = Score.count() }.execute(db)
        #expect(try score(2).level == 3)
        try Score.find(2).update {
            $0.level = Score.where { $0.id > 9 }.select(\.id)
            $0.note = Score.find(3).select(\.name)
            $0.ratio = Score.select { $0.step.sum() ?? 0 }
        }.execute(db)
        #expect(try score(2).level == nil)
        #expect(try score(2).note == "A")
        #expect(try score(2).ratio == 1.5)
        try Score.find(2).update { $0.level = #sql("SELECT 7", as: Int.self) }.execute(db)
        #expect(try score(2).level == 7)
        try Score.find(2).update { $0.level = Score.find(2).select(\.level) }.execute(db)
        #expect(try score(2).level == 7)
    }

    @Test("An operand of an exclusive OR must be deterministic")
    func volatileExclusiveOr() throws {
        let query = Score.select { $0.flags ^ SQLExpression.random() }
        #expect { try query.fetchAll(db) } throws: {
            ($0 as? SQLiteError)?.message.hasPrefix("an operand of ^ is not deterministic") == true
        }
        let other = Score.find(1).select { ($0.flags ^ 3) + SQLExpression.random() * 0 }
        #expect(try other.fetchRequired(db) == 5)
    }

    @Test("Exclusive OR changes integers of each size, and NULL stays NULL")
    func exclusiveOrAssignment() throws {
        try Score.find(1).update {
            $0.flags ^= 3
            $0.flags ^= $0.bonus
            $0.small ^= 4
            $0.mask ^= 10
            $0.bonus = $0.bonus ^ 1
        }.execute(db)
        try Score.find(3).update {
            $0.small |= 6
            $0.small &= 3
            $0.small <<= 4
            $0.small >>= 1
            $0.mask |= 1
        }.execute(db)
        #expect(try score(3).small == 16 && score(3).mask == nil)
        let first = try score(1)
        #expect(first.flags == 6 ^ 3 ^ 4 && first.small == 1)
        #expect(first.mask == 6 && first.bonus == 5)
        try Score.find(2).update { $0.mask ^= 10 }.execute(db)
        #expect(try score(2).mask == nil)
    }

    @Test("An optional column is changed by an expression with or without NULL")
    func optionalOperands() throws {
        try Score.find(1).update {
            $0.level += $0.bonus
            $0.level *= $0.bonus + 1
            $0.level -= $0.level
            $0.ratio += $0.step
            $0.ratio *= $0.step
            $0.note += $0.name
        }.execute(db)
        let first = try score(1)
        #expect(first.level == 0 && first.ratio == 0.75 && first.note == nil)
        try Score.find(2).update {
            $0.level += $0.bonus
            $0.note += $0.name
        }.execute(db)
        #expect(try score(2).level == nil && score(2).note == "nB")
    }

    @Test("asc and desc need no parentheses in an order")
    func orders() throws {
        let query = Score.order { ($0.name.desc, $0.level.asc) }.select(\.id)
        #expect(try query.sql().text.hasSuffix(#""scores"."name" DESC, "scores"."level" ASC"#))
        #expect(try query.fetchAll(db) == [2, 3, 1])
        #expect(try Score.order { $0.name.length().asc }.fetchCount(db) == 3)
        #expect(try Score.order(by: \.id.desc).select(\.id).fetchAll(db) == [3, 2, 1])
        #expect(
            try Score.order { ($0.name, $0.id.desc()) }.select(\.id).fetchAll(db) == [3, 1, 2])
    }

    @Test("lag and lead of an optional column have a default without NULL")
    func defaults() throws {
        let lags = Score.order(by: \.id).select {
            (
                $0.level.lag(1, default: -1).over(orderBy: $0.id),
                $0.level.lead(1, default: $0.bonus).over(orderBy: $0.id)
            )
        }
        let rows = try lags.fetchAll(db)
        #expect(rows.map(\.0) == [-1, 3, nil] && rows.map(\.1) == [nil, 1, 0])
    }
}
