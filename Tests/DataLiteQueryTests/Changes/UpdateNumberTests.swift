import DataLiteQuery
import Testing

@Suite("An update of numbers")
struct UpdateNumberTests {
    /// An update with one operator, the assignments that it renders to, and its result for a row with 10 in every
    /// column.
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let update: @Sendable (inout Updates<Gauge>) -> Void
        let changed: @Sendable (inout Gauge) -> Void

        init(
            _ assignments: String, _ update: @escaping @Sendable (inout Updates<Gauge>) -> Void,
            _ changed: @escaping @Sendable (inout Gauge) -> Void
        ) {
            testDescription = assignments
            self.update = update
            self.changed = changed
        }
    }

    private static let number: Int32 = 3

    private static let sized = [
        Form("small + ?") {
            $0.small += 1
        } _: {
            $0.small = 11
        },
        Form("small - ?") {
            $0.small -= 1
        } _: {
            $0.small = 9
        },
        Form("small * ?") {
            $0.small *= number
        } _: {
            $0.small = 30
        },
        Form("small / ?") {
            $0.small /= 3
        } _: {
            $0.small = 3
        },
        Form("small % ?") {
            $0.small %= 3
        } _: {
            $0.small = 1
        },
        Form("small + small") {
            $0.small += $0.small
        } _: {
            $0.small = 20
        },
        Form("tiny + ?") {
            $0.tiny += 1
        } _: {
            $0.tiny = 11
        },
        Form("coalesce(tiny % tiny, ?)") {
            $0.tiny = ($0.tiny % $0.tiny) ?? 0
        } _: {
            $0.tiny = 0
        },
        Form("byte - ?") {
            $0.byte -= 2
        } _: {
            $0.byte = 8
        },
        Form("half * ?") {
            $0.half *= 1.5
        } _: {
            $0.half = 15
        },
        Form("half + ?") {
            $0.half += 1
        } _: {
            $0.half = 11
        },
        Form("half - half") {
            $0.half -= $0.half
        } _: {
            $0.half = 0
        },
        Form("big + ?") {
            $0.big += 1
        } _: {
            $0.big = 11
        },
        Form("big * ?") {
            $0.big *= Int64(number)
        } _: {
            $0.big = 30
        },
        Form("big % ?") {
            $0.big %= 4
        } _: {
            $0.big = 2
        },
        Form("small + ?") {
            $0.small = $0.small + 5
        } _: {
            $0.small = 15
        },
        Form("small * ? + ?") {
            $0.small = $0.small * 2 + 1
        } _: {
            $0.small = 21
        },
        Form("small * small - ?") {
            $0.small = $0.small * $0.small - number
        } _: {
            $0.small = 97
        },
        Form("tiny * ? + ?") {
            $0.tiny = $0.tiny * 2 + 1
        } _: {
            $0.tiny = 21
        },
        Form("byte * ? + ?") {
            $0.byte = $0.byte * 2 + 1
        } _: {
            $0.byte = 21
        },
        Form("byte / ? - ?") {
            $0.byte = $0.byte / 2 - 1
        } _: {
            $0.byte = 4
        },
        Form("half * ? + ?") {
            $0.half = $0.half * 1.5 + 1
        } _: {
            $0.half = 16
        },
    ]

    private static let optional = [
        Form("level + ?") {
            $0.level += 1
        } _: {
            $0.level = 11
        },
        Form("level * ?") {
            $0.level *= number
        } _: {
            $0.level = 30
        },
        Form("rating + ?") {
            $0.rating += 1
        } _: {
            $0.rating = 11
        },
        Form("rating * ?") {
            $0.rating *= 2
        } _: {
            $0.rating = 20
        },
        Form("rating / ?") {
            $0.rating /= 4
        } _: {
            $0.rating = 2
        },
        Form("rating % ?") {
            $0.rating %= 4
        } _: {
            $0.rating = 2
        },
        Form("rating * ? + ?") {
            $0.rating = $0.rating * 2 + 1
        } _: {
            $0.rating = 21
        },
        Form("discount - ?") {
            $0.discount -= 0.5
        } _: {
            $0.discount = 9.5
        },
        Form("discount * ?") {
            $0.discount *= 2
        } _: {
            $0.discount = 20
        },
        Form("discount * ? - ?") {
            $0.discount = $0.discount * 2 - 1
        } _: {
            $0.discount = 19
        },
        Form("max(rating, ?)") {
            $0.rating = $0.rating.max(12)
        } _: {
            $0.rating = 12
        },
        Form("min(id + ?, ?)") {
            $0.rating = ($0.id + 1).min(3)
        } _: {
            $0.rating = 3
        },
        Form("CASE level WHEN ? THEN ? ELSE ? END + ?") {
            $0.rating = Case($0.level).when(10, then: 2).else(1) + 1
        } _: {
            $0.rating = 3
        },
    ]

    @Test("An update computes with operands of every size", arguments: sized + optional)
    func form(_ form: Form) throws {
        let db = try Connection(location: .inMemory)
        try Gauge.createTable(strict: true).execute(db)
        var row = Gauge(
            id: 10, small: 10, tiny: 10, byte: 10, half: 10, big: 10, level: 10, rating: 10,
            discount: 10)
        try Gauge.insert { row }.execute(db)
        let update = Gauge.all.update(form.update)
        let assignment = try update.sql().text.replacing("\"gauges\".", with: "")
            .replacing("\"", with: "").split(separator: " = ", maxSplits: 1).last
        #expect(assignment.map(String.init) == form.testDescription)
        #expect(try update.execute(db) == 1)
        form.changed(&row)
        #expect(try Gauge.find(10).fetchOne(db) == row)
    }
}
