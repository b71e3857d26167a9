import DataLiteDatabase

/// The reason a test did not receive the next value of a sequence.
public enum NoValueError: Error, Equatable, CustomStringConvertible {
    /// No value arrived within this time.
    case timeLimit(Duration)
    /// The sequence has ended.
    case ended

    public var description: String {
        switch self {
        case .timeLimit(let limit):
            "no value within \(limit): nothing that was read has changed, or the fetch takes longer"
        case .ended:
            "no further value: the sequence has ended, because the database was closed or the task "
                + "cancelled"
        }
    }
}

extension AsyncIteratorProtocol where Self: Sendable, Element: Sendable {
    /// Returns the next value, or throws an error if none arrives within a time limit.
    ///
    /// ```swift
    /// var counts = database.values { db in try Book.count().fetchOne(db) }.makeAsyncIterator()
    /// #expect(try await counts.next(within: .seconds(60)) == 0)
    /// try await database.write { db in try Book.insert { draft }.execute(db) }
    /// #expect(try await counts.next(within: .seconds(60)) == 1)
    /// ```
    ///
    /// - Parameter limit: The longest time to wait. Choose a time that only a failing test reaches.
    /// - Throws: ``NoValueError``; any error of the iterator; `CancellationError` if the task is cancelled; an
    ///   `SQLiteError` with `SQLITE_NOMEM` if the timer thread cannot be created. When the limit is reached, the
    ///   iterator is cancelled and has no further values.
    public mutating func next(within limit: Duration) async throws -> Element {
        let iterator = self
        let step = Task { () -> (Self, Result<Element?, any Error>) in
            var iterator = iterator
            do {
                let value = try await iterator.next()
                return (iterator, .success(value))
            } catch {
                return (iterator, .failure(error))
            }
        }
        let isLate = Locked(false)
        let alarm: Alarm
        do {
            // Not `Task.sleep`, which ends the process if it has no file descriptor left.
            alarm = try AlarmClock.shared.schedule(after: limit) {
                Task {
                    await Task.yieldToWaitingTasks()
                    isLate.withLock { $0 = true }
                    step.cancel()
                }
            }
        } catch {
            step.cancel()
            throw error
        }
        let (advanced, result) = await withTaskCancellationHandler {
            await step.value
        } onCancel: {
            step.cancel()
        }
        alarm.cancel()
        self = advanced
        if let value = try result.get() { return value }
        try Task.checkCancellation()
        throw isLate.withLock { $0 } ? NoValueError.timeLimit(limit) : NoValueError.ended
    }
}

extension Task where Success == Never, Failure == Never {
    /// Lets waiting tasks and the tasks that they resume run first: each yield queues behind all waiting tasks, and a
    /// value takes a few of these rounds to arrive. So a test is not late only because thousands of other tests run
    /// at the same time.
    fileprivate static func yieldToWaitingTasks() async {
        for _ in 0..<32 { await yield() }
    }
}
