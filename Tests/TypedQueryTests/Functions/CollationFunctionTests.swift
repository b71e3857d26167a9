import DataLiteMacros
import DataLiteTesting
import Foundation
import Testing

@DatabaseCollation private func backwards(_ lhs: String, _ rhs: String) -> CollationOrder {
    CollationOrder(String(lhs.reversed()), String(rhs.reversed()))
}

@DatabaseCollation("by_length") private func byLength(left: String, right: String)
    -> ComparisonResult
{
    CollationOrder(left.count, right.count) == .descending ? .orderedDescending : .orderedAscending
}

@DatabaseCollation("BACKWARDS") private func otherBackwards(_ lhs: String, _ rhs: String)
    -> CollationOrder
{
    .same
}

private struct NoOrder: Error {}

@DatabaseCollation private func failing(_ lhs: String, _ rhs: String) throws -> CollationOrder {
    throw NoOrder()
}

@DatabaseCollation private let reverse: @Sendable (String, String) -> CollationOrder = {
    CollationOrder($1, $0)
}

private struct Alphabet {
    var order: String

    @DatabaseCollation func alphabetical(_ lhs: String, _ rhs: String) -> CollationOrder {
        let ranks = [lhs, rhs].map { word in
            word.map { order.firstIndex(of: $0) ?? order.endIndex }
        }
        return ranks[0].lexicographicallyPrecedes(ranks[1])
            ? .ascending : ranks[0] == ranks[1] ? .same : .descending
    }

    @DatabaseCollation static func sameCase(_ lhs: String, _ rhs: String) -> CollationOrder {
        CollationOrder(lhs.lowercased(), rhs.lowercased())
    }
}

extension DatabaseCollation {
    fileprivate static let lastLetter = DatabaseCollation("lastLetter") {
        CollationOrder($0.last?.asciiValue ?? 0, $1.last?.asciiValue ?? 0)
    }
}

@Table struct Syllable: Equatable {
    let id: Int
    var text: String
}

@Suite("A collating sequence that a query adds")
struct CollationFunctionTests {
    private let db: Connection

    init() throws { db = try Self.connection() }

    private static func connection() throws -> Connection {
        let db = try Connection(location: .inMemory)
        try Syllable.createTable().execute(db)
        try Syllable.insert {
            for (index, text) in ["ab", "ca", "b", "Zz10", "Zz9"].enumerated() {
                Syllable(id: index + 1, text: text)
            }
        }.execute(db)
        return db
    }

    private func error(_ body: () throws -> some Any) throws -> SQLiteError {
        try #require(#expect(throws: SQLiteError.self) { _ = try body() })
    }

    private func ids(_ order: DatabaseCollation) throws -> [Int] {
        try Syllable.order { $0.text.collate(order) }.select(\.id).fetchAll(db)
    }

