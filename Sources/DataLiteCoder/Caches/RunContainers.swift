import DataLiteCore

/// The keyed containers of a reader or a writer, one per key type, reused for all its rows and runs. Creating a
/// container takes several type lookups, which cost about as much as reading a row of four columns.
///
/// Finding a container is not generic, because the type lookups of generic code would cost as much.
struct RunContainers<Owner: AnyObject> {
    private struct Entry {
        let keys: ObjectIdentifier
        let stored: StoredContainer

        /// The memory of the container.
        let memory: UnsafeMutableRawPointer

        /// The state that the container references; not retained here, because the container retains it.
        let content: Unmanaged<RunContainer<Owner>>
    }

    private var entries: [Entry] = []

    /// The container for a key type; not retained, because `entries` retains it for the run.
    @inline(__always)
    func find(_ keys: any CodingKey.Type) -> Unmanaged<StoredContainer>? {
        let keys = ObjectIdentifier(keys)
        for index in entries.indices where entries[index].keys == keys {
            return .passUnretained(entries[index].stored)
        }
        return nil
    }

    /// - Parameter container: A container for which ``isReference(_:)`` is true.
    mutating func add(
        _ container: some Any, _ content: RunContainer<Owner>, for keys: any CodingKey.Type
    ) {
        let stored = StoredCopy(container)
        entries.append(
            Entry(
                keys: ObjectIdentifier(keys), stored: stored, memory: stored.memory,
                content: .passUnretained(content)))
    }

    func beginRun(_ owner: Owner) {
        for index in entries.indices {
            entries[index].content._withUnsafeGuaranteedRef { $0.begin(owner) }
        }
    }

    /// Ends the run of all containers, and removes the containers that the caller copied and kept. These still
    /// reference their owner, which is then not reused for another run.
    mutating func endRun() {
        var hasKept = false
        for index in entries.indices {
            entries[index].content._withUnsafeGuaranteedRef { $0.endRun() }
            if isKeptReference(entries[index].memory) {
                hasKept = true
            } else {
                entries[index].content._withUnsafeGuaranteedRef { $0.forgetOwner() }
            }
        }
        // A kept container still has its owner.
        if hasKept {
            entries.removeAll { $0.content._withUnsafeGuaranteedRef { $0.owner != nil } }
        }
    }
}

/// The state that a keyed container of a reader or a writer references.
///
/// It retains its owner during a run, so that a container that outlives the run can still call its owner. After a
/// run, only the owner has the container, and retaining the owner would create a cycle.
class RunContainer<Owner: AnyObject> {
    // SAFETY: the properties are read by copying and written by assignment, between runs, when nothing else has the
    // container, so two accesses never overlap.

    /// The owner; `nil` between runs.
    @exclusivity(unchecked) final private(set) var owner: Owner?

    /// The owner, for access without reference counting.
    ///
    /// SAFETY: valid during a call of a container, because ``owner`` is set to `nil` only when nothing else has the
    /// container.
    @exclusivity(unchecked) final private(set) var unretained: Unmanaged<Owner>?

    init(_ owner: Owner) {
        self.owner = owner
        unretained = .passUnretained(owner)
    }

    /// Begins a run.
    func begin(_ owner: Owner) {
        self.owner = owner
        unretained = .passUnretained(owner)
    }

    /// Ends a run. The caller may have kept the container.
    func endRun() {}

    fileprivate final func forgetOwner() {
        unretained = nil
        owner = nil
    }
}

/// A keyed container of the standard library.
class StoredContainer {
    /// The memory of the container.
    fileprivate final let memory: UnsafeMutableRawPointer

    fileprivate init(_ memory: UnsafeMutableRawPointer) { self.memory = memory }

    /// The container.
    ///
    /// SAFETY: `Container` must be the type of the container that was added.
    @inline(__always)
    final func copy<Container>(as type: Container.Type) -> Container {
        unsafeDowncast(self, to: StoredCopy<Container>.self).copy()
    }
}

private final class StoredCopy<Container>: StoredContainer {
    private var container: UnsafeMutablePointer<Container> {
        memory.assumingMemoryBound(to: Container.self)
    }

