import Dispatch

/// Calls a closure on a queue after some time, unless it is cancelled before.
///
/// A work item that is cancelled uses memory until its time has come. With long limits and many calls that
/// would be a lot.
struct Alarm {
    private let timer: any DispatchSourceTimer

    init(after time: Duration, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler(handler: body)
        timer.schedule(deadline: .now() + time.dispatchInterval)
        timer.activate()
    }

    func cancel() { timer.cancel() }
}
