import CInterface
import DataLiteDatabase
import GRDB

/// Writes one row per write transaction, to a file in WAL mode.
struct WritingOne {
    let services: Services
    let writes: Int
    let isFull: Bool

    static let group = ScenarioGroup(name: "database writes") { workplace in
        try [false, true].flatMap { isFull in
            let name = isFull ? "full" : "normal"
            let services = try Services(path: workplace.path("\(name).db"), isFull: isFull)
            let writing = WritingOne(
                services: services, writes: workplace.count(isFull ? 5_000 : 50_000),
                isFull: isFull)
            return [
                writing.scenario("on the calling thread", writing.synchronous, writing.grdb),
                writing.scenario(
                    "async, vs. C on the calling thread", writing.asynchronous,
                    writing.grdbAsynchronous),
            ]
        }
    }

    private func scenario(_ way: String, _ dataLite: Contender, _ grdb: Contender) -> Scenario {
        Scenario(
            title: "write one row, synchronous = \(isFull ? "FULL" : "NORMAL"): \(way)",
            operations: writes, c: c, dataLite: dataLite, grdb: grdb)
    }

    private var c: Contender {
        contender {
            let writer = CWriter(services.cDatabase(isFull: isFull))
            for k in 0..<writes { writer.write(id: services.id(k), value: k) }
        }
    }

    private var synchronous: Contender {
        contender {
            for k in 0..<writes {
                try services.dataLite.write { db in
                    try db.execute("UPDATE pairs SET value = \(k) WHERE id = \(services.id(k))")
                }
            }
        }
    }

    private var asynchronous: Contender {
        let (services, writes) = (services, writes)
        return contender {
            _ = try waiting {
                for k in 0..<writes {
                    let id = services.id(k)
                    try await services.dataLite.write { db in
                        try db.execute("UPDATE pairs SET value = \(k) WHERE id = \(id)")
                    }
                }
                return 0
            }
        }
    }

    private var grdb: Contender {
        contender {
            for k in 0..<writes {
                try services.grdb.write { db in
                    try db.cachedStatement(sql: CWriter.sql)
                        .execute(arguments: [k, services.id(k)])
                }
            }
        }
    }

    private var grdbAsynchronous: Contender {
        let (services, writes) = (services, writes)
        return contender {
            _ = try waiting {
                for k in 0..<writes {
                    let id = services.id(k)
                    try await services.grdb.write { db in
                        try db.cachedStatement(sql: CWriter.sql).execute(arguments: [k, id])
                    }
                }
                return 0
            }
        }
    }

    private func contender(_ work: @escaping () throws -> Void) -> Contender {
        Contender(
            prepare: {
                try services.dataLite.write { db in try db.execute("UPDATE pairs SET value = 0") }
                try services.dataLite.checkpoint(.truncate)
            },
            run: {
                try work()
                return 0
            },
            finish: {
                try services.dataLite.read { db in
                    try db.value("SELECT total(value * id) FROM pairs") ?? 0
                }
            })
    }
}
