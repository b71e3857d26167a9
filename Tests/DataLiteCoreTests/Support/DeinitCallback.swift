/// Runs a closure when it is released.
final class DeinitCallback {
    private let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    deinit { body() }
}
