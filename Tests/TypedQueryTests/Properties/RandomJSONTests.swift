import DataLiteMacros
import DataLiteTestSupport
import Foundation
import Testing

/// JSON of random rows, and random changes of JSON by key path, compared with Swift.
@Suite("Random JSON")
struct RandomJSONTests {
    private static let seeds = RandomSeeds.range(count: 60)

    @Test("Random rows are read from their JSON as from their table", arguments: seeds)
    func rows(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let db = try Connection(location: .inMemory)
        try Depot.createTable().execute(db)
        try Shipment.createTable().execute(db)
        let depots = (0..<3).map { Depot(id: $0, title: .random(using: &random)) }
        let rows = (0..<Int.random(in: 0...8, using: &random)).map {
            Shipment.random(id: $0, using: &random)
        }
        try Depot.insert { depots }.execute(db)
        try Shipment.insert { rows }.execute(db)
        let stored = try Shipment.order(by: \.id).fetchAll(db)
        #expect(stored == rows, "seed \(seed)")
        let objects = Shipment.order(by: \.id).select { $0.jsonObject() }
        #expect(try objects.fetchAll(db) == rows, "seed \(seed)")
        for row in rows {
            #expect(JSONRow<Shipment>(JSONRow(row).sqliteValue)?.value == row, "seed \(seed)")
        }
        #expect(JSONRows<Shipment>(JSONRows(rows).sqliteValue)?.value == rows, "seed \(seed)")
        let isOpen = Bool.random(using: &random)
        let groups = Depot.order(by: \.id).leftJoin(Shipment.all) { $0.id == $1.depotID }
            .group { depot, _ in depot.id }
            .select {
                DepotRow.Columns(
                    depot: $0, shipments: $1.jsonGroupArray(filter: $1.isOpen == isOpen))
            }
        let expected = depots.map { depot in
            rows.filter { $0.depotID == depot.id && $0.isOpen == isOpen }
        }
        let found = try groups.fetchAll(db)
        #expect(found.map(\.depot) == depots, "seed \(seed)")
        #expect(
            found.map { $0.shipments.sorted { $0.id < $1.id } } == expected, "seed \(seed)")
        let nested = groups.asTable().select { $0.jsonObject() }
        #expect(try nested.fetchAll(db) == found, "seed \(seed)")
    }

    @Test("Random changes by key path do the same as in Swift", arguments: seeds)
    func keyPaths(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let db = try Connection(location: .inMemory)
        try Profile.createTable().execute(db)
        var author = Writer.random(using: &random)
        try Profile.insert { Profile(id: 1, author: author, link: nil) }.execute(db)
        for step in 0..<12 {
            let change = WriterChange.random(using: &random)
            try Profile.find(1).update { $0.author = change.expression($0.author) }.execute(db)
            change.apply(&author)
            let found = try Profile.find(1).fetchRequired(db)
            #expect(found.author == author, "seed \(seed), step \(step)")
        }
        let query = Profile.select {
            (
                $0.author.jsonExtract(\.name), $0.author.jsonExtract(\.joinedAt),
                $0.author.jsonExtract(\.links[0].homepage), $0.author.jsonExtract(\.tags[-1]),
                $0.author.jsonExtract(\.work), $0.author.jsonArrayLength(\.links)
            )
        }
        let row = try query.fetchRequired(db)
        #expect(row.0 == author.name && row.1 == author.joinedAt, "seed \(seed)")
        #expect(row.2 == author.links.first?.homepage && row.3 == author.tags.last, "seed \(seed)")
        #expect(row.4 == author.work && row.5 == author.links.count, "seed \(seed)")
        let same = Profile.where {
            $0.author.jsonExtract(\.name) == author.name
                && $0.author.jsonExtract(\.seenAt) == author.seenAt
                && $0.author.jsonExtract(\.home) == author.home
        }
        #expect(try same.fetchCount(db) == 1, "seed \(seed)")
    }
}

/// A change of JSON, in SQL and in Swift.
private struct WriterChange {
    typealias Author = SQLExpression<Writer.JSONRepresentation>

    let expression: @Sendable (Author) -> Author
    let apply: (inout Writer) -> Void

