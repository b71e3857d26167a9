import DataLiteCore

/// What a property follows since a load: it goes on until the subscription is cancelled, another load replaces it, or
/// the property is released.
///
/// ```swift
/// .task(id: text) {
///     // Follows the query while the view is visible.
///     try? await $books.load(Book.where { $0.title.contains(text) }).task
/// }
/// ```
///
/// A subscription that is ignored changes nothing: releasing it does not end it.
public struct FetchSubscription: Sendable {
    let request: FollowedRequest

    /// Waits until the subscription has ended. Cancelling the task that waits cancels the subscription.
    ///
    /// - Throws: `CancellationError` if the task that waits is cancelled.
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
