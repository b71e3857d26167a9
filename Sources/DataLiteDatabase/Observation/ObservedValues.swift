/// The results of a fetch: one at the beginning, and one after each commit that changes the data that was read.
///
/// ```swift
/// for try await count in database.values({ db in try Reminder.fetchCount(db) }) {
///     print(count)
/// }
/// ```
///
/// Values are fetched on demand: `next()` waits until a commit changes what the latest fetch read, and then fetches.
/// So a slow consumer gets the latest value, not a backlog, and never misses the last change. Each iteration is a
/// separate observation, which begins with its first value.
///
/// If a fetch fails, `next()` throws its error and can be called again: it then waits for the next change. The error
/// ends a `for try await` loop, but not a loop over ``results``. The values end when the task is cancelled, and when
/// the database is closed or released: an observation does not keep the database open.
public struct ObservedValues<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value
    public typealias Failure = any Error

    let options: ObservationOptions
    let isDuplicate: (@Sendable (Value, Value) -> Bool)?
    let makeSource: @Sendable () -> any ObservationSource<Value>

    /// Creates values with a separate source for each iteration.
    ///
    /// - Parameter isDuplicate: Returns whether two consecutive values are equal, so that the second is skipped.
    package init(
        _ options: ObservationOptions = ObservationOptions(),
        isDuplicate: (@Sendable (Value, Value) -> Bool)? = nil,
        makeSource: @escaping @Sendable () -> any ObservationSource<Value>
    ) {
        self.options = options
        self.isDuplicate = isDuplicate
        self.makeSource = makeSource
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(self, makeSource())
    }

    /// A single iteration.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        public typealias Failure = any Error

        let source: any ObservationSource<Value>
        private let isDuplicate: (@Sendable (Value, Value) -> Bool)?
        private let skipsFirstValue: Bool
        private let endsOnError: Bool
        private var latest: Value?
        private var isFirst = true
        /// The transient error that was thrown last; any other result clears it.
        private var failure: ResultCode?
        private var isFinished = false

        init(_ values: ObservedValues, _ source: any ObservationSource<Value>) {
            self.source = source
            isDuplicate = values.isDuplicate
            skipsFirstValue = values.options.skipsFirstValue
            endsOnError = values.options.endsOnError
        }

        /// Waits for the next value.
        ///
        /// The value is returned on the caller's actor. After the task is cancelled on that actor, `nil` is returned.
        ///
        /// - Returns: `nil` if the task is cancelled or the database is closed.
        /// - Throws: The error of the fetch. The next call waits for the next change, unless
        ///   ``ObservationOptions/endsOnError`` is set.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Value? {
            do {
                let value = try await fetchNext()
                if !Task.isCancelled { return value }
            } catch {
                if !Task.isCancelled { throw error }
            }
            finish()
            return nil
        }

        /// The variant for systems whose `AsyncIteratorProtocol` has no `next(isolation:)`.
        @_disfavoredOverload
        public mutating func next() async throws -> Value? { try await next(isolation: nil) }

        /// Fetches the first value on the calling thread, before the first call of `next()`.
        ///
        /// ```swift
        /// var counts = database.values { db in try Reminder.fetchCount(db) }.makeAsyncIterator()
        /// if let count = try counts.fetchFirst() { print(count) }
        /// while let count = try await counts.next() { print(count) }
        /// ```
        ///
        /// - Parameter limit: The longest time that the thread may be blocked.
        /// - Returns: `nil` if the fetch takes longer than the limit or is not possible on this thread: in the closure
        ///   of another call, for example. In that case, `next()` returns the value. Also `nil` if the options skip the
        ///   first value.
        /// - Throws: The error of the fetch, as `next()` does.
        public mutating func fetchFirst(
            within limit: Duration = DefaultDatabase.firstReadLimit
        ) throws -> Value? {
            guard isFirst, !isFinished else { return nil }
            do {
                guard let value = try source.fetchFirst(within: limit) else { return nil }
                return isNew(value) ? value : nil
            } catch {
                isFirst = false
                if endsOnError { finish() }
                throw error
            }
        }

        /// Waits and fetches, outside any actor, until a value is new.
        mutating func fetchNext() async throws -> Value? {
            while !isFinished, !Task.isCancelled, await source.waitForChange() {
                if let value = try await fetch() { return value }
            }
            finish()
            return nil
        }

        /// Fetches after a change. After transient errors, it retries for about a second.
        ///
        /// - Returns: `nil` if the value is not new, or if the values have ended.
        mutating func fetch() async throws -> Value? {
            var delay = Duration.milliseconds(10)
            while true {
                do {
                    guard let value = try await source.fetch() else { break }
                    failure = nil
                    return isNew(value) ? value : nil
                } catch {
                    if source.isSuspension(error) { return nil }
                    let isTransient = source.isTransient(error)
                    // If no thread can be created for the sleep, there is no retry.
                    if isTransient, delay < .seconds(1),
                        (try? await AlarmClock.shared.sleep(for: delay)) != nil
                    {
                        delay *= 2
                        continue
                    }
                    let code = isTransient ? (error as? SQLiteError)?.resultCode : nil
                    defer { failure = code }
                    // The same error was already thrown, with no other result since.
                    if let code, code == failure { return nil }
                    // The value after an error is delivered even if it equals the value before the error.
                    latest = nil
                    isFirst = false
                    if endsOnError { finish() }
                    throw error
                }
            }
            finish()
            return nil
        }

        private mutating func finish() {
            isFinished = true
            source.cancel()
        }

        private mutating func isNew(_ value: Value) -> Bool {
            let previous = latest
            if isDuplicate != nil { latest = value }
            if isFirst {
                isFirst = false
                return !skipsFirstValue
            }
            guard let previous, let isDuplicate else { return true }
            return !isDuplicate(previous, value)
        }
    }
}

/// The options of an observation.
public struct ObservationOptions: Sendable {
    /// Whether to skip the initial value, so that the first delivered value is the first value that differs from the
    /// initial one.
    public var skipsFirstValue: Bool

    /// Whether an error ends the observation. Otherwise the observation continues, and the next value follows the next
    /// commit after which the fetch succeeds.
    public var endsOnError: Bool

    /// The interval between checks for commits of other processes, and of connections outside the database; `nil` to
    /// observe only the commits of this database. A check takes a few microseconds, and one timer serves all
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

extension ObservedValues {
    /// The values without consecutive duplicates, which a closure recognizes.
    ///
    /// ```swift
    /// let pages = database.values { db in try loadPage(db) }.removeDuplicates { $0.version == $1.version }
    /// ```
    ///
    /// The closure replaces the comparison that `values` uses for `Equatable` values:
    /// `removeDuplicates { _, _ in false }` delivers a value after each commit that changes the data that was read.
    ///
    /// - Parameter isDuplicate: Returns whether two consecutive values are equal, so that the second is skipped.
    public func removeDuplicates(
        by isDuplicate: @escaping @Sendable (Value, Value) -> Bool
    ) -> ObservedValues {
        ObservedValues(options, isDuplicate: isDuplicate, makeSource: makeSource)
    }
}

extension ObservedValues where Value: Equatable {
    /// The values without consecutive duplicates. `values` removes duplicates by itself where the type of the values is
    /// known to be `Equatable`.
    public func removeDuplicates() -> ObservedValues { removeDuplicates { $0 == $1 } }
}
