// Changes settings of the whole process, which the tests must not do in their own one, and prints what happens.
//
//     LibraryProgram SCENARIO PATH

import DataLiteCore
import Foundation

/// Lines that several threads add.
final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    func add(_ line: String) { lock.withLock { lines.append(line) } }

    func printAll() { for line in lock.withLock({ lines }) { print(line) } }
}

func description(of body: () throws -> Void) -> String {
    do {
        try body()
        return "no error"
    } catch let error as SQLiteError {
        return "\(error.resultCode): \(error.message)"
    } catch {
        return "\(error)"
    }
}

/// Messages of SQLite and of the program reach each listener until it is cancelled.
func listen(_ path: String) throws {
    let lines = Lines()
    let first = try SQLiteLog.install { code, message in lines.add("1 \(code) \(message)") }
    let connection = try Connection(path: path)
    try connection.execute("CREATE TABLE t(a UNIQUE, b)")
    try connection.execute("INSERT INTO t VALUES (1, 'secret')")
    lines.add(description { try connection.execute("INSERT INTO t VALUES (1, \("hidden"))") })
    lines.add(description { try connection.execute(SQL(raw: "SELECT missing FROM t")) })
    // A second listener is added although the library is initialized.
    let second = try SQLiteLog.install { code, message in lines.add("2 \(code) \(message)") }
    SQLiteLog.write(.warning, "50%s of %d")
    first.cancel()
    first.cancel()
    SQLiteLog.write(.notice, String(repeating: "é", count: 5000))
    second.cancel()
    SQLiteLog.write(.notice, "without a listener")
    lines.printAll()
}

/// The first listener is installed after a connection was opened.
func late(_ path: String) throws {
    let connection = try Connection(path: path)
    let lines = Lines()
    lines.add(description { try SQLiteLog.install { code, message in lines.add("\(code)") } })
    SQLiteLog.write(.warning, "late")
    try connection.close()
    try Connection.shutdown()
    lines.add(
        description { try SQLiteLog.install { code, message in lines.add("\(code) \(message)") } })
    SQLiteLog.write(.warning, "after a shutdown")
    lines.printAll()
}

/// A listener uses SQLite.
func reentrant(_ path: String) throws {
    let lines = Lines()
    // The listener has no other way to reach a connection.
    nonisolated(unsafe) var used: Connection?
    try SQLiteLog.install { code, message in
        SQLiteLog.write(.warning, "a message of a listener")
        lines.add("\(code)")
        lines.add(description { _ = try Connection(location: .inMemory) })
        lines.add(description { _ = try used?.rows(SQL(raw: "SELECT \(message.utf8.count)")) })
    }
    let connection = try Connection(path: path)
    used = connection
    lines.add(description { try connection.execute(SQL(raw: "SELEC 1")) })
    lines.add("\(try connection.requiredValue("SELECT 1", as: Int.self))")
    lines.printAll()
    used = nil
}

/// Several threads write while listeners come and go.
func threads(_ path: String) throws {
    let count = Lines()
    try SQLiteLog.install { _, message in if message.hasSuffix("!") { count.add(message) } }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
        for number in 0..<200 {
            let listener = try? SQLiteLog.install { _, _ in }
            SQLiteLog.write(.notice, "\(thread).\(number)!")
            listener?.cancel()
        }
    }
    count.printAll()
}

/// All automatic extensions are removed.
func extensions(_ path: String) throws {
    let first = Connection.addAutomaticExtension { try $0.execute("CREATE TABLE a(x)") }
    Connection.addAutomaticExtension { try $0.execute("CREATE TABLE b(x)") }
    func tables() throws -> String {
        try Connection(location: .inMemory).rows(
            "SELECT name FROM sqlite_schema", as: String.self
        ).joined(separator: ",")
    }
    print(try tables())
    Connection.removeAutomaticExtensions()
    print(try tables(), first.cancel())
}

let scenarios = [
    "listen": listen, "late": late, "reentrant": reentrant, "threads": threads,
    "extensions": extensions,
]
guard CommandLine.arguments.count == 3, let scenario = scenarios[CommandLine.arguments[1]] else {
    exit(64)
}
try scenario(CommandLine.arguments[2])
