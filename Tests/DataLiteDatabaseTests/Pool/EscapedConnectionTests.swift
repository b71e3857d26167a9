import DataLiteDatabase
import Foundation
import Testing

@Suite("A connection that is kept beyond its closure")
struct EscapedConnectionTests {
    private static let message =
        "the connection was used after the closure that it belongs to had returned"

    @Test("Each use of an escaped connection throws", arguments: TestStorage.allCases)
    func uses(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        for isWrite in [false, true] {
            var kept: (any ConnectionProtocol)?
            if isWrite { try database.write { kept = $0 } } else { try database.read { kept = $0 } }
            let db = try #require(kept)
            let uses: [() throws -> Void] = [
                { try db.execute("SELECT 1") },
                { try db.execute(script: "SELECT 1; SELECT 2") },
                { _ = try db.prepare(sql: "SELECT 1") },
                { _ = try db.rows("SELECT 1") },
                { _ = try db.cursor("SELECT 1").next() },
                { try db.transaction {} },
                { try db.savepoint {} },
                { _ = try db.get(pragma: .userVersion) as Int? },
                { try db.set(pragma: .userVersion, value: 1) },
                { try db.add(function: "one") { () in 1 } },
                { try db.remove(function: "one", argc: 0) },
                { try db.add(collation: "c") { _, _ in .orderedSame } },
                { try db.apply(.passphrase("secret")) },
                { try db.close() },
            ]
            for use in uses {
                let error = try failure(of: use)
                #expect(error.resultCode == .misuse)
            }
            #expect(try failure(of: uses[0]).message == Self.message)
            // These calls cannot fail, and have no effect.
            db.interrupt()
            #expect(db.isAutocommit)
        }
        #expect(try database.itemCount() == 0)
    }

    @Test("An escaped connection is replaced", arguments: TestStorage.allCases)
    func replacement(storage: TestStorage) throws {
        let database = try storage.openWithItems { $0.readerLimit = 1 }
        _ = try database.itemCount()
        var kept: [any ConnectionProtocol] = []
        for _ in 1...3 {
            try database.read { kept.append($0) }
            try database.write { db in
                try db.addItem()
                kept.append(db)
            }
        }
        #expect(try database.itemCount() == 3)
        #expect(Set(kept.map { ObjectIdentifier($0) }).count == 6)
        kept = []
        try database.write { db in try db.addItem() }
        #expect(try database.itemCount() == 4)
    }

    @Test("A statement kept beyond its closure throws", arguments: TestStorage.allCases)
    func statement(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        try database.write { db in for _ in 1...3 { try db.addItem() } }
        var kept: (any StatementProtocol)?
        try database.read { db in
            kept = try db.prepare(sql: "SELECT id FROM items")
            try kept?.step()
        }
        let statement = try #require(kept)
        #expect(try failure { try statement.step() }.message == Self.message)
        try statement.reset()
        #expect(try failure { try statement.step() }.message == Self.message)
    }

    @Test("A cursor kept beyond its closure reads no further rows", arguments: TestStorage.allCases)
    func cursor(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        try database.write { db in for _ in 1...3 { try db.addItem() } }
        var kept: Cursor<SQLiteRow>?
        try database.read { db in
            kept = try db.cursor("SELECT id FROM items")
            try kept?.step()
        }
        let cursor = try #require(kept)
        #expect(throws: SQLiteError.self) { try cursor.step() }
        // The reader of the cursor does not keep an old state open.
        try database.write { db in try db.execute("DELETE FROM items") }
        #expect(try database.checkpoint(.truncate).wasBlocked == false)
    }

    @Test("A write commits although its closure keeps a cursor")
    func writingCursor() throws {
        let database = try TestStorage.file.openWithItems()
        var kept: Cursor<SQLiteRow>?
        try database.write { db in
            for _ in 1...3 { try db.addItem() }
            kept = try db.cursor("SELECT id FROM items")
            try kept?.step()
        }
        #expect(kept != nil)
        #expect(try database.itemCount() == 3)
        try database.write { db in try db.addItem() }
        #expect(try database.itemCount() == 4)
    }

    private final class WeakBox {
        weak var connection: AnyObject?
    }

