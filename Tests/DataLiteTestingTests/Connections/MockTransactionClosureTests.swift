import DataLiteCore
import DataLiteTesting
import Testing

@Suite("Closures after the transaction of a mock")
struct MockTransactionClosureTests {
    @Test("A stub and a spy call the closures as a connection does", arguments: [true, false])
    func savepoints(isSpy: Bool) throws {
        let mock =
            isSpy
            ? try MockConnection.spy(schema: "CREATE TABLE t(x)")
            : MockConnection { _ in .done }
        var events: [String] = []
        func add(_ name: String) throws {
            try mock.afterCommit { db in
                #expect(db as AnyObject === mock)
                events.append("\(name)+")
            }
            try mock.afterRollback { events.append("\(name)-") }
        }
        try mock.transaction {
            try add("a")
            try? mock.savepoint {
                try add("b")
                throw SQLiteError(.error, message: "no")
            }
            try mock.execute("INSERT INTO t VALUES (1)")
            #expect(events == [])
        }
        #expect(events == ["a+", "b-"])
        try add("c")
        try mock.execute("INSERT INTO t VALUES (2)")
        #expect(events == ["a+", "b-", "c+"])
        try mock.beginTransaction()
        try add("d")
        mock.simulateRollback()
        #expect(events == ["a+", "b-", "c+", "d-"])
    }
}
