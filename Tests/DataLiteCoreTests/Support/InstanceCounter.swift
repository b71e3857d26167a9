/// Counts the objects of one test: the created ones and the ones that are alive.
///
/// Safe to share unchecked: a counter belongs to one test, which runs on one thread.
final class InstanceCounter: @unchecked Sendable {
    /// For types that other code instantiates.
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