    @Test("A connection kept by a weak reference is replaced", arguments: TestStorage.allCases)
    func weakReference(storage: TestStorage) throws {
        let database = try storage.openWithItems { $0.readerLimit = 1 }
        let box = WeakBox()
        try database.read { box.connection = $0 }
        #expect(box.connection == nil)
        try database.write { db in
            try db.addItem()
            box.connection = db
        }
        #expect(box.connection == nil)
        try database.write { db in try db.addItem() }
        #expect(try database.itemCount() == 2)
    }

    private final class UnownedBox {
        unowned let connection: AnyObject
        init(_ connection: AnyObject) { self.connection = connection }
    }

    @Test("A connection kept by an unowned reference is replaced", arguments: TestStorage.allCases)
    func unownedReference(storage: TestStorage) throws {
        let database = try storage.openWithItems { $0.readerLimit = 1 }
        var ids: [ObjectIdentifier] = []
        var boxes: [UnownedBox] = []
        for _ in 1...3 {
            try database.read { db in
                // The memory of an object stays allocated while an unowned reference to it exists.
                ids.append(ObjectIdentifier(db))
                boxes.append(UnownedBox(db))
            }
        }
        #expect(Set(ids).count == 3)
        withExtendedLifetime(boxes) {}
    }

    @Test(
        "A connection with weak references only in functions of onOpen stays in use",
        arguments: TestStorage.allCases)
    func weakReferenceOfFunction(storage: TestStorage) throws {
        let database = try storage.openWithItems { configuration in
            configuration.readerLimit = 1
            configuration.onOpen = { connection in
                try connection.add(function: "is_readonly") { [weak connection] () in
                    connection?.isReadonly
                }
            }
        }
        _ = try database.itemCount()
        let before = database.statistics.openedConnections
        for _ in 1...3 {
            try database.write { db in try db.addItem() }
            #expect(try database.read { try $0.value("SELECT is_readonly()") } == true)
        }
        #expect(database.statistics.openedConnections == before)
    }

    @Test("An escaped connection does not prevent closing the database", arguments: [true, false])
    func closingWithObjects(isWrite: Bool) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/library.sqlite"
            let database = try Database(path: path)
            try database.write { db in
                try db.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, name TEXT)")
                for _ in 1...3 { try db.addItem() }
            }
            var kept: [any ConnectionProtocol] = []
            var statements: [any StatementProtocol] = []
            var cursors: [Cursor<SQLiteRow>] = []
            func keep(_ db: any ConnectionProtocol) throws {
                kept.append(db)
                let statement = try db.prepare(sql: "SELECT id, name FROM items WHERE id < ?")
                try statement.bind(.int(9), at: 1)
                try statement.step()
                statements.append(statement)
                cursors.append(try db.cursor("SELECT id FROM items"))
                try cursors.last?.step()
            }
            if isWrite { try database.write(keep) } else { try database.read(keep) }
            try database.write { db in try db.addItem() }
            try database.close()
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: directory) == ["library.sqlite"]
            )
            // The kept objects throw, and have no effect.
            let statement = try #require(statements.first)
            #expect(statement.sql == "SELECT id, name FROM items WHERE id < ?")
            let uses: [() throws -> Void] = [
                { try statement.step() }, { try statement.bind(.int(1), at: 1) },
                { try cursors[0].step() }, { try kept[0].execute("SELECT 1") },
                { _ = try kept[0].prepare(sql: "SELECT 1") },
            ]
            for use in uses { #expect(try failure(of: use).message == Self.message) }
            try statement.reset()
            try statement.clearBindings()
            #expect(statement.columnValue(at: 0) == .null)
            #expect(statement.columnName(at: 5) == nil)
            #expect(statement.currentRow() == nil)
            statements = []
            cursors = []
            kept = []
            #expect(try Database(path: path).itemCount() == 4)
        }
    }

    @Test("An escaped connection throws after its database is released")
    func afterClosing() throws {
        var kept: (any ConnectionProtocol)?
        do {
            let database = try TestStorage.file.openWithItems()
            try database.write { kept = $0 }
            try database.close()
        }
        #expect(throws: SQLiteError.self) { try kept?.execute("SELECT 1") }
        kept = nil
    }

    @Test("A closure cannot close its connection", arguments: TestStorage.allCases)
    func closing(storage: TestStorage) throws {
        let database = try storage.openWithItems()
        let error = try failure { try database.write { db in try db.close() } }
        #expect(error.message.contains("close the database instead"))
        #expect(try database.itemCount() == 0)
    }
}
