import DataLiteCore
import Foundation

/// Owns what a keyed container of a row refers to, and connects it with the reader of the current run.
final class RowLink: ContainerLink {
    private let state: UnsafeMutablePointer<RowState>
    private let hasByteKeys: Bool

    /// Whether a container may refer to the state that the program has kept longer than its row: one of
    /// this link, or of an earlier owner of the state. Then it cannot be freed.
    private var isKept: Bool

    /// For the container.
    let row: RowReference

    init(hasByteKeys: Bool, readsDatesAsCore: Bool) {
        let retired = RetiredRows.take()
        state = retired ?? .allocate(initializedTo: RowState())
        isKept = retired != nil
        state.pointee.readsDatesAsCore = readsDatesAsCore
        row = RowReference(state)
        self.hasByteKeys = hasByteKeys
    }

    deinit {
        state.pointee.removeColumns()
        if isKept {
            RetiredRows.add(state)
        } else {
            state.deinitialize(count: 1)
            state.deallocate()
        }
    }

    func open(_ reader: RowReader) {
        state.pointee.reader = reader
        state.pointee.statement = hasByteKeys ? reader.real : nil
    }

    func close() {
        state.pointee.statement = nil
        // Released after the change, because releasing it may call code of the user.
        let reader = state.pointee.reader
        state.pointee.reader = nil
        withExtendedLifetime(reader) {}
    }

    func retire() {
        close()
        RelaxedAtomic.increment(RowState.generation(of: state))
        isKept = true
    }
}

/// The states whose containers the program has kept longer than their rows. They cannot be freed, but
/// other containers use them: so there are never more than containers at one time.
private enum RetiredRows {
    private static let lock = NSLock()

    // SAFETY: `take` and `add` are the only code that can see it, and both hold the lock. A pointer in it
    // has no owner: `add` is called by the deinit of its owner, and `take` gives it to one caller.
    nonisolated(unsafe) private static var states: [UnsafeMutablePointer<RowState>] = []

    static func take() -> UnsafeMutablePointer<RowState>? { lock.withLock { states.popLast() } }

    static func add(_ state: UnsafeMutablePointer<RowState>) {
        lock.withLock { states.append(state) }
    }
}

extension UnsafeMutablePointer {
    fileprivate static func allocate(initializedTo value: consuming Pointee) -> Self {
        let pointer = allocate(capacity: 1)
        pointer.initialize(to: value)
        return pointer
    }
}