    static func random(using random: inout some RandomNumberGenerator) -> WriterChange {
        let text = String.random(using: &random)
        let page = Page(homepage: text, isOpen: .random(using: &random))
        switch Int.random(in: 0..<9, using: &random) {
        case 0:
            return Self {
                $0.jsonSet(\.name, text)
            } apply: {
                $0.name = text
            }
        case 1:
            let date = Date.random(using: &random)
            return Self {
                $0.jsonSet(\.joinedAt, date).jsonReplace(\.seenAt, date)
            } apply: {
                $0.joinedAt = date
                $0.seenAt = date
            }
        case 2:
            return Self {
                $0.jsonAppend(\.links, page)
            } apply: {
                $0.links.append(page)
            }
        case 3:
            return Self {
                $0.jsonAppend(\.tags, text)
            } apply: {
                $0.tags.append(text)
            }
        case 4:
            return Self {
                $0.jsonRemove(\.tags[0])
            } apply: {
                if !$0.tags.isEmpty { $0.tags.removeFirst() }
            }
        case 5:
            return Self {
                $0.jsonReplace(\.links[0].homepage, text)
            } apply: {
                if !$0.links.isEmpty { $0.links[0].homepage = text }
            }
        case 6:
            let home: Home? = .random(using: &random) ? nil : Home(city: text, zip: 1)
            return Self {
                $0.jsonSet(\.work, home)
            } apply: {
                $0.work = home
            }
        case 7:
            return Self {
                $0.jsonInsert(\.name, text)
            } apply: { _ in
            }
        default:
            let key: UUID? = .random(using: &random) ? nil : .random(using: &random)
            return Self {
                $0.jsonSet(\.key, key).jsonSet(\.isVerified, key == nil)
            } apply: {
                $0.key = key
                $0.isVerified = key == nil
            }
        }
    }
}

// MARK: - Random values

extension String {
    fileprivate static func random(using random: inout some RandomNumberGenerator) -> String {
        let pieces = ["a", "\"", "\\", "é", "\u{1}", "\n", "😀", "'", "{", "null", "\u{2028}"]
        return (0..<Int.random(in: 0...4, using: &random))
            .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
}

extension Date {
    /// A whole second.
    fileprivate static func random(using random: inout some RandomNumberGenerator) -> Date {
        Date(
            timeIntervalSince1970: Double(
                Int.random(in: -3_000_000...3_000_000_000, using: &random)))
    }
}

extension UUID {
    fileprivate static func random(using random: inout some RandomNumberGenerator) -> UUID {
        let bytes = (random.next(), random.next())
        return withUnsafeBytes(of: bytes) { UUID(uuid: $0.load(as: uuid_t.self)) }
    }
}

extension Double {
    /// A number of any sign, with all digits.
    fileprivate static func random(using random: inout some RandomNumberGenerator) -> Double {
        // SQLite itself rounds the last digit of much smaller and greater numbers.
        let scales: [Double] = [1e-20, 1e-9, 1, 1e5]
        let scale: Double = scales.randomElement(using: &random) ?? 1
        return Double.random(in: -1e15...1e15, using: &random) * scale
    }
}

extension Writer {
    fileprivate static func random(using random: inout some RandomNumberGenerator) -> Writer {
        Writer(
            name: .random(using: &random), score: .random(using: &random),
            links: (0..<Int.random(in: 0...2, using: &random)).map { _ in
                Page(homepage: .random(using: &random))
            },
            tags: (0..<Int.random(in: 0...2, using: &random)).map { _ in .random(using: &random) },
            counts: [.random(using: &random): 1], home: Home(city: .random(using: &random)))
    }
}

extension Shipment {
    fileprivate static func random(
        id: Int, using random: inout some RandomNumberGenerator
    ) -> Shipment {
        func optional<T>(_ value: T) -> T? { Bool.random(using: &random) ? value : nil }
        let size = ShipmentSize(
            width: Int.random(in: .min ... .max, using: &random), isRound: .random(using: &random))
        let data = Data(
            (0..<Int.random(in: 0...3, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            })
        let contents = [
            ShipmentContent.note(.random(using: &random)), .file(data), .size(size),
        ]
        let text = String.random(using: &random)
        let (sent, paid) = (Date.random(using: &random), Date.random(using: &random))
        let (code, key) = (UUID.random(using: &random), UUID.random(using: &random))
        let weight = Double.random(using: &random)
        return Shipment(
            id: id, name: .random(using: &random), isOpen: .random(using: &random),
            weight: optional(weight), sentAt: optional(sent), paidAt: optional(paid),
            code: optional(code), key: optional(key), data: optional(data),
            number: random.next(), tags: [text, ""], note: optional(text), size: size,
            label: optional(ShipmentLabel(text: optional(text), size: size)),
            content: contents.randomElement(using: &random) ?? .note(""),
            depotID: optional(Int.random(in: 0..<3, using: &random)))
    }
}
