import DataLiteC
import DataLiteCore
import GRDB

/// A connection of each contender, set up alike. On a file they share the database; in memory each
/// has its own, with the same content.
final class Connections {
    let c: CDatabase
    let dataLite: DataLiteCore.Connection
    let grdb: DatabaseQueue

    private let isShared: Bool

    /// DataLite and GRDB turn foreign keys on, and so do all. `setup` is run on each connection.
    init(path: String = ":memory:", setup: String = "PRAGMA cache_size = -400000") throws {
        let setup = "PRAGMA foreign_keys = ON; \(setup)"
        isShared = path != ":memory:"
        c = CDatabase(path: path)
        c.execute(setup)
        dataLite = try DataLiteCore.Connection(path: path)
        try dataLite.execute(sql: setup)
        var configuration = GRDB.Configuration()
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { try $0.execute(sql: setup) }
        grdb = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Makes tables, or fills them: once in a shared database, else in each.
    func fill(_ sql: String) throws {
        c.execute(sql)
        guard !isShared else { return }
        try dataLite.execute(sql: sql)
        try grdbExecute(sql)
    }

    func grdbExecute(_ sql: String) throws {
        try grdb.inDatabase { try $0.execute(sql: sql) }
    }

    /// One number by one statement, which each contender prepares and steps once. What costs is
    /// inside of the statement.
    func number(title: String, calls: Int, _ sql: String, builtIn: String) -> Scenario {
        Scenario(
            title: title, operations: calls,
            c: Contender { [c] in c.number(sql) },
            dataLite: Contender { [dataLite] in try dataLite.value(sql: sql) ?? 0 },
            grdb: Contender { [grdb] in
                try grdb.inDatabase { try Double.fetchOne($0, sql: sql) ?? 0 }
            },
            builtIn: Contender { [c] in c.number(builtIn) })
    }
}
