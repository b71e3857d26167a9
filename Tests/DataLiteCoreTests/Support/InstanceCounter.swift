/// Counts the objects of one test: how many were made, and how many of them are alive.
///
/// Safe to share unchecked: a census is of one test, which runs on one thread.
final class InstanceCounter: @unchecked Sendable {
    /// For types that others instantiate.
    @TaskLocal static var current = InstanceCounter()

    private(set) var made = 0
    private(set) var alive = 0

    /// An object that is counted.
    final class Member {
        private let census: InstanceCounter

        init(of census: InstanceCounter = .current) {
            self.census = census
            census.made += 1
            census.alive += 1
        }

        deinit { census.alive -= 1 }
    }
}