    init(_ container: Container) {
        let memory = UnsafeMutablePointer<Container>.allocate(capacity: 1)
        memory.initialize(to: container)
        super.init(memory)
    }

    deinit {
        container.deinitialize(count: 1)
        container.deallocate()
    }

    // Not inlined: here the types come from the object, while a caller would have to look them up.
    @inline(never)
    func copy() -> Container { container.pointee }
}

/// Whether something else references the object of a container.
///
/// - Parameter container: The memory of a container for which ``isReference(_:)`` is true.
private func isKeptReference(_ container: UnsafeMutableRawPointer) -> Bool {
    // SAFETY: the memory is one strong reference to an instance of a class.
    !isOnlyReference(&container.assumingMemoryBound(to: AnyObject.self).pointee)
}

/// Whether the containers of a type consist of one strong reference to a class instance, so that their copies can be
/// counted.
func isReference<Container>(_ container: Container) -> Bool {
    let properties = Mirror(reflecting: container).children
    return MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size
        && properties.count == 1 && properties.allSatisfy { type(of: $0.value) is AnyClass }
}

// MARK: - InserterCache

/// The most recently used inserters, cached with an SQLite connection.
final class InserterCache {
    // SAFETY: read by copying, and changed by methods of `Array` that release no inserter within
    // the change, so two accesses never overlap.
    @exclusivity(unchecked) private var idle: [RowInserter] = []
    private static let capacity = 8

    /// The cache of a connection; `nil` if it is not an SQLite connection.
    static func of(_ connection: some ConnectionProtocol) -> InserterCache? {
        connection.sqliteConnection?._withUnsafeGuaranteedRef { connection in
            if let cache = connection.companion(InserterCache.self) { return cache }
            let cache = InserterCache()
            connection.companions[InserterCache.self] = cache
            return cache
        }
    }

    /// Removes a matching inserter from the cache and returns it; `nil` if there is none.
    func take(_ command: InsertSpecification, _ encoder: RowEncoder) -> RowInserter? {
        guard let position = idle.lastIndex(where: { $0.canReuse(for: command, encoder) }) else {
            return nil
        }
        return position == idle.count - 1 ? idle.popLast() : idle.remove(at: position)
    }

    /// Adds an inserter that has inserted all its rows. An inserter that failed is not reused.
    func add(_ inserter: RowInserter) {
        // Released after the change, because releasing it may call user code.
        let oldest = idle.count == Self.capacity ? idle.removeFirst() : nil
        defer { withExtendedLifetime(oldest) {} }
        idle.append(inserter)
    }
}

/// The reader that is cached with an SQLite `Statement`, so that a run can reuse the lookups of earlier runs. Other
/// statements get a new reader for each run.
package final class StatementCoders {
    private var reader: CodableRowReader?

    private static func of(_ statement: Statement) -> StatementCoders {
        if let coders = statement.companion(StatementCoders.self) { return coders }
        let coders = StatementCoders()
        statement.companions[StatementCoders.self] = coders
        return coders
    }

    /// A reader for a statement that is on the first row of a run.
    package static func reader(_ statement: any StatementProtocol, _ coder: SQLiteCoder)
        -> CodableRowReader
    {
        guard let sqlite = statement.sqliteStatement else {
            return CodableRowReader(statement, coder)
        }
        return sqlite._withUnsafeGuaranteedRef { statement in
            let coders = of(statement)
            if let reader = coders.idleReader(), reader.canReuse(for: statement, coder) {
                reader.begin(statement, sqlite, coder)
                return reader
            }
            let reader = CodableRowReader(statement, coder)
            coders.reader = reader
            return reader
        }
    }

    /// The reader of the latest run, unless that run is still in progress or the caller kept one of the reader's
    /// containers or decoders.
    private func idleReader() -> CodableRowReader? {
        guard var idle = reader.take() else { return nil }
        defer { reader = idle }
        return isOnlyReference(&idle) ? idle : nil
    }
}

/// Identifies a coder. Cached lookups are valid only for the coder that made them.
///
/// Caches hold this instead of the coder, which may reference the cache's owner. An identity is
/// never reused while a cache holds it.
package final class CoderID: Sendable {}
