import DataLiteDatabase
import Foundation
import Testing

@Suite("A function or collation that a call adds")
struct CallFunctionTests {
    private final class Twice: Function.Scalar {
        override class var name: String { "twice" }
        override class var argc: Int32 { 1 }

        override class func invoke(
            args: any ArgumentsProtocol
        ) throws -> (any SQLiteRepresentable)? {
            (args[0] as Int?).map { $0 * 2 }
        }
    }

    private final class Total: Function.Window {
        private var sum = 0

        override class var name: String { "twice" }
        override class var argc: Int32 { 1 }

        override func step(args: any ArgumentsProtocol) throws { sum += args[0] ?? 0 }
        override func finalize() throws -> (any SQLiteRepresentable)? { sum * 2 }
        override func value() throws -> (any SQLiteRepresentable)? { sum * 2 }
        override func inverse(args: any ArgumentsProtocol) throws { sum -= args[0] ?? 0 }
    }

    /// A function or collation to add to a connection, and a query that needs it and yields 4.
    struct Addition: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let query: String
        let add: @Sendable (any ConnectionProtocol) throws -> Void
    }

    private static let additions = [
        Addition(testDescription: "a closure", query: "SELECT twice(2)") {
            try $0.add(function: "twice") { (number: Int) in number * 2 }
        },
        Addition(testDescription: "a closure with arguments", query: "SELECT twice(2)") {
            try $0.add(function: "twice", argc: 1) { args in (args[0] as Int?).map { $0 * 2 } }
        },
        Addition(testDescription: "a scalar type", query: "SELECT twice(2)") {
            try $0.add(function: Twice.self)
        },
        Addition(testDescription: "a window type", query: "SELECT twice(2) OVER ()") {
            try $0.add(function: Total.self)
        },
        Addition(
            testDescription: "a collation",
            query: "SELECT 4 WHERE 'a' = 'b' COLLATE twice"
        ) {
            try $0.add(collation: "twice") { _, _ in .orderedSame }
        },
    ]

    private func value(_ db: any ConnectionProtocol, _ query: String) throws -> Int? {
        try db.value(SQL(raw: query))
    }

    @Test(
        "A function or collation added by a call is removed before the next call",
        arguments: TestStorage.allCases, additions)
    func addition(storage: TestStorage, addition: Addition) throws {
        let database = try storage.openWithItems { $0.readerLimit = 1 }
        let use: @Sendable (any ConnectionProtocol) throws -> Void = { db in
            try addition.add(db)
            let result: Int? = try db.value(SQL(raw: addition.query))
            #expect(result == 4)
        }
        let calls: [((any ConnectionProtocol) throws -> Void) throws -> Void] = [
            { try database.write($0) }, { try database.read($0) },
            { try database.writeWithoutTransaction($0) },
        ]
        for call in calls {
            try call(use)
            for next in calls {
                let error = try failure { try next { _ = try value($0, addition.query) } }
                #expect(error.message.contains("no such"))
            }
        }
        try database.write { db in try db.addItem() }
        #expect(try database.itemCount() == 1)
    }

    @Test(
        "A call does not permanently replace a function or collation of onOpen",
        arguments: TestStorage.allCases)
    func replaced(storage: TestStorage) throws {
        let database = try storage.openWithItems {
            $0.readerLimit = 1
            $0.onOpen = { connection in
                try connection.add(function: "twice") { (number: Int) in number * 2 }
                try connection.add(collation: "same") { _, _ in .orderedSame }
            }
        }
        let changes: [@Sendable (any ConnectionProtocol) throws -> Void] = [
            { try $0.add(function: "twice") { (number: Int) in number * 3 } },
            { try $0.remove(function: "twice", argc: 1) },
            { try $0.add(collation: "same") { _, _ in .orderedAscending } },
            { try $0.remove(collation: "same") },
        ]
        for change in changes {
            try database.write(change)
            try database.read(change)
            for isWrite in [true, false] {
                let query: SQL = "SELECT twice(2) WHERE 'a' = 'b' COLLATE same"
                let number: Int? =
                    try isWrite
                    ? database.write { try $0.value(query) }
                    : database.read { try $0.value(query) }
                #expect(number == 4)
            }
        }
    }

    @Test("A snapshot rejects added functions and collations")
    func snapshot() throws {
        let snapshot = try TestStorage.file.openWithItems().snapshot()
        for addition in Self.additions {
            let error = try failure { try snapshot.read { try addition.add($0) } }
            #expect(error.resultCode == .misuse)
            #expect(error.message.contains("add them in onOpen"))
        }
        let count: Int? = try snapshot.read { try $0.value("SELECT count(*) FROM items") }
        #expect(count == 0)
    }

    @Test("Only an added function or collation makes the pool open another connection")
    func unchanged() throws {
        let database = try TestStorage.file.openWithItems {
            $0.onOpen = { try $0.add(function: Twice.self) }
        }
        for _ in 1...3 {
            try database.write { db in try db.execute("INSERT INTO items(id) VALUES (twice(NULL))")
            }
        }
        #expect(database.statistics.openedConnections == 1)
        try database.write { db in try db.add(function: Total.self) }
        try database.write { _ in }
        #expect(database.statistics.openedConnections == 2)
    }
}
