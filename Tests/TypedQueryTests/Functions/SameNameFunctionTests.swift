import DataLiteMacros
import DataLiteTesting
import Foundation
import Testing

private enum Gold {
    @DatabaseFunction static func isMember(_ id: Int) -> Bool { id == 1 }
    @DatabaseCollation static func sorted(_ lhs: String, _ rhs: String) -> CollationOrder {
        CollationOrder(lhs, rhs)
    }
}

private enum Variadic {
    @DatabaseFunction("amount") static func counted(_ numbers: Int...) -> Int { numbers.count }
    @DatabaseFunction("sqlite_log") static func logged(_ numbers: Int...) -> Int { 100 }
}

private enum Single {
    @DatabaseFunction("amount") static func negated(_ number: Int) -> Int { -number }
}

private func order(isReversed: Bool) -> DatabaseCollation {
    DatabaseCollation("order") { lhs, rhs in
        isReversed ? CollationOrder(rhs, lhs) : CollationOrder(lhs, rhs)
    }
}

private enum Silver {
    @DatabaseFunction static func isMember(_ id: Int) -> Bool { id == 2 }
    @DatabaseCollation static func sorted(_ lhs: String, _ rhs: String) -> CollationOrder {
        CollationOrder(rhs, lhs)
    }
}

/// SQLite's function of this name is not one that typed SQL calls.
@DatabaseFunction("sqlite_version") private func ownVersion() -> String { "own" }

private struct Factor: Sendable {
    let factor: Int
    @DatabaseFunction func scaled(_ number: Int) -> Int { number * factor }
}

private struct Offset: Sendable, Equatable {
    let name: String
    let offset: Int
    @DatabaseFunction func shifted(_ number: Int) -> Int { number + offset }
}

private final class Limit: Sendable {
    let limit: Int
    let onRelease: @Sendable () -> Void
    init(_ limit: Int, onRelease: @escaping @Sendable () -> Void = {}) {
        self.limit = limit
        self.onRelease = onRelease
    }
    deinit { onRelease() }
    @DatabaseFunction func limited(_ number: Int) -> Int { min(number, limit) }
}

