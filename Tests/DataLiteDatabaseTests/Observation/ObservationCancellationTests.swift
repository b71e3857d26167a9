import Foundation
import Testing

@testable import DataLiteDatabase

/// Each test cancels on the main actor after a value was fetched, before the main actor is free to receive it.
@Suite("Cancelling on the main actor", .timeLimit(.minutes(20)))
@MainActor
struct ObservationCancellationTests {
    private let database: Database
    private let fetches = Shared(0)
    /// The values that arrived before and after the cancellation.
    private let arrivals = Shared<(early: Int, late: Int, isCancelled: Bool)>((0, 0, false))

    init() throws {
        database = try TestStorage.file.openWithItems()
    }

    private func arrived() {
        arrivals.change { if $0.isCancelled { $0.late += 1 } else { $0.early += 1 } }
    }

    private nonisolated func count(_ db: any ConnectionProtocol) throws -> Int {
        defer { fetches.change { $0 += 1 } }
        return try db.value("SELECT count(*) FROM items") ?? -1
    }

    /// Commits and cancels repeatedly without leaving the main actor, and counts the values that arrive late.
    private func lateArrivals(
        _ begin: @MainActor () -> @MainActor () -> Void
    ) async throws -> Int {
        for _ in 1...20 {
            arrivals.change { $0 = (0, $0.late, false) }
            let cancel = begin()
            // The observation needs the main actor until it waits for a change, and this test will block it. Without
            // SQLite's preupdate hook, it may have fetched twice.
            await reached { arrivals.current.early > 0 && database.observersAreWaiting }
            let before = fetches.current
            try database.writeSync { db in try db.addItem() }
            eventually { fetches.current > before && database.runningReads == 0 }
            // The value may be waiting for the main actor.
            for _ in 1...200 { sched_yield() }
            arrivals.change { $0.isCancelled = true }
            cancel()
            await reached { database.observerCount == 0 }
        }
        return arrivals.current.late
    }

    enum End: CaseIterable { case cancelled, released }

    @Test("No closure of an observation runs after it is cancelled", arguments: End.allCases)
    func closures(end: End) async throws {
        let late = try await lateArrivals {
            var observation: DatabaseObservation? = database.observe { db in
                let count = try count(db)
                if count % 3 == 2 { throw Refused() }
                return count
            } onError: { @MainActor _ in
                arrived()
            } onChange: { @MainActor _ in
                arrived()
            }
            return {
                if end == .cancelled { observation?.cancel() }
                observation = nil
            }
        }
        #expect(late == 0)
    }

    @Test("No closure of an observation begun on the main actor runs after it is cancelled")
    func inheritedActor() async throws {
        let late = try await lateArrivals {
            let observation = database.observe { db in
                try count(db)
            } onError: { error in
                Issue.record(error)
            } onChange: { _ in
                MainActor.preconditionIsolated()
                arrived()
            }
            return { observation.cancel() }
        }
        #expect(late == 0)
    }

    @Test("Cancelling ends a loop over values without another value")
    func values() async throws {
        let late = try await lateArrivals {
            let task = Task {
                for try await _ in database.values({ db in try count(db) }) { arrived() }
            }
            return { task.cancel() }
        }
        #expect(late == 0)
    }

    @Test("Cancelling ends calls of next() without another value")
    func iterator() async throws {
        let late = try await lateArrivals {
            let task = Task {
                var values = database.values { db in try count(db) }.makeAsyncIterator()
                while try await values.next() != nil { arrived() }
            }
            return { task.cancel() }
        }
        #expect(late == 0)
    }

    @Test("Cancelling ends a loop over results without another result")
    func results() async throws {
        let late = try await lateArrivals {
            let task = Task {
                for await _ in database.values({ db in try count(db) }).results { arrived() }
            }
            return { task.cancel() }
        }
        #expect(late == 0)
    }

    @Test("Cancelling ends a loop over changes without another change")
    func changes() async throws {
        for _ in 1...20 {
            arrivals.change { $0 = (0, $0.late, false) }
            let iterator = database.changes(in: "items").makeAsyncIterator()
            let task = Task {
                var changes = iterator
                while try await changes.next() != nil { arrived() }
            }
            try database.writeSync { db in try db.addItem() }
            await reached { arrivals.current.early > 0 }
            try database.writeSync { db in try db.addItem() }
            for _ in 1...200 { sched_yield() }
            arrivals.change { $0.isCancelled = true }
            task.cancel()
            await reached { database.observerCount == 0 }
        }
        #expect(arrivals.current.late == 0)
    }
}

extension Database {
    /// Whether every observation waits for a change.
    fileprivate var observersAreWaiting: Bool {
        pool.observers.delivery.state.withLock { state in
            state.observers.allSatisfy { $0.waiter != nil && !$0.isStale }
        }
    }
}
