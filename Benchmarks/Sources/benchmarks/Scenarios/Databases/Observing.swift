import CInterface
import DataLiteDatabase
import Foundation
import GRDB

/// Commits while queries are observed. A run ends when every observer has received the last value.
struct Observing {
    let services: Services
    let commits: Int
    let observers: Int

    static let group = ScenarioGroup(name: "observation") { workplace in
        let services = try Services(path: workplace.path("observation.db"))
        return [1, 100].map { observers in
            let observing = Observing(
                services: services, commits: workplace.count(10_000), observers: observers)
            return Scenario(
                title: "commit while \(observers) queries are observed, vs. C without observers",
                operations: observing.commits, c: observing.c, dataLite: observing.dataLite,
                grdb: observing.grdb)
        }
    }

    private var sql: String { "SELECT value FROM pairs WHERE id = 1" }

    private var c: Contender {
        Contender {
            let writer = CWriter(services.cDatabase())
            for k in 1...commits { writer.write(id: 1, value: k) }
            return Double(commits)
        }
    }

    private var dataLite: Contender {
        let (services, commits) = (services, commits)
        return Contender {
            try services.dataLite.write { db in try db.execute("UPDATE pairs SET value = 0") }
            let arrivals = Arrivals(observers: observers, last: commits)
            let observations = (0..<observers).map { _ in
                services.dataLite.observe { db in
                    try db.value("SELECT value FROM pairs WHERE id = 1", as: Int.self) ?? 0
                } onError: { _ in
                } onChange: { value in
                    arrivals.note(value)
                }
            }
            arrivals.waitForFirst()
            for k in 1...commits {
                try services.dataLite.write { db in
                    try db.execute("UPDATE pairs SET value = \(k) WHERE id = 1")
                }
            }
            arrivals.waitForLast()
            for observation in observations { observation.cancel() }
            return Double(commits)
        }
    }

    private var grdb: Contender {
        let (services, commits, sql) = (services, commits, sql)
        return Contender {
            try services.grdb.write { try $0.execute(sql: "UPDATE pairs SET value = 0") }
            let arrivals = Arrivals(observers: observers, last: commits)
            let queue = DispatchQueue(label: "observation")
            let observations = (0..<observers).map { _ in
                ValueObservation.tracking { db in
                    try Int.fetchOne(db.cachedStatement(sql: sql)) ?? 0
                }
                .removeDuplicates()
                .start(in: services.grdb, scheduling: .async(onQueue: queue)) { _ in
                } onChange: { value in
                    arrivals.note(value)
                }
            }
            arrivals.waitForFirst()
            for k in 1...commits {
                try services.grdb.write { db in
                    try db.cachedStatement(sql: CWriter.sql).execute(arguments: [k, 1])
                }
            }
            arrivals.waitForLast()
            for observation in observations { observation.cancel() }
            return Double(commits)
        }
    }
}

/// Counts the observers that have received their first and their last value.
//
// SAFETY: the counts are accessed only while `lock` is held; everything else is constant.
final class Arrivals: @unchecked Sendable {
    private let lock = NSLock()
    private var firsts = 0
    private var lasts = 0
    private let observers: Int
    private let last: Int
    private let allFirst = DispatchSemaphore(value: 0)
    private let allLast = DispatchSemaphore(value: 0)

    init(observers: Int, last: Int) {
        self.observers = observers
        self.last = last
    }

    func note(_ value: Int) {
        lock.withLock {
            if value == 0 {
                firsts += 1
                if firsts == observers { allFirst.signal() }
            }
            if value == last {
                lasts += 1
                if lasts == observers { allLast.signal() }
            }
        }
    }

    func waitForFirst() { allFirst.wait() }

    func waitForLast() { allLast.wait() }
}
