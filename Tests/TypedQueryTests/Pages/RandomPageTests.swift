import DataLiteMacros
import DataLiteTestSupport
import Foundation
import Testing

/// Pages of random orders over random rows, compared with the rows that `OFFSET` skips to.
@Suite("Random pages")
struct RandomPageTests {
    private static let seeds = RandomSeeds.range(count: 60)

    @Test("The pages of a random order are the rows that OFFSET skips to", arguments: seeds)
    func offsets(seed: Int) throws {
        var test = try PageCase(seed: seed)
        let query = test.query()
        let size = Int.random(in: 1...9, using: &test.random)
        let count = try query.fetchCount(test.db)
        var cursor: PageCursor?
        for offset in stride(from: 0, through: count, by: size) {
            let page = try query.page(after: cursor, size: size).withTotal().fetch(test.db)
            let expected = try query.totalOrder(test.isDescending)
                .limit(size, offset: offset).fetchAll(test.db)
            #expect(page.rows == expected, "seed \(seed), offset \(offset)")
            #expect(page.hasNext == (offset + size < count), "seed \(seed), offset \(offset)")
            #expect(page.hasPrevious == (offset > 0), "seed \(seed)")
            #expect(page.total == count, "seed \(seed)")
            guard page.hasNext else { break }
            cursor = try test.encoded(#require(page.next))
        }
    }

    @Test("The pages from the end are the same rows backwards", arguments: seeds)
    func backwards(seed: Int) throws {
        var test = try PageCase(seed: seed)
        let query = test.query()
        let size = Int.random(in: 1...9, using: &test.random)
        let expected = try query.totalOrder(test.isDescending).fetchAll(test.db)
        var rows: [Pallet] = []
        var cursor: PageCursor?
        repeat {
            let page = try query.page(before: cursor, size: size).fetch(test.db)
            #expect(page.hasNext == (cursor != nil), "seed \(seed)")
            #expect(page.rows.count == min(size, expected.count - rows.count), "seed \(seed)")
            rows = page.rows + rows
            cursor = try page.previous.map { try test.encoded($0) }
        } while cursor != nil && rows.count <= expected.count
        #expect(rows == expected, "seed \(seed)")
    }

    @Test("Inserts and deletes between two pages move no other row", arguments: seeds)
    func changes(seed: Int) throws {
        var test = try PageCase(seed: seed)
        let query = test.query()
        let original = try query.totalOrder(test.isDescending).fetchAll(test.db)
        var removed: Set<Int> = []
        var seen: [Pallet] = []
        var cursor: PageCursor?
        var nextID = 1000
        repeat {
            let page = try query.page(after: cursor, size: 4).fetch(test.db)
            seen += page.rows
            cursor = try page.next.map { try test.encoded($0) }
            let rows = (0..<2).map { Pallet.random(id: nextID + $0, using: &test.random) }
            nextID += 2
            if nextID < 1040 { try Pallet.insert { rows }.execute(test.db) }
            // The row of the cursor may be deleted, too.
            for row in [page.rows.last, original.randomElement(using: &test.random)] {
                guard let row, Bool.random(using: &test.random) else { continue }
                try Pallet.find(row.id).delete().execute(test.db)
                removed.insert(row.id)
            }
        } while cursor != nil
        let stayed = original.filter { !removed.contains($0.id) }
        #expect(
            seen.filter { $0.id < 1000 && !removed.contains($0.id) } == stayed, "seed \(seed)")
        #expect(Set(seen.map(\.id)).count == seen.count, "seed \(seed)")
    }

    @Test("A page after an empty page leads back to the row of the cursor", arguments: seeds)
    func emptyPage(seed: Int) throws {
        var test = try PageCase(seed: seed)
        let query = test.query()
        let rows = try query.totalOrder(test.isDescending).fetchAll(test.db)
        guard let last = rows.last else { return }
        let end = try #require(try query.page(before: nil, size: 1).fetch(test.db).end)
        let empty = try query.page(after: test.encoded(end), size: 3).fetch(test.db)
        #expect(empty.rows.isEmpty && !empty.hasNext && empty.hasPrevious, "seed \(seed)")
        let back = try query.page(before: empty.previous.map { try test.encoded($0) }, size: 3)
            .fetch(test.db)
        #expect(back.rows == rows.suffix(3), "seed \(seed)")
        #expect(back.rows.last == last, "seed \(seed)")
    }
}

/// Random rows and a random order.
private struct PageCase {
    var random: SeededGenerator
    let db: Connection

    /// Whether the last term of the order is descending.
    var isDescending = false

    init(seed: Int) throws {
        random = SeededGenerator(seed: UInt64(seed))
        db = try Connection(location: .inMemory)
        try Pallet.makeTables(db)
        let rows = (0..<Int.random(in: 0...40, using: &random)).map {
            Pallet.random(id: $0, using: &random)
        }
        try Pallet.insert { rows }.execute(db)
        if Bool.random(using: &random) {
            try db.execute("CREATE INDEX by_number ON pallets(number, label COLLATE NOCASE)")
        }
    }

    mutating func query() -> Where<Pallet> {
        var query = Bool.random(using: &random) ? Pallet.all : Pallet.where { $0.number != 2 }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let isDescending = Bool.random(using: &random)
            let nulls: Ordering.Nulls? = [nil, .first, .last].randomElement(using: &random) ?? nil
            let kind = Int.random(in: 0..<9, using: &random)
            func directed(_ term: SQLExpression<some RowRepresentable>) -> Ordering {
                isDescending ? term.desc(nulls: nulls) : term.asc(nulls: nulls)
            }
            self.isDescending = isDescending
            query = query.order { pallet -> [Ordering] in
                switch kind {
                case 0: [directed(pallet.number)]
                case 1: [directed(pallet.weight)]
                case 2: [directed(pallet.label)]
                case 3: [directed(pallet.label.collate(.nocase))]
                case 4: [directed(pallet.code)]
                case 5: [directed(pallet.shippedAt)]
                case 6: [directed(pallet.mixed)]
                case 7: [directed(pallet.number + 1)]
                default: [directed(pallet.label.collate(.rtrim).length())]
                }
            }
        }
        return query
    }

    /// The cursor after its string form was decoded.
    func encoded(_ cursor: PageCursor) throws -> PageCursor {
        let json = try JSONEncoder().encode([cursor])
        return try #require(try JSONDecoder().decode([PageCursor].self, from: json).first)
    }
}

extension Where<Pallet> {
    fileprivate func totalOrder(_ isDescending: Bool) -> Self {
        order { isDescending ? $0.id.desc() : $0.id.asc() }
    }
}
