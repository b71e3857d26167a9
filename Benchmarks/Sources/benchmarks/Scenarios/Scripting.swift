import DataLiteCore
import Foundation
import GRDB

/// Scripts of many statements, which each contender splits and runs.
struct Scripting {
    let connections: Connections
    let statements: Int
    let sql: String

    static let group = ScenarioGroup(name: "script") { workplace in
        let count = workplace.count(100_000)
        let short = try Scripting(statements: count) { "INSERT INTO target VALUES (\($0));" }
        // 90 bytes for each line.
        let dump = try Scripting(statements: count) { k in
            let name = "the name of row \(k)".padding(toLength: 50, withPad: ".", startingAt: 0)
            return "INSERT INTO target VALUES(\(1_000_000 + k),'\(name)');"
        }
        return [
            short.scenario("script of \(count) short statements"),
            dump.scenario("dump of \(count) rows of 90 bytes"),
        ]
    }

    private init(statements: Int, _ line: (Int) -> String) throws {
        self.statements = statements
        self.connections = try Connections()
        let lines = (0..<statements).map(line)
        self.sql = (["BEGIN;"] + lines + ["COMMIT;"]).joined(separator: "\n")
        let columns = lines.first?.contains("'") == true ? "k INTEGER, name TEXT" : "k INTEGER"
        try connections.fill("CREATE TABLE target(\(columns))")
    }

    private func scenario(_ title: String) -> Scenario {
        Scenario(
            title: title, operations: statements,
            c: contender(connections.c.execute, sum: connections.c.number),
            dataLite: dataLite, grdb: grdb)
    }

    private var dataLite: Contender {
        let connection = connections.dataLite
        return contender(
            { try connection.execute(sql: $0) }, sum: { try connection.value(SQL(raw: $0)) ?? 0 })
    }

    private var grdb: Contender {
        let queue = connections.grdb
        return contender(
            connections.grdbExecute,
            sum: { sql in try queue.inDatabase { try Double.fetchOne($0, sql: sql) ?? 0 } })
    }

    private func contender(
        _ execute: @escaping (String) throws -> Void, sum: @escaping (String) throws -> Double
    ) -> Contender {
        Contender(
            prepare: { try execute("DELETE FROM target") },
            run: {
                try execute(sql)
                return 0
            },
            finish: { try sum("SELECT total(k) FROM target") })
    }
}
