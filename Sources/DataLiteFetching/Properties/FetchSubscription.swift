/// The subscription that a load starts: the property follows the loaded query until the subscription is cancelled,
/// another load replaces it, or the property is released.
///
/// ```swift
/// .task(id: text) {
///     // Follows the query while the view is visible.
///     try? await $books.load(Book.where { $0.title.contains(text) }).task
/// }
/// ```
///
/// Releasing a subscription does not end it, so it may be ignored.
public struct FetchSubscription: Sendable {
    let request: FollowedRequest

    /// Waits until the subscription ends. Cancelling the waiting task cancels the subscription.
    ///
    /// - Throws: `CancellationError` if the waiting task is cancelled.
    public var task: Void {
        get async throws {
            await withTaskCancellationHandler {
                await request.waitUntilEnded()
            } onCancel: {
                request.cancel()
            }
            try Task.checkCancellation()
        }
    }

    /// Ends the subscription. The property keeps its value, and follows nothing until the next load.
    ///
    /// If another load has replaced the subscription, this has no effect.
    public func cancel() { request.cancel() }
}
