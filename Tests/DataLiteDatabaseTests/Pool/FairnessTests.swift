import DataLiteDatabase
import Testing

@Suite("Calls that wait")
struct FairnessTests {
    /// Begins a write that keeps the writer until a gate opens.
    private func holdWriter(
        of database: Database, until end: Gate
    ) async -> Task<Void, any Error> {
        let isHeld = Shared(false)
        let holder = Task {
            try await database.write { _ in
                isHeld.change { $0 = true }
                end.wait()
            }
        }
        await reached { isHeld.current }
        return holder
    }

    @Test("Waiting sync and async calls run in the order of arrival")
    func order() async throws {
        let database = try TestStorage.file.openWithItems()
        let end = Gate()
        let order = Shared<[Int]>([])
        let threads = ThreadGroup()
        var tasks = [await holdWriter(of: database, until: end)]
        for number in 1...20 {
            if number.isMultiple(of: 2) {
                threads.run { try? database.write { _ in order.change { $0.append(number) } } }
            } else {
                tasks.append(
                    Task { try await database.write { _ in order.change { $0.append(number) } } })
            }
            await reached { database.statistics.waits == number }
        }
        end.open()
        for task in tasks { try await task.value }
        await reached { order.current.count == 20 }
        #expect(order.current == Array(1...20))
    }

    @Test("Calls of tasks of a higher priority pass others, but not indefinitely")
    func priorities() async throws {
        let database = try TestStorage.file.openWithItems()
        let end = Gate()
        let order = Shared<[TaskPriority]>([])
        let holder = await holdWriter(of: database, until: end)
        var tasks: [Task<Void, any Error>] = []
        for priority in [.low, .medium, .high] + Array(repeating: TaskPriority.high, count: 20) {
            tasks.append(
                Task.detached(priority: priority) {
                    try await database.write { _ in order.change { $0.append(priority) } }
                })
            await reached { database.statistics.waits == tasks.count }
        }
        end.open()
        try await holder.value
        for task in tasks { try await task.value }
        let turns = order.current
        #expect(turns.count == 23)
        #expect(turns.prefix(8).allSatisfy { $0 == .high })
        // First the call that has been passed by eight others and has the lowest priority.
        #expect(turns[8] == .low)
        #expect(turns[9] == .medium)
    }

    @Test("A synchronous call has the priority of its task")
    func synchronousPriority() async throws {
        let database = try TestStorage.file.openWithItems()
        let end = Gate()
        let order = Shared<[TaskPriority]>([])
        let holder = await holdWriter(of: database, until: end)
        let note: @Sendable (TaskPriority) -> Void = { name in order.change { $0.append(name) } }
        let low = Task.detached(priority: .low) { try await database.write { _ in note(.low) } }
        await reached { database.statistics.waits == 1 }
        let write: @Sendable () throws -> Void = { try database.write { _ in note(.high) } }
        let high = Task.detached(priority: .high) { try write() }
        await reached { database.statistics.waits == 2 }
        end.open()
        for task in [holder, low, high] { try await task.value }
        #expect(order.current == [.high, .low])
    }

    @Test("Reads and writes of an in-memory database wait in one queue")
    func memory() throws {
        let database = try TestStorage.memory.openWithItems()
        let isHeld = Gate()
        let end = Gate()
        let order = Shared<[Int]>([])
        let threads = ThreadGroup()
        threads.run {
            try? database.read { _ in
                isHeld.open()
                end.wait()
            }
        }
        isHeld.wait()
        for number in 1...10 {
            threads.run {
                if number.isMultiple(of: 3) {
                    try? database.write { _ in order.change { $0.append(number) } }
                } else {
                    try? database.read { _ in order.change { $0.append(number) } }
                }
            }
            eventually { database.statistics.waits == number }
        }
        end.open()
        threads.wait()
        #expect(order.current == Array(1...10))
    }

    @Test("Cancelling a waiting read keeps the order of the others")
    func cancelled() async throws {
        let database = try TestStorage.file.open { $0.readerLimit = 1 }
        let isHeld = Shared(false)
        let end = Gate()
        let order = Shared<[Int]>([])
        let holder = Task {
            try await database.read { _ in
                isHeld.change { $0 = true }
                end.wait()
            }
        }
        await reached { isHeld.current }
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<9 {
            tasks.append(
                Task { try await database.read { _ in order.change { $0.append(number) } } })
            await reached { database.statistics.waits == number + 1 }
        }
        for number in [0, 4, 8] {
            tasks[number].cancel()
            await #expect(throws: CancellationError.self) { try await tasks[number].value }
        }
        end.open()
        try await holder.value
        for number in [1, 2, 3, 5, 6, 7] { try await tasks[number].value }
        #expect(order.current == [1, 2, 3, 5, 6, 7])
    }
}
