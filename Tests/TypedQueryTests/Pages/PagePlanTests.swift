import DataLiteMacros
import DataLiteTestSupport
import DataLiteTesting
import Foundation
import Testing

@Suite("The plan of a page")
struct PagePlanTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Pallet.makeTables(db)
        try db.execute(
            script: """
                CREATE INDEX by_label ON pallets(label);
                CREATE INDEX by_folded ON pallets(label COLLATE NOCASE);
                CREATE INDEX by_number ON pallets(number, label);
                CREATE INDEX mixed ON pallets(number, label DESC, weight);
                WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
                INSERT INTO pallets SELECT i, iif(i % 100 = 0, NULL, i % 7), i % 13, 'l' || (i % 50),
                    NULL, NULL, NULL FROM n
                """)
    }

    /// The query, and the index that its pages use.
    private static var queries: [(Where<Pallet>, String)] {
        [
            (Pallet.order(by: \.label), "by_label"),
            (Pallet.order { $0.label.desc() }, "by_label"),
            (Pallet.order { $0.label.collate(.nocase) }, "by_folded"),
            (Pallet.order { ($0.number, $0.label) }, "by_number"),
            (Pallet.order { ($0.number.desc(), $0.label.desc()) }, "by_number"),
            (Pallet.order { ($0.number, $0.label.desc(), $0.weight) }, "mixed"),
        ]
    }

    @Test("A page after or before any row uses the index and sorts nothing")
    func plans() throws {
        for (query, index) in Self.queries {
            for skipped in [1, 250, 9_000] {
                let cursor = try query.page(size: skipped).fetch(db).next
                for request in [
                    query.page(after: cursor, size: 10), query.page(before: cursor, size: 10),
                ] {
                    let plan = try request.plan(db)
                    #expect(plan.usesIndex(index), "\(plan)")
                    #expect(plan.sorts.isEmpty, "\(plan)")
                }
            }
        }
    }

    @Test("A late page takes as many steps of SQLite's virtual machine as an early one")
    func steps() throws {
        for (query, index) in Self.queries {
            let early = try query.page(size: 250).fetch(db).next
            let late = try query.page(size: 9_000).fetch(db).next
            for isForward in [true, false] {
                let counts = try [early, late].map { cursor in
                    try steps(
                        isForward
                            ? query.page(after: cursor, size: 10)
                            : query.page(before: cursor, size: 10))
                }
                #expect(counts.allSatisfy { $0 < 1200 }, "\(index): \(counts)")
            }
        }
    }

    private func steps(_ request: PageRequest<Pallet>) throws -> Int {
        let sql = try request.sql()
        let statement = try db.prepare(sql: sql.text)
        for (index, value) in sql.parameters.enumerated() {
            try statement.bind(value, at: Int32(index + 1))
        }
        while try statement.step() {}
        return Int(statement.status(.virtualMachineSteps))
    }
}
