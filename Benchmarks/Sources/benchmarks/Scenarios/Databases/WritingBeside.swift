import CInterface
import DataLiteDatabase
import Foundation
import GRDB

/// Writes of one row, timed while other rows are observed or while other threads read.
struct WritingBeside {
    let services: Services
    let writes: Int

    static let group = ScenarioGroup(name: "database writes under load") { workplace in
        let services = try Services(path: workplace.path("load.db"))
        let writing = WritingBeside(services: services, writes: workplace.count(5000))
        return [
            writing.besideReaders(4), writing.besideObservers(workplace.count(10_000)),
        ]
    }

    private func cWrites() -> Double {
        let writer = CWriter(services.cDatabase())
        for k in 1...writes { writer.write(id: 1, value: k) }
        return Double(writes)
    }

    private func dataLiteWrites() throws -> Double {
        for k in 1...writes {
            try services.dataLite.write { db in
                try db.execute("UPDATE pairs SET value = \(k) WHERE id = \(1)")
            }
        }
        return Double(writes)
    }

    private func grdbWrites() throws -> Double {
        for k in 1...writes {
            try services.grdb.write { db in
                try db.cachedStatement(sql: CWriter.sql).execute(arguments: [k, 1])
            }
        }
        return Double(writes)
    }
}

// MARK: - Observers

extension WritingBeside {
    /// The observers look up rows that are never written, and then wait.
    ///
    /// GRDB is left out: it observes a query in SQL by its table, and with 10,000 observers did not end in 15 minutes.
    private func besideObservers(_ count: Int) -> Scenario {
        let observers = Observers()
        return Scenario(
            title:
                "write one row: \(count) observers of other rows, vs. C without observers",
            operations: writes, c: Contender { cWrites() },
            dataLite: Contender(
                prepare: { observers.begin(count) { observe($0, $1) } },
                run: { try dataLiteWrites() },
                finish: { observers.end() }))
    }

    private func observe(_ id: Int, _ first: @escaping @Sendable () -> Void) -> Any {
        services.dataLite.observe { db in
            try db.value("SELECT value FROM pairs WHERE id = \(id)", as: Int.self)
        } onError: { _ in
        } onChange: { _ in
            first()
        }
    }

    final class Observers {
        private var observations: [Any] = []

        func begin(_ count: Int, _ observe: (Int, @escaping @Sendable () -> Void) -> Any) {
            let firsts = DispatchSemaphore(value: 0)
            observations = (0..<count).map { k in observe(1_000_000 + k) { firsts.signal() } }
            for _ in 0..<count { firsts.wait() }
        }

        func end() -> Double {
            observations = []
            return 0
        }
    }
}

// MARK: - Readers

extension WritingBeside {
    /// The readers read continuously.
    private func besideReaders(_ count: Int) -> Scenario {
        let readers = Readers()
        let services = services
        let sql = "SELECT value FROM pairs WHERE id = ?"
        return Scenario(
            title: "write one row: \(count) concurrent readers", operations: writes,
            c: Contender(
                prepare: {
                    readers.begin(count) {
                        let reader = CReader(services.cDatabase(), sql)
                        return { k in _ = reader.read(services.id(k)) }
                    }
                },
                run: { cWrites() },
                finish: { try readers.end() }),
            dataLite: Contender(
                prepare: {
                    readers.begin(count) {
                        { k in
                            _ = try services.dataLite.read { db in
                                try db.value(
                                    "SELECT value FROM pairs WHERE id = \(services.id(k))",
                                    as: Int.self)
                            }
                        }
                    }
                },
                run: { try dataLiteWrites() },
                finish: { try readers.end() }),
            grdb: Contender(
                prepare: {
                    readers.begin(count) {
                        { k in
                            _ = try services.grdb.read { db in
                                try Int.fetchOne(
                                    db.cachedStatement(sql: sql), arguments: [services.id(k)])
                            }
                        }
                    }
                },
                run: { try grdbWrites() },
                finish: { try readers.end() }))
    }

    private final class Readers {
        private var sign = StopSign()
        private var sums = Sums()
        private let group = DispatchGroup()

        /// - Parameter makeRead: Called on each thread. Returns a closure that reads one row.
        func begin(
            _ count: Int, _ makeRead: @escaping @Sendable () throws -> (Int) throws -> Void
        ) {
            let (sign, sums, group) = (StopSign(), Sums(), group)
            self.sign = sign
            self.sums = sums
            for first in 0..<count {
                group.enter()
                Thread.detachNewThread {
                    sums.add(
                        Result {
                            let read = try makeRead()
                            var k = first
                            while !sign.isSet {
                                try read(k)
                                k += 1
                            }
                            return 0
                        })
                    group.leave()
                }
            }
        }

        func end() throws -> Double {
            sign.set()
            group.wait()
            return try sums.total()
        }
    }
}
