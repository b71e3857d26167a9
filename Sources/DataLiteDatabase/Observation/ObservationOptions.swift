/// How values are observed.
public struct ObservationOptions: Hashable, Sendable {
    /// Whether the value at the beginning is left out, so that the first one delivered is the first that
    /// differs from it.
    public var skipsFirstValue: Bool

    /// Whether an error ends the observation. Otherwise the values go on with the next commit after which the
    /// fetch succeeds.
    public var endsOnError: Bool

    /// How often commits of other processes, and of connections outside the database, are looked for;
    /// `nil` if only the commits of this database are to be observed. One check takes a few
    /// microseconds, and one timer serves all observations of a database.
    public var pollInterval: Duration?

    public init(
        skipsFirstValue: Bool = false, endsOnError: Bool = false,
        pollInterval: Duration? = .milliseconds(100)
    ) {
        self.skipsFirstValue = skipsFirstValue
        self.endsOnError = endsOnError
        self.pollInterval = pollInterval
    }
}
