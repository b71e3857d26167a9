import DataLite

/// Why a test did not get the next value of a sequence.
public enum MissingValue: Error, Equatable, CustomStringConvertible {
    /// There was no value in this time.
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
    /// Waits for the next value, but not for ever.
    ///
    /// ```swift
    /// var counts = database.values { db in try Book.count().fetchOne(db) }.makeAsyncIterator()
    /// #expect(try await counts.next(within: .seconds(5)) == 0)
    /// try await database.write { db in try Book.insert { draft }.execute(db) }
    /// #expect(try await counts.next(within: .seconds(5)) == 1)
    /// ```
    ///
    /// - Parameter limit: How long to wait. Choose a time that only a failing test reaches.
    /// - Throws: ``MissingValue``; what the iterator throws; `CancellationError` if the task is cancelled. When the
    ///   time is over, the iterator is cancelled, so it has no further values.
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
        let timer = Task {
            try await Task.sleep(for: limit)
            step.cancel()
        }
        let (advanced, result) = await withTaskCancellationHandler {
            await step.value
        } onCancel: {
            step.cancel()
        }
        timer.cancel()
        self = advanced
        if let value = try result.get() { return value }
        try Task.checkCancellation()
        // The timer throws if it was cancelled before its end.
        if case .success = await timer.result { throw MissingValue.timeLimit(limit) }
        throw MissingValue.ended
    }
}
