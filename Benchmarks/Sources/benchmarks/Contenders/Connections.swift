import CInterface
import DataLiteC
import DataLiteCore
import GRDB

/// A connection for each contender, with the same configuration. The connections share a database file; in memory, each
/// has its own database with the same content.
final class Connections {
    let c: CDatabase
    let dataLite: DataLiteCore.Connection
    let grdb: DatabaseQueue

    private let isShared: Bool

    /// Opens the connections and runs `setup` on each. All enforce foreign keys, as DataLite and GRDB do by default.
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

    /// Creates or fills tables: once in a shared database, otherwise in each.
    func fill(_ sql: String) throws {
        c.execute(sql)
        guard !isShared else { return }
        try dataLite.execute(sql: sql)
        try grdbExecute(sql)
    }

    func grdbExecute(_ sql: String) throws {
        try grdb.inDatabase { try $0.execute(sql: sql) }
    }

    /// A scenario that reads one number with one statement, which each contender prepares and steps once. The cost is
    /// inside the statement.
    func number(title: String, calls: Int, _ sql: String, builtIn: String) -> Scenario {
        Scenario(
            title: title, operations: calls,
            c: Contender { [c] in c.number(sql) },
            dataLite: Contender { [dataLite] in try dataLite.value(SQL(raw: sql)) ?? 0 },
            grdb: Contender { [grdb] in
                try grdb.inDatabase { try Double.fetchOne($0, sql: sql) ?? 0 }
            },
            builtIn: Contender { [c] in c.number(builtIn) })
    }
}
