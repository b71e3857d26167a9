import DataLiteMacros
import DataLiteTesting
import Foundation
import Testing

@DatabaseFunction func doubledID(of id: Int) -> Int { id * 2 }
@DatabaseFunction func joinedLabels(_ labels: some Sequence<String>) -> String? {
    labels.sorted().joined()
}
@DatabaseFunction("shared") private func sharedFromQuery() -> String { "query" }
@DatabaseFunction("shared") private func sharedWithArgument(_ text: String) -> String { text }
@DatabaseFunction("shared") private func sharedFromProgram() -> String { "program" }

private enum Doubled: AliasName {}

@Suite("A function that a query adds")
struct AddedFunctionTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Pallet.makeTables(db)
        try Pallet.insert {
            (1...3).map { Pallet(id: $0, label: "l\($0)", mixed: .null) }
        }.execute(db)
    }

    private func first(_ expression: SQLExpression<String>, _ db: Connection) throws -> String {
        let value = try Values(expression).fetchRequired(db)
        return value
    }

    @Test("Queries, changes and prepared queries add the functions that they call")
    func queries() throws {
        #expect(try Pallet.where { $doubledID(of: $0.id) == 4 }.select(\.id).fetchAll(db) == [2])
        #expect(try db.value("SELECT doubledID(21)") == 42)
        let joined = try Pallet.select { $joinedLabels($0.label) }.fetchRequired(db)
        #expect(joined == "l1l2l3")
        let other = try Connection(location: .inMemory)
        try Pallet.makeTables(other)
        try Pallet.insert { Pallet(id: 1, label: "a", mixed: .null) }.execute(other)
        try Pallet.find(1).update { $0.number = $doubledID(of: $0.id) }.execute(other)
        #expect(try Pallet.select(\.number).fetchAll(other) == [2])
        let third = try Connection(location: .inMemory)
        try Pallet.makeTables(third)
        let prepared = PreparedQuery { (id: SQLExpression<Int>) in
            Pallet.where { $doubledID(of: $0.id) == id }
        }
        #expect(try prepared.fetchAll(third, 4).isEmpty)
        let nested = Pallet.where { pallet in
            Pallet.as(Doubled.self).where { $0.id == $doubledID(of: pallet.id) }.exists()
        }
        #expect(try nested.fetchAll(third).isEmpty)
    }

    @Test("A function of the program with the same name is not replaced")
    func existing() throws {
        try db.add(function: $sharedFromProgram)
        #expect(try first($sharedFromQuery(), db) == "program")
        let other = try Connection(location: .inMemory)
        #expect(try first($sharedFromQuery(), other) == "query")
        try other.add(function: $sharedFromProgram)
        #expect(try first($sharedFromQuery(), other) == "program")
        try other.remove(function: $sharedFromQuery)
        #expect(throws: SQLiteError.self) { try first($sharedFromQuery(), other) }
        try other.add(function: $sharedFromQuery)
        #expect(try first($sharedFromQuery(), other) == "query")
    }

    @Test("Two functions with one name and number of arguments in a statement are a mistake")
    func oneName() throws {
        let query = Pallet.select { _ in ($sharedFromQuery(), $sharedFromProgram()) }
        let message = """
            TypedQueryTests.sharedFromQuery and TypedQueryTests.sharedFromProgram are both \
            the SQL function "shared": give one of them another name, as in \
            @DatabaseFunction("other")
            """
        #expect { try query.fetchAll(db) } throws: { ($0 as? SQLiteError)?.message == message }
        #expect { try query.sql() } throws: { ($0 as? SQLiteError)?.message == message }
        let nested = Pallet.where { _ in
            Pallet.where { _ in $sharedFromProgram() == "x" }.exists()
                && $sharedFromQuery() == "y" && $doubledID(of: 1) == 2
        }
        #expect(throws: SQLiteError.self) { try nested.fetchAll(db) }
        // Several calls of one function, and functions with other numbers of arguments, are not.
        let both = Pallet.limit(1).select { _ in
            ($sharedFromQuery(), $sharedFromQuery(), $sharedWithArgument("a"), $doubledID(of: 1))
        }
        #expect(try both.fetchRequired(db) == ("query", "query", "a", 2))
    }

    @Test("A function is added while another statement has not ended")
    func running() throws {
        let cursor = try Pallet.order(by: \.id).select(\.id).fetchCursor(db)
        #expect(try cursor.next() == 1)
        let doubled = try Values($doubledID(of: 4)).fetchRequired(db)
        #expect(doubled == 8)
        #expect(try cursor.next() == 2)
    }

    @Test("Every row gets its own UUID")
    func uuids() throws {
        let found = try Pallet.select { _ in uuid() }.fetchAll(db)
        #expect(Set(found).count == 3)
        try db.add(function: Function.RandomUUID.self)
        try db.execute("CREATE TABLE shares(id TEXT PRIMARY KEY DEFAULT (uuid()), name)")
        try db.execute("INSERT INTO shares(name) VALUES ('a'), ('b')")
        let ids: [UUID] = try db.rows("SELECT id FROM shares", as: UUID.self)
        #expect(Set(ids).count == 2)
        #expect(try db.value("SELECT id = upper(id) FROM shares") == true)
    }
}
