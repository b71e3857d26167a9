import DataLiteDatabase
import Testing

@Suite("The closure of an asynchronous call")
struct TaskValueTests {
    private enum Request {
        @TaskLocal static var id = 0
    }

    @Test(
        "An asynchronous closure sees the task-local values of its task",
        arguments: TestStorage.allCases)
    func taskLocals(storage: TestStorage) async throws {
        let database = try storage.openWithItems()
        let snapshot = try await database.snapshot()
        let ids = try await Request.$id.withValue(7) { () async throws -> [Int] in
            [
                try await database.read { _ in Request.id },
                try await database.write { _ in Request.id },
                try await database.writeWithoutTransaction { _ in Request.id },
                try await snapshot.read { _ in Request.id },
            ]
        }
        #expect(ids == [7, 7, 7, 7])
        #expect(try await database.read { _ in Request.id } == 0)
    }

    @Test("A closure that waited for a connection sees the task-local values of its task")
    func waiting() async throws {
        let database = try TestStorage.file.openWithItems()
        let (isWriting, end) = (Shared(false), Gate())
        let writer = Task {
            try await Request.$id.withValue(1) {
                try await database.write { _ in
                    isWriting.change { $0 = true }
                    end.wait()
                    return Request.id
                }
            }
        }
        await reached { isWriting.current }
        let waiting = (2...5).map { id in
            Task {
                try await Request.$id.withValue(id) {
                    try await database.write { _ in Request.id }
                }
            }
        }
        await reached { database.statistics.waits == 4 }
        end.open()
        #expect(try await writer.value == 1)
        for (index, task) in waiting.enumerated() { #expect(try await task.value == index + 2) }
    }

    @Test("An asynchronous closure sees that its task is cancelled")
    func cancellation() async throws {
        let database = try TestStorage.file.openWithItems()
        let (isReading, end) = (Shared(false), Gate())
        let reader = Task {
            try await database.read { _ in
                isReading.change { $0 = true }
                end.wait()
                isReading.change { $0 = !Task.isCancelled }
            }
        }
        await reached { isReading.current }
        reader.cancel()
        end.open()
        await #expect(throws: CancellationError.self) { try await reader.value }
        #expect(!isReading.current)
    }

    @Test("An asynchronous call does not block the main actor")
    @MainActor
    func mainActor() async throws {
        let database = try TestStorage.memory.openWithItems()
        let end = Gate()
        async let isOpened: Void = Task { @MainActor in end.open() }.value
        let id = try await Request.$id.withValue(3) {
            try await database.write { _ in
                end.wait()
                return Request.id
            }
        }
        await isOpened
        #expect(id == 3)
    }
}
