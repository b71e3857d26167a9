import DataLite
import Testing

// sample: plan table
@Table struct Recording: Identifiable {
    let id: Int
    var title: String
    var albumID: Int
    var position: Int
}
// end

@Suite("The samples of the guide to performance")
struct PlanSamples {
    @Test("Show a plan and the missing indexes")
    func plan() throws {
        let db = try Connection(location: .inMemory)
        try Recording.createTable().execute(db)
        var lines: [String] = []
        func print(_ line: some CustomStringConvertible) { lines.append(line.description) }

        // sample: plan
        let recordings = Recording.where { $0.albumID == 7 }.order(by: \.position)
        print(try recordings.plan(db))
        for index in try recordings.indexAdvice(db) {
            print(index.sql.text)
        }
        // end
        #expect(
            lines.joined(separator: "\n") == """
                |--SCAN recordings
                `--USE TEMP B-TREE FOR ORDER BY
                CREATE INDEX "recordings_albumID_position" ON "recordings" ("albumID", "position")
                """)
        for index in try recordings.indexAdvice(db) { try db.execute(index.sql) }

        // sample: plan in a test
        let plan = try recordings.plan(db)
        #expect(plan.usesIndex("recordings_albumID_position"))
        #expect(plan.fullScans.isEmpty && plan.sorts.isEmpty)
        // end
    }
}
