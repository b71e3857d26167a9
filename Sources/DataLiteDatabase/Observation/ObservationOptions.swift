/// The options of an observation.
public struct ObservationOptions: Hashable, Sendable {
    /// Whether to skip the initial value, so that the first delivered value is the first one that differs from it.
    public var skipsFirstValue: Bool

    /// Whether an error ends the observation. Otherwise the observation continues, and the next value follows the next
    /// commit after which the fetch succeeds.
    public var endsOnError: Bool

    /// The interval between checks for commits of other processes, and of connections outside the database; `nil` to
    /// observe only the commits of this database. One check takes a few microseconds, and one timer serves all
    /// observations of a database.
    public var pollInterval: Duration?

    /// Creates options; see the properties.
    public init(
        skipsFirstValue: Bool = false, endsOnError: Bool = false,
        pollInterval: Duration? = .milliseconds(100)
    ) {
        self.skipsFirstValue = skipsFirstValue
        self.endsOnError = endsOnError
        self.pollInterval = pollInterval
    }
}
