import DataLiteCore
import Testing

@Suite("Modules of virtual tables that are removed")
struct ModuleTests {
    private func modules(_ connection: Connection) throws -> Set<String> {
        Set(try connection.rows("SELECT name FROM pragma_module_list", as: String.self))
    }

    @Test("Only the modules to keep remain")
    func removing() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            script: "CREATE VIRTUAL TABLE texts USING fts5(t); INSERT INTO texts VALUES ('a b')")
        #expect(try modules(connection).isSuperset(of: ["fts5", "rtree"]))
        try connection.removeModules(keeping: ["fts5"])
        #expect(try modules(connection).isDisjoint(with: ["rtree"]))
        try connection.execute("CREATE VIRTUAL TABLE others USING fts5(t)")
        #expect(try connection.value("SELECT t FROM texts WHERE texts MATCH 'b'") == "a b")
        #expect(
            try failure {
                try connection.execute("CREATE VIRTUAL TABLE x USING rtree(a, b, c)")
            }.message.contains("no such module"))
        try connection.removeModules()
        // A table that is open keeps its module.
        #expect(
            try failure {
                try connection.execute("CREATE VIRTUAL TABLE y USING fts5(t)")
            }.message.contains("no such module"))
        #expect(try connection.value("SELECT 1") == 1)
    }

    @Test("A statement that is running prevents the removal")
    func running() throws {
        let connection = try Connection.sample()
        do {
            let statement = try connection.prepare(sql: "SELECT value FROM json_each('[1, 2]')")
            try statement.step()
            #expect(try failure { try connection.removeModules() }.resultCode == .busy)
            #expect(try statement.step() && statement.columnValue(at: 0) == 2)
            try statement.reset()
            try connection.removeModules()
            // A statement keeps the modules that it was compiled with.
            #expect(try statement.step() && statement.columnValue(at: 0) == 1)
        }
        let error = try failure { try connection.removeModules(keeping: ["a\0"]) }
        #expect(error.resultCode == .misuse)
        try connection.close()
        #expect(try failure { try connection.removeModules() }.resultCode == .misuse)
    }
}
