import DataLiteCore

/// What the keyed containers of a row refer to, in memory of its own.
struct RowState {
    /// Counts the containers of this memory that the program has kept longer than their row. Other
    /// threads may read it.
    private var generation = 0

    /// The reader, until its run ends.
    var reader: RowReader?

    /// The statement of the run, if its columns can be read in place: it is SQLite's own, and the keys
    /// are bytes. The reader keeps it alive until the run ends.
    var statement: Unmanaged<Statement>?

    /// Whether the core's form of dates is that of the coder.
    var readsDatesAsCore = false

    /// The columns of the keys that are a byte. Not an array, because reading that would retain it.
    private var columns = UnsafeMutableBufferPointer<RowPlan.KeyColumn>(start: nil, count: 0)

    /// The column of a key that is a byte; `none` if it has not been looked up yet.
    @inline(__always)
    func keyColumn(_ byte: UInt8) -> RowPlan.KeyColumn {
        let index = Int(byte)
        return index < columns.count ? columns[index] : .none
    }

    mutating func setKeyColumn(_ keyColumn: RowPlan.KeyColumn, _ byte: UInt8) {
        let index = Int(byte)
        if index >= columns.count {
            let larger = UnsafeMutableBufferPointer<RowPlan.KeyColumn>.allocate(capacity: index + 8)
            larger.initialize(repeating: .none)
            _ = larger.update(fromContentsOf: columns)
            columns.deallocate()
            columns = larger
        }
        columns[index] = keyColumn
    }

    mutating func removeColumns() {
        columns.deallocate()
        columns = UnsafeMutableBufferPointer(start: nil, count: 0)
    }

    /// The generation of the state at an address.
    static func generation(
        of state: UnsafeMutablePointer<RowState>
    ) -> UnsafeMutablePointer<Int> {
        // SAFETY: the first property of a struct has the address of the struct.
        UnsafeMutableRawPointer(state).assumingMemoryBound(to: Int.self)
    }
}

/// The reference of a keyed container to its row.
///
/// It is plain bits, because the standard library copies a container for each value that it reads. With
/// a counted reference that took 50 instructions more for each value, two of them atomic.
struct RowReference {
    // SAFETY: the memory is freed only when no copy of this is left. A copy is in the object of a
    // standard container, or in a call of its methods, which keeps that object alive. The owner of the
    // memory, `RowLink`, frees it together with the last reference to that object. If the program has
    // kept one, the memory is never freed, and belongs to other containers and generations: then
    // `isCurrent` is false, and nothing else is read, because it may belong to another thread.
    private let state: UnsafeMutablePointer<RowState>
    private let generation: Int

    init(_ state: UnsafeMutablePointer<RowState>) {
        self.state = state
        generation = RelaxedAtomic.load(RowState.generation(of: state))
    }

    /// Whether the state still belongs to this container.
    @inline(__always)
    private var isCurrent: Bool {
        RelaxedAtomic.load(RowState.generation(of: state)) == generation
    }

    /// The reader.
    ///
    /// - Throws: if its run has ended.
    func openReader() throws -> RowReader {
        guard isCurrent, let reader = state.pointee.reader else { throw RowReader.ended }
        return reader
    }

    /// Whether the run is open, and the core's form of dates is that of the coder.
    var readsDatesAsCore: Bool { isCurrent && state.pointee.readsDatesAsCore }

    /// The statement and the column of a key that is a byte, if the column can be read in place. The
    /// column is `none` if it has not been looked up yet.
    ///
    /// - Parameter byte: Called only if the keys are bytes.
    @inline(__always)
    func column(
        _ byte: @autoclosure () -> UInt8
    ) -> (statement: Unmanaged<Statement>, known: RowPlan.KeyColumn)? {
        guard isCurrent, let statement = state.pointee.statement else { return nil }
        return (statement, state.pointee.keyColumn(byte()))
    }

    /// The column of a key that is a byte; `nil` if it has not been looked up yet.
    func keyColumn(_ byte: UInt8) -> RowPlan.KeyColumn? {
        guard isCurrent else { return nil }
        let known = state.pointee.keyColumn(byte)
        return known.isNone ? nil : known
    }

    func setKeyColumn(_ keyColumn: RowPlan.KeyColumn, _ byte: UInt8) {
        guard isCurrent else { return }
        state.pointee.setKeyColumn(keyColumn, byte)
    }
}