    @Test("Queries, changes and prepared queries add their collating sequences")
    func queries() throws {
        let query = Syllable.order { $0.text.collate($backwards) }.select(\.id)
        #expect(
            try query.sql().text == """
                SELECT "syllables"."id" FROM "syllables" ORDER BY "syllables"."text" COLLATE "backwards"
                """)
        #expect(try query.fetchAll(db) == [4, 5, 2, 3, 1])
        #expect(try db.value("SELECT 'ab' < 'ca' COLLATE backwards") == false)
        let other = try Self.connection()
        try Syllable.where { $0.text.collate($backwards) > "b" }.delete().execute(other)
        #expect(try Syllable.select(\.id).fetchAll(other) == [2, 3, 4, 5])
        let third = try Self.connection()
        let prepared = PreparedQuery { (text: SQLExpression<String>) in
            Syllable.where { $0.text.collate($backwards) > text }.select(\.id)
        }
        #expect(try prepared.fetchAll(third, "b") == [1])
        let fourth = try Self.connection()
        try Syllable.find(1).update { $0.text = "x" }
            .where { $0.text.collate($backwards) > "a" }.execute(fourth)
        #expect(try Syllable.find(1).select(\.text).fetchOne(fourth) == "x")
    }

    @Test("A collating sequence is a function, a method, a closure or a value")
    func declarations() throws {
        #expect(try ids($byLength).first == 3)
        #expect(try ids($reverse) == [2, 3, 1, 5, 4])
        #expect(try ids(.lastLetter) == [4, 5, 2, 1, 3])
        #expect(try ids(Alphabet(order: "cbaZ").$alphabetical).first == 2)
        #expect(try ids(Alphabet.$sameCase) == [1, 3, 2, 4, 5])
        #expect($byLength.name == "by_length" && $reverse.name == "reverse")
    }

    @Test("Collating sequences compare as Foundation does, with the names of GRDB")
    func foundation() throws {
        #expect(try ids(.unicodeCompare) == [4, 5, 1, 3, 2])
        #expect(try ids(.caseInsensitiveCompare) == [1, 3, 2, 4, 5])
        #expect(try ids(.localizedStandardCompare) == [1, 3, 2, 5, 4])
        for collation: DatabaseCollation in [.localizedCompare, .localizedCaseInsensitiveCompare] {
            #expect(try ids(collation).prefix(3) == [1, 3, 2])
        }
        try db.execute("CREATE TABLE old(name TEXT COLLATE swiftLocalizedStandardCompare)")
        #expect(try db.value("SELECT count(*) FROM old WHERE name > 'a'") == 0)
    }

    @Test("A collating sequence of the program with the same name is not replaced")
    func existing() throws {
        try db.add(collation: "Backwards") { _, _ in .orderedSame }
        let orders = try ids($backwards)
        #expect(orders == [1, 2, 3, 4, 5])
        try db.add(collation: $backwards)
        #expect(try ids($backwards) == [4, 5, 2, 3, 1])
    }

    @Test("A collating sequence that the program has removed is not added again")
    func removed() throws {
        #expect(try ids(.lastLetter).count == 5)
        try db.remove(collation: .lastLetter)
        let failure = try error { try ids(.lastLetter) }
        #expect(failure.resultCode.primary == .error)
        #expect(failure.message.contains("no such collation sequence: lastLetter"))
        // A statement that is prepared for the first time.
        let other = Syllable.where { $0.text.collate(.lastLetter) > "a" }
        #expect(throws: SQLiteError.self) { try other.fetchAll(db) }
        try db.add(collation: .lastLetter)
        #expect(try ids(.lastLetter).count == 5)
        #expect(try other.fetchAll(db).count == 2)
    }

    @Test("A statement cannot use two collating sequences with one name")
    func oneName() throws {
        let query = Syllable.order {
            ($0.text.collate($backwards), $0.text.collate($otherBackwards))
        }
        let failure = try error { try query.fetchAll(db) }
        #expect(failure.resultCode == .misuse)
        #expect(failure.message.contains("both define the collating sequence \"BACKWARDS\""))
        #expect(failure.message.contains("CollationFunctionTests.swift:6 and "))
        let twice = Syllable.where { $0.text.collate($backwards) > "a" }
            .order { $0.text.collate($backwards) }
        #expect(try twice.fetchAll(db).count == 3)
    }

    @Test("An error of the function is the error of the statement")
    func throwing() throws {
        let failure = try error { try ids($failing) }
        #expect(failure.underlyingError is NoOrder)
        #expect(try ids($backwards).count == 5)
    }

    @Test("The schema adds the collating sequences of its statements")
    func schema() throws {
        try Syllable.createIndex("byEnd") { $0.text.collate($backwards) }.execute(db)
        let plan = try db.rows(
            "EXPLAIN QUERY PLAN SELECT id FROM syllables ORDER BY text COLLATE backwards")
        #expect(try plan[0]["detail", as: String.self].contains("byEnd"))
    }

    @Test("An invalid name is an error")
    func names() throws {
        for name in ["", "a\0b"] {
            let collation = DatabaseCollation(name) { CollationOrder($0, $1) }
            #expect(try error { try db.add(collation: collation) }.resultCode == .misuse)
            #expect(throws: SQLiteError.self) { try ids(collation) }
        }
    }

    @Test("The order of two values or of a comparison")
    func orders() {
        #expect(CollationOrder(1, 2) == .ascending)
        #expect(CollationOrder("b", "a") == .descending)
        #expect(CollationOrder(1.5, 1.5) == .same)
        #expect(CollationOrder(ComparisonResult.orderedDescending) == .descending)
        #expect(CollationOrder(.orderedAscending) == .ascending)
        #expect(CollationOrder(.orderedSame) == .same)
    }
}
