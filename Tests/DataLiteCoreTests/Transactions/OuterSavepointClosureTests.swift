import DataLiteCore
import Testing

@Suite("Closures after a savepoint that was set before them")
struct OuterSavepointClosureTests {
    @Test("Rolling back to the savepoint again undoes only the closures that were added since then")
    func repeatedRollback() throws {
        let connection = try Connection(location: .inMemory)
        var events: [String] = []
        func add(_ name: String) throws {
            try connection.afterCommit { events.append(name + "+") }
            try connection.afterRollback { events.append(name + "-") }
        }
        try connection.execute("CREATE TABLE t(x)")
        try connection.execute(script: "BEGIN; SAVEPOINT a; SAVEPOINT b; INSERT INTO t VALUES (1)")
        try add("1")
        try connection.execute("ROLLBACK TO b")
        try add("2")
        try connection.execute("ROLLBACK TO b")
        try add("3")
        try connection.execute("RELEASE b")
        try add("4")
        try connection.execute(script: "INSERT INTO t VALUES (2); COMMIT")
        #expect(events == ["1-", "2-", "3+", "4+"])

        events = []
        try connection.execute(script: "BEGIN; SAVEPOINT a; SAVEPOINT b; INSERT INTO t VALUES (1)")
        try add("1")
        try connection.execute("ROLLBACK TO b")
        try add("2")
        try connection.execute("ROLLBACK TO a")
        try add("3")
        try connection.execute(script: "INSERT INTO t VALUES (2); COMMIT")
        #expect(events == ["1-", "2-", "3+"])
    }
}