@Suite("Functions with one name")
struct SameNameFunctionTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Pallet.makeTables(db)
        try Pallet.insert {
            (1...3).map { Pallet(id: $0, label: "l\($0)", mixed: .null) }
        }.execute(db)
    }

    @Test("Each statement calls its own function, although another has added one of its name")
    func statements() throws {
        let gold = Pallet.where { Gold.$isMember($0.id) }.select(\.id)
        let silver = Pallet.where { Silver.$isMember($0.id) }.select(\.id)
        let prepared = PreparedQuery { silver }
        for _ in 1...2 {
            #expect(try gold.fetchAll(db) == [1])
            #expect(try silver.fetchAll(db) == [2])
            #expect(try gold.fetchAll(db) == [1])
            #expect(try prepared.fetchAll(db) == [2])
        }
        #expect(try gold.fetchAll(db) == [1])
        try Pallet.where { Silver.$isMember($0.id) }.delete().execute(db)
        #expect(try Pallet.order(by: \.id).select(\.id).fetchAll(db) == [1, 3])
    }

    @Test("A function is not replaced while a statement runs")
    func running() throws {
        let cursor = try Pallet.where { Gold.$isMember($0.id) }.fetchCursor(db)
        #expect(try cursor.next()?.id == 1)
        let message = """
            TypedQueryTests.Silver.isMember replaces another SQL function "isMember", which is \
            impossible while a statement runs: give it another name, as in @DatabaseFunction("other")
            """
        let silver = Pallet.where { Silver.$isMember($0.id) }.select(\.id)
        #expect { try silver.fetchAll(db) } throws: { ($0 as? SQLiteError)?.message == message }
        #expect(try cursor.next() == nil)
        #expect(try silver.fetchAll(db) == [2])
    }

    @Test("A function that the program has added or removed stays so")
    func program() throws {
        try db.add(function: Gold.$isMember)
        let silver = Pallet.where { Silver.$isMember($0.id) }.select(\.id)
        #expect(try silver.fetchAll(db) == [1])
        try db.remove(function: Gold.$isMember)
        #expect(throws: SQLiteError.self) { try silver.fetchAll(db) }
    }

    @Test("A function with any number of arguments, and one with a number, do not hide each other")
    func variadic() throws {
        let counted = Pallet.select { Variadic.$counted($0.id) }
        let negated = Pallet.select { Single.$negated($0.id) }
        for _ in 1...2 {
            #expect(try counted.fetchAll(db) == [1, 1, 1])
            #expect(try negated.fetchAll(db) == [-1, -2, -3])
        }
        let two = Pallet.select { Variadic.$counted($0.id, 7) }
        #expect(try two.fetchAll(db) == [2, 2, 2])
        let both = Pallet.select { (Variadic.$counted($0.id), Single.$negated($0.id)) }
        #expect(throws: SQLiteError.self) { try both.fetchAll(db) }
        let logged = try Values(Variadic.$logged(1, 2)).fetchRequired(db)
        #expect(logged == 100)
    }

    @Test("A function that a trigger calls is not replaced")
    func trigger() throws {
        try Pallet.createTemporaryTrigger(
            after: .insert { new in
                Pallet.where { Gold.$isMember($0.id) && $0.id != new.id }
                    .update { $0.label = "gold" }
            }
        ).execute(db)
        let error = #expect(throws: SQLiteError.self) {
            try Pallet.where { Silver.$isMember($0.id) }.fetchAll(db)
        }
        #expect(error?.message.contains("that a trigger, a view or a default") == true)
        try Pallet.insert { Pallet(id: 4, label: "l4", mixed: .null) }.execute(db)
        #expect(try Pallet.find(1).select(\.label).fetchRequired(db) == "gold")
        #expect(try Pallet.find(2).select(\.label).fetchRequired(db) == "l2")
    }

    @Test("A cached statement calls an overload that is added later")
    func overload() throws {
        try db.add(function: "amount", argc: -1) { _ in "any" }
        for _ in 1...2 { #expect(try db.value("SELECT amount(1)") == "any") }
        try db.add(function: "amount", argc: 1) { _ in "one" }
        #expect(try db.value("SELECT amount(1)") == "one")
    }

    @Test("A Swift function is called instead of one that SQLite has")
    func builtIn() throws {
        let version = try Values($ownVersion()).fetchRequired(db)
        #expect(version == "own")
    }

    @Test("A method is called with its instance")
    func instances() throws {
        for factor in 2...4 {
            let scaled = Pallet.select { Factor(factor: factor).$scaled($0.id) }
            #expect(try scaled.fetchAll(db) == [factor, 2 * factor, 3 * factor])
            let shift = Offset(name: "a name that is too long for a small string", offset: factor)
            let shifted = Pallet.select { shift.$shifted($0.id) }
            #expect(try shifted.fetchAll(db) == [1 + factor, 2 + factor, 3 + factor])
            let limited = Pallet.select { Limit(factor - 1).$limited($0.id) }
            #expect(try limited.fetchAll(db) == (1...3).map { min($0, factor - 1) })
        }
    }

    @Test("The same instance is not added again, so its method can be called while it runs")
    func sameInstance() throws {
        let factor = Factor(factor: 2)
        let limit = Limit(2)
        let query = Pallet.order(by: \.id).select {
            (
                factor.$scaled($0.id), Offset(name: "o", offset: 1).$shifted($0.id),
                limit.$limited($0.id)
            )
        }
        let cursor = try query.fetchCursor(db)
        _ = try cursor.next()
        #expect(try query.fetchAll(db).count == 3)
        #expect(try #require(try cursor.next()) == (4, 3, 2))
    }

    @Test("Instances that are only equal are different", arguments: [true, false])
    func equalInstances(isReversed: Bool) throws {
        struct Text: Sendable, Equatable {
            let text: String
            @DatabaseFunction func size(_ number: Int) -> Int { text.utf8.count }
        }
        let texts = [Text(text: "e\u{301}"), Text(text: "\u{e9}")]
        #expect(texts[0] == texts[1])
        for text in isReversed ? texts.reversed() : texts {
            let sizes = Pallet.select { text.$size($0.id) }
            #expect(try sizes.fetchAll(db) == Array(repeating: text.text.utf8.count, count: 3))
        }
    }

    @Test("A statement cannot call a method of two instances")
    func twoInstances() throws {
        let query = Pallet.select {
            (Factor(factor: 2).$scaled($0.id), Factor(factor: 3).$scaled($0.id))
        }
        let message = """
            TypedQueryTests.Factor.scaled of two instances is the SQL function "scaled": a \
            statement can call the method of one instance
            """
        #expect { try query.fetchAll(db) } throws: { ($0 as? SQLiteError)?.message == message }
        let equal = Pallet.select {
            (Factor(factor: 2).$scaled($0.id), Factor(factor: 2).$scaled($0.id))
        }
        #expect(try equal.fetchAll(db).count == 3)
    }

    @Test("An instance that is replaced may use the connection")
    func release() throws {
        let count = Locked(0)
        let other = try Connection(location: .inMemory)
        let box = UncheckedBox(other)
        try Values(
            Limit(1) {
                try? box.connection.add(function: Gold.$isMember)
                count.withLock { $0 += 1 }
            }.$limited(5)
        ).execute(other)
        try Values(Limit(2).$limited(5)).execute(other)
        #expect(count.withLock { $0 } == 1)
    }

    @Test("A collating sequence is called with what its closure captures")
    func capturedValues() throws {
        for isReversed in [false, true, false] {
            let query = Pallet.order { $0.label.collate(order(isReversed: isReversed)) }
            #expect(try query.select(\.id).fetchAll(db) == (isReversed ? [3, 2, 1] : [1, 2, 3]))
        }
        let both = Pallet.order {
            $0.label.collate(order(isReversed: true))
            $0.label.collate(order(isReversed: false))
        }
        #expect(throws: SQLiteError.self) { try both.fetchAll(db) }
        let cursor = try Pallet.order { $0.label.collate(Gold.$sorted) }.fetchCursor(db)
        _ = try cursor.next()
        #expect(try Pallet.order { $0.label.collate(Gold.$sorted) }.fetchAll(db).count == 3)
    }

    @Test("Collating sequences with one name are a mistake: one may have sorted an index")
    func collations() throws {
        let gold = Pallet.order { $0.label.collate(Gold.$sorted) }.select(\.id)
        let silver = Pallet.order { $0.label.collate(Silver.$sorted) }.select(\.id)
        #expect(try gold.fetchAll(db) == [1, 2, 3])
        let error = #expect(throws: SQLiteError.self) { try silver.fetchAll(db) }
        #expect(error?.message.contains("both define the collating sequence \"sorted\"") == true)
        let nocase = DatabaseCollation("NoCase") { lhs, rhs in CollationOrder(rhs, lhs) }
        let query = Pallet.order { $0.label.collate(nocase) }
        let mistake = #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
        #expect(mistake?.message.contains("has the name of SQLite's collating sequence") == true)
        try db.add(collation: nocase)
        #expect(try query.select(\.id).fetchAll(db) == [3, 2, 1])
    }
}

private final class UncheckedBox: @unchecked Sendable {
    let connection: Connection
    init(_ connection: Connection) { self.connection = connection }
}
