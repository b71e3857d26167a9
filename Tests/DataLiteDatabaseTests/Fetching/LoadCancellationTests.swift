import Foundation
import Observation
import Testing

@testable import DataLiteDatabase

@Suite("A cancelled load of a fetch property", .waitsForFirstReads, .timeLimit(.minutes(20)))
@MainActor
struct LoadCancellationTests {
    private let database: Database
    private let state: FetchAll<Item>

    init() async throws {
        database = try TestStorage.file.openWithItems()
        try await database.write { db in
            for name in ["Ada", "Bob"] { try db.addItem(name) }
        }
        @FetchAll(Item.find(1), database: database) var items
        state = $items
        try await state.load()
    }

    private var names: [String?] { state.value.map(\.name) }

    private func expectOldRequest() async throws {
        #expect(names == ["Ada"])
        #expect(!state.isLoading)
        #expect(state.error == nil)
        try await database.write { db in
            try db.execute("UPDATE items SET name = 'Eva' WHERE id = 1")
        }
        await reached { names == ["Eva"] }
        try await database.write { db in
            try db.execute("UPDATE items SET name = 'Ada' WHERE id = 1")
        }
        await reached { names == ["Ada"] }
    }

    @Test("A load cancelled on the main actor publishes nothing")
    func onMainActor() async throws {
        for _ in 1...20 {
            let slow = Slow(search: Search(text: "Bob"))
            let load = Task { _ = try await state.load(slow) }
            await reached { slow.began.current }
            slow.gate.open()
            eventually { database.runningReads == 0 }
            // The value may be waiting for the main actor.
            for _ in 1...200 { sched_yield() }
            load.cancel()
            await #expect(throws: CancellationError.self) { try await load.value }
            await reached { database.observerCount == 1 }
            #expect(names == ["Ada"])
        }
        try await expectOldRequest()
    }

    @Test("A load cancelled while its value is announced keeps the old request")
    func whilePublishing() async throws {
        let load = Task { _ = try await state.load(Search(text: "Bob")) }
        withObservationTracking {
            _ = state.value
        } onChange: {
            load.cancel()
        }
        await #expect(throws: CancellationError.self) { try await load.value }
        try await expectOldRequest()
    }

    @Test("A load cancelled on any thread has published its value or publishes none")
    nonisolated func anyThread() async throws {
        let property = FetchAll(Item.find(1), database: database, isolation: nil)
        let state = property.projectedValue
        for round in 0..<200 {
            try await state.load(Item.find(1))
            let load = Task { _ = try await state.load(Search(text: "Bob")) }
            for _ in 0..<round % 50 { await Task.yield() }
            load.cancel()
            let names = state.value.map(\.name)
            let outcome = await load.result
            #expect(state.value.map(\.name) == names)
            switch outcome {
            case .success: #expect(names == ["Bob"])
            case .failure(let error):
                #expect(error is CancellationError)
                #expect(names == ["Ada"])
            }
        }
        try await database.write { db in
            try db.execute("UPDATE items SET name = 'Bob'")
        }
        await reached { state.value.allSatisfy { $0.name == "Bob" } }
    }
}
