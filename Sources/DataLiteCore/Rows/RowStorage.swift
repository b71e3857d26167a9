/// The columns of a ``RowStorage``, and the number of its values.
@usableFromInline
struct RowStorageHeader {
    @usableFromInline let columns: SQLiteRow.Columns
    @usableFromInline var count = 0
}

/// The columns and the values of an ``SQLiteRow`` in one allocation.
///
/// An array of the values would take 200 more instructions for each row: `fetch-SQLiteRow-by-index` of
/// `.ci/instructions`.
//
// SAFETY: the number of initialized elements is in the header. A storage is changed only by the code that created it,
// until it is part of a row, or through a reference that is known to be the only one.
@usableFromInline
final class RowStorage: ManagedBuffer<RowStorageHeader, SQLiteValue> {
    /// An empty storage with room for `capacity` values.
    static func make(_ columns: SQLiteRow.Columns, capacity: Int) -> RowStorage {
        let storage = create(minimumCapacity: capacity) { _ in RowStorageHeader(columns: columns) }
        return unsafeDowncast(storage, to: RowStorage.self)
    }

    deinit {
        // Each separately: most values are numbers, which need no deinitialization.
        var value = start
        let end = value + parts.pointee.count
        while value < end {
            switch value.pointee {
            case .int, .real, .null: break
            case .text, .blob: value.deinitialize(count: 1)
            }
            value += 1
        }
    }

    /// The header, without the check that a stored property of a class has at each access.
    @inlinable
    @inline(__always)
    var parts: UnsafeMutablePointer<RowStorageHeader> { withUnsafeMutablePointerToHeader { $0 } }

    @inlinable
    @inline(__always)
    var start: UnsafeMutablePointer<SQLiteValue> { withUnsafeMutablePointerToElements { $0 } }

    /// The values. They are valid while the storage is referenced and not changed.
    @inlinable
    @inline(__always)
    var values: UnsafeMutableBufferPointer<SQLiteValue> {
        UnsafeMutableBufferPointer(start: start, count: parts.pointee.count)
    }

    /// Appends a value. There must be room for it.
    @inline(__always)
    func append(_ value: consuming SQLiteValue) {
        (start + parts.pointee.count).initialize(to: value)
        parts.pointee.count += 1
    }

    /// A storage with the same values.
    func copy() -> RowStorage {
        let copy = RowStorage.make(parts.pointee.columns, capacity: values.count)
        for value in values { copy.append(value) }
        return copy
    }
}
