import DataLiteMacros
import DataLiteTestSupport
import Foundation
import Testing

/// A table that was created by hand: the columns can be NULL, although their types are not optional.
@Table("looseRows") private struct LooseRow {
    let id: String
    var label: String
}

@DatabaseFunction private func longestLabel(_ labels: some Sequence<String>) -> String? {
    labels.max { $0.count < $1.count }
}

@DatabaseFunction(isDeterministic: true)
private func labelRank(_ label: String) -> Int { label.count }

@Suite("Rows at the edges of pages")
struct PageEdgeTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Pallet.makeTables(db)
    }

    /// The rows of all pages, forward and backward.
    private func rows<Row: Equatable & Sendable, Columns>(
        of query: Select<Row, Columns>, _ db: Connection
    ) throws -> [[Row]] {
        var (forward, backward): ([Row], [Row]) = ([], [])
        var cursor: PageCursor?
        repeat {
            let page = try query.page(after: cursor, size: 2).fetch(db)
            forward += page.rows
            cursor = page.next.flatMap { PageCursor($0.description) }
        } while cursor != nil && forward.count < 100
        repeat {
            let page = try query.page(before: cursor, size: 2).fetch(db)
            backward = page.rows + backward
            cursor = page.previous.flatMap { PageCursor($0.description) }
        } while cursor != nil && backward.count < 100
        return [forward, backward]
    }

    @Test("NULL in a column whose Swift type is not optional is on a page")
    func unexpectedNulls() throws {
        try db.execute(
            script: """
                CREATE TABLE looseRows(id TEXT PRIMARY KEY, label TEXT);
                INSERT INTO looseRows VALUES
                    ('a', 'x'), ('b', NULL), ('c', 'y'), ('d', NULL), (NULL, 'x'), ('f', NULL)
                """)
        let id = SQLExpression<String>(sql: "coalesce(\(LooseRow.columns.id), '-')")
        let queries: [Select<String, LooseRow.Columns>] = [
            LooseRow.order { $0.label.desc() }.select { _ in id },
            LooseRow.order { $0.label }.select { _ in id },
            LooseRow.order { $0.label.asc(nulls: .last) }.select { _ in id },
            LooseRow.order { $0.label.desc(nulls: .first) }.select { _ in id },
            LooseRow.order { $0.id.desc() }.select { _ in id },
            LooseRow.group { ($0.id, $0.label) }.order { $0.label.desc() }.select { _ in id },
        ]
        for query in queries {
            let all = try query.fetchAll(db)
            let sql = try query.sql().text
            for rows in try rows(of: query, db) {
                #expect(rows.sorted() == ["-", "a", "b", "c", "d", "f"], "\(sql)")
                #expect(rows.count == all.count)
            }
        }
    }

    @Test("Text that is not valid UTF-8 is on a page")
    func invalidText() throws {
        try db.execute(
            script: """
                WITH texts(n, text) AS (VALUES (1, x'61FF'), (2, x'61F0'), (3, x'61'),
                    (4, x'6180'), (5, x'61FF00FF'), (6, x'61EFBFBD'), (7, x'61FF'))
                INSERT INTO pallets(id, label, mixed)
                SELECT n, CAST(text AS TEXT), CASE n WHEN 3 THEN 7 ELSE CAST(text AS TEXT) END
                FROM texts
                """)
        for query in [
            Pallet.order(by: \.label).select(\.id),
            Pallet.order { $0.label.desc() }.select(\.id),
            Pallet.order { $0.label.collate(.nocase) }.select(\.id),
            Pallet.order { $0.mixed }.select(\.id),
            Pallet.order { $0.mixed.desc() }.select(\.id),
        ] {
            let all = try query.fetchAll(db)
            #expect(all.count == 7)
            for rows in try rows(of: query, db) { #expect(Set(rows) == Set(all)) }
        }
        let labels = Pallet.select(\.label).distinct()
        for rows in try rows(of: labels, db) { #expect(rows.count == 6) }
    }

    @Test("Invalid text of a database that stores UTF-16 is an error")
    func invalidUTF16() throws {
        let db = try Connection(location: .inMemory)
        try db.execute("PRAGMA encoding = 'UTF-16le'")
        try Pallet.makeTables(db)
        try db.execute(
            "INSERT INTO pallets(id, label) VALUES (1, CAST(x'00D8' AS TEXT)), (2, 'a'), (3, 'b')")
        let query = Pallet.order { $0.label.desc() }.select(\.id)
        var found: [Int] = []
        let error = #expect(throws: SQLiteError.self) {
            var cursor: PageCursor?
            repeat {
                let page = try query.page(after: cursor, size: 1).fetch(db)
                found += page.rows
                cursor = page.next
            } while cursor != nil && found.count < 5
        }
        #expect(error?.message.contains("UTF-16") == true)
    }

    @Test("Aggregates of the program and of SQL text, and orders by the time, are refused")
    func refused() throws {
        let columns = Pallet.columns
        let count = SQLExpression<Int>(sql: "count(*)")
        let greatest = SQLExpression<Int>(sql: "MAX(\(columns.id))")
        let window = SQLExpression<Int>(sql: "sum(\(columns.id)) OVER (ORDER BY 1)")
        let age = SQLExpression<Double>(
            sql: "julianday('now') - julianday(\(columns.shippedAt))")
        let seconds = SQLExpression<Int>(sql: "unixepoch()")
        let requests: [(String, PageRequest<Int>)] = [
            ("aggregate", Pallet.order { $longestLabel($0.label) }.select(\.id).page(size: 2)),
            ("aggregate", Pallet.select { _ in count }.page(size: 2)),
            ("aggregate", Pallet.select { _ in greatest }.page(size: 2)),
            ("window", Pallet.select { _ in window }.page(size: 2)),
            ("time", Pallet.order { _ in age }.select(\.id).page(size: 2)),
            ("time", Pallet.order { _ in SQLExpression.now }.select(\.id).page(size: 2)),
            ("time", Pallet.order { _ in seconds }.select(\.id).page(size: 2)),
            ("time", Pallet.order { _ in SQLExpression.currentDate }.select(\.id).page(size: 2)),
        ]
        for (message, request) in requests {
            let error = #expect(throws: SQLiteError.self) { try request.fetch(db) }
            #expect(error?.message.contains(message) == true, "\(error.debugDescription)")
        }
    }

    @Test("SQL text that is no aggregate is not refused")
    func accepted() throws {
        let columns = Pallet.columns
        let values: [SQLExpression<Int>] = [
            SQLExpression(sql: "max(\(columns.id), 3)"),
            SQLExpression(sql: "(SELECT count(*) FROM pallets)"),
            SQLExpression(sql: "'count(*)' || \(columns.id)"),
        ]
        var requests = values.map { value in Pallet.select { _ in value }.page(size: 2) }
        let day = SQLExpression<String>(sql: "date(\(columns.shippedAt))")
        requests.append(Pallet.order { _ in day }.select(\.id).page(size: 2))
        requests.append(Pallet.order { $0.label == "now" }.select(\.id).page(size: 2))
        let count = SQLExpression<Int>(sql: "count(*)")
        requests.append(PalletEvent.group(by: \.kind).select { _ in count }.page(size: 2))
        for request in requests { #expect(try request.fetch(db).rows.isEmpty) }
    }

    @Test("A plan and the advice on indexes add the functions that the statement calls")
    func plans() throws {
        let query = Pallet.where { $labelRank($0.label) == 3 && $0.number == 4 }
        func fresh() throws -> Connection {
            let db = try Connection(location: .inMemory)
            try Pallet.makeTables(db)
            return db
        }
        #expect(try !query.plan(fresh()).steps.isEmpty)
        #expect(try query.indexAdvice(fresh()).map(\.columns).contains { $0.first == "number" })
        let ordered = Pallet.order { $labelRank($0.label) }
        #expect(try !ordered.page(size: 3).plan(fresh()).steps.isEmpty)
        let change = query.update { $0.number = $labelRank($0.label) }
        #expect(try !change.plan(fresh()).steps.isEmpty)
        #expect(try change.indexAdvice(fresh()).map(\.columns).contains { $0.first == "number" })
    }

    @Test("Rows with NULL in a key of text are told apart by their rowid")
    func nullKeys() throws {
        try db.execute("CREATE TABLE looseRows(id TEXT PRIMARY KEY, label TEXT)")
        for label in 1...7 {
            try db.execute("INSERT INTO looseRows VALUES (NULL, \(String(label)))")
        }
        let query = LooseRow.select(\.label)
        var labels: [String] = []
        var cursor: PageCursor?
        repeat {
            let page = try query.page(after: cursor, size: 2, uniqueBy: \.rowid).fetch(db)
            labels += page.rows
            cursor = page.next
        } while cursor != nil
        #expect(labels == (1...7).map(String.init))
    }
}
