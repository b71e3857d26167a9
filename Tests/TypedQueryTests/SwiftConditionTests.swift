import DataLiteMacros
import Testing

@Table private struct FlaggedRow: Identifiable {
    let id: Int
    var rank = 0
    var isDone = false
    var isLate: Bool?
}

@Suite("A condition that depends on a Bool of Swift")
struct SwiftConditionTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try FlaggedRow.createTable().execute(db)
        try FlaggedRow.insert {
            FlaggedRow(id: 1, rank: 1, isDone: true, isLate: nil)
            FlaggedRow(id: 2, rank: 2, isDone: false, isLate: true)
        }.execute(db)
    }

    @Test("Applies only if the value says so")
    func results() throws {
        for flag in [false, true] {
            let rows = [
                (FlaggedRow.where { if !flag { !$0.isDone } }, flag ? [1, 2] : [2]),
                (FlaggedRow.where { if flag { $0.rank == 1 } else { false } }, flag ? [1] : []),
                (FlaggedRow.where { if flag { $0.isLate } else { false } }, flag ? [2] : []),
                (FlaggedRow.where { $0.isLate || SQLExpression(!flag) }, flag ? [2] : [1, 2]),
                (
                    FlaggedRow.where {
                        $0.id < 3
                        if flag { $0.rank == 1 } else { $0.rank == 1 && $0.isDone }
                    }, [1]
                ),
                (FlaggedRow.where { $0.rank == 1 && (SQLExpression(flag) || $0.isDone) }, [1]),
            ]
            for (query, ids) in rows {
                #expect(try query.select(\.id).fetchAll(db) == ids)
            }
        }
    }

    @Test("Leaves no parameter in the SQL")
    func text() throws {
        let flag = true
        #expect(
            try FlaggedRow.where { if flag { $0.rank == 1 } }.count().sql().text == """
                SELECT count(*) FROM "flaggedRows" WHERE "flaggedRows"."rank" = ?
                """)
        #expect(
            try FlaggedRow.where { if !flag { $0.rank == 1 } }.count().sql().text == """
                SELECT count(*) FROM "flaggedRows"
                """)
    }

    @Test("An aggregate of no rows returns its row if the condition is false")
    func aggregate() throws {
        let flag = false
        #expect(
            try FlaggedRow.where { if flag { $0.rank == 1 } else { false } }.count().fetchOne(db)
                == 0)
    }
}
