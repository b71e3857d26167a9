import DataLiteCore

extension AlarmClock {
    /// Suspends the task for the given time.
    ///
    /// - Throws: `CancellationError` if the task is cancelled; `SQLITE_NOMEM` if no thread can be created.
    func sleep(for time: Duration) async throws {
        let sleeper = Sleeper()
        await withTaskCancellationHandler {
            await withCheckedContinuation { sleeper.begin($0, time, self) }
        } onCancel: {
            sleeper.end(.failure(CancellationError()))
        }
        try sleeper.outcome.get()
    }
}

/// A sleeping task.
private final class Sleeper: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Void, Never>?
        var alarm: Alarm?
        var outcome: Result<Void, any Error>?
    }

    private let state = Locked(State())

    var outcome: Result<Void, any Error> { state.withLock { $0.outcome } ?? .success(()) }

    func begin(
        _ continuation: CheckedContinuation<Void, Never>, _ time: Duration, _ clock: AlarmClock
    ) {
        let hasEnded = state.withLock { state in
            if state.outcome == nil { state.continuation = continuation }
            return state.outcome != nil
        }
        if hasEnded { return continuation.resume() }
        do {
            let alarm = try clock.schedule(after: time) { self.end(.success(())) }
            let isLate = state.withLock { state in
                if state.outcome == nil { state.alarm = alarm }
                return state.outcome != nil
            }
            if isLate { alarm.cancel() }
        } catch {
            end(.failure(error))
        }
    }

    /// Ends the sleep. Only the first call has an effect.
    func end(_ outcome: Result<Void, any Error>) {
        let (continuation, alarm) = state.withLock { state in
            state.outcome = state.outcome ?? outcome
            return (state.continuation.take(), state.alarm.take())
        }
        alarm?.cancel()
        continuation?.resume()
    }
}
