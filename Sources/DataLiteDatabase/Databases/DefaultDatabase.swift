import DataLiteCore

/// The database of `@Fetch`, `@FetchAll` and `@FetchOne` properties that are not given one.
///
/// A program sets it once, when it starts. A test sets another one for its task:
///
/// ```swift
/// DefaultDatabase.shared = try Database(path: path)
///
/// try await DefaultDatabase.$current.withValue(database) {
///     let model = LibraryModel()
///     try await model.$books.load()
/// }
/// ```
public enum DefaultDatabase {
    /// The default in the current task and its child tasks, or `nil` to use ``shared``.
    @TaskLocal public static var current: (any DatabaseProtocol)?

    /// The longest time that fetching a first value may block the thread that asks for it, unless the property or the
    /// observation has its own limit.
    ///
    /// A property has the limit of the task that creates it. A test sets a longer one, so that its properties have
    /// their values even on a busy machine:
    ///
    /// ```swift
    /// let model = DefaultDatabase.$firstReadLimit.withValue(.seconds(60)) { LibraryModel() }
    /// ```
    @TaskLocal public static var firstReadLimit: Duration = .seconds(1)

    /// The default of the process, used where ``current`` is `nil`.
    public static var shared: (any DatabaseProtocol)? {
        get { sharedDatabase.withLock { $0 } }
        set { sharedDatabase.withLock { $0 = newValue } }
    }

    private static let sharedDatabase = Locked<(any DatabaseProtocol)?>(nil)

    /// The default in this context: ``current``, or ``shared`` if ``current`` is `nil`.
    public static var database: (any DatabaseProtocol)? { current ?? shared }
}
