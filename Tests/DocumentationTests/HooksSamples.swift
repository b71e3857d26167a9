import DataLite
import Foundation
import Testing

@Suite("The samples of the guide to hooks")
struct HooksSamples {
    private func openConnection() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute("CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT)")
        return connection
    }

    @Test("follow changes")
    func updates() throws {
        let connection = try openConnection()
        // sample: updateHook
        let hook = try connection.onUpdate { change in
            if case .insert(_, let table, let rowID) = change { print("inserted", table, rowID) }
        }
        try connection.execute("INSERT INTO people(name) VALUES ('Ada')")  // inserted people 1
        hook.cancel()
        // end
        #expect(hook.isCancelled)
        // sample: keptHook
        let configuration = Database.Configuration {
            $0.onOpen = { connection in
                try connection.onRollback { print("rolled back") }.keepUntilClose()
            }
        }
        // end
        #expect(configuration.onOpen != nil)
    }

    @Test("refuse a commit")
    func commits() throws {
        let connection = try openConnection()
        try connection.execute("INSERT INTO people(name) VALUES ('Ada')")
        // sample: commitHook
        struct NotNow: Error {}
        let veto = try connection.onCommit { throw NotNow() }
        do {
            try connection.execute("DELETE FROM people")
        } catch {
            print(error.resultCode)  // SQLITE_CONSTRAINT_COMMITHOOK
            print(error.underlyingError is NotNow)  // true
        }
        veto.cancel()
        // end
        #expect(try connection.value("SELECT count(*) FROM people") == 1)
    }

    private static let hasPreupdateHook =
        (try? Connection(location: .inMemory).onPreupdate { _ in }) != nil

    @Test("read the values of a change", .enabled(if: hasPreupdateHook))
    func preupdates() throws {
        let connection = try openConnection()
        try connection.execute("INSERT INTO people(name) VALUES ('Ada')")
        // sample: preupdateHook
        let audit = try connection.onPreupdate(of: ["people"]) { change in
            print(change.kind, change.old ?? [], change.new ?? [])
        }
        try connection.execute("UPDATE people SET name = 'Grace' WHERE id = 1")
        // end
        #expect(!audit.isCancelled)
    }

    @Test("decide about checkpoints and autovacuum")
    func maintenance() throws {
        let connection = try openConnection()
        // sample: walHook
        try connection.set(pragma: .walAutocheckpoint, value: 0)  // the closure decides alone
        let policy = try connection.onWALCommit { commit in
            if commit.pages > 10_000 { _ = try? commit.checkpoint(.truncate) }
        }
        // end
        // sample: autovacuumHook
        let vacuum = try connection.onAutovacuum { state in
            state.freePages < 100 ? 0 : state.freePages / 2
        }
        // end
        #expect(!policy.isCancelled && !vacuum.isCancelled)
    }

    @Test("add collations when they are needed")
    func collations() throws {
        let connection = try openConnection()
        try connection.execute("INSERT INTO people(name) VALUES ('Östen'), ('Ada'), ('Zoe')")
        // sample: collationHook
        let languages = try connection.onCollationNeeded { name in
            guard name.hasPrefix("locale_") else { return nil }
            let locale = Locale(identifier: String(name.dropFirst(7)))
            return Collation(name) { $0.compare($1, locale: locale) }
        }
        let names = try connection.rows("SELECT name FROM people ORDER BY name COLLATE locale_sv")
        // end
        #expect(names.map { $0["name"] } == [.text("Ada"), .text("Zoe"), .text("Östen")])
        #expect(!languages.isCancelled)
    }

    @Test("follow and count statements")
    func statements() throws {
        let connection = try openConnection()
        try connection.execute("INSERT INTO people(name) VALUES ('Ada'), ('Alan')")
        do {
            // sample: traceHooks
            let hooks = [
                try connection.onTrace { print("begins:", $0.unexpandedSQL) },
                try connection.onRow { print("row of", $0.sql, $0.row) },
                try connection.onProfile(slowerThan: .seconds(1)) { print($0.duration, $0.sql) },
                try connection.onClose { print("closed") },
            ]
            // end
            #expect(hooks.count == 4)
        }
        let statement = try connection.prepare(sql: "SELECT name FROM people ORDER BY name")
        while try statement.step() {}
        print(statement.status(.sorts), statement.status(.fullScanSteps, resetting: true))
        #expect(statement.status(.fullScanSteps) == 0)
    }
}
