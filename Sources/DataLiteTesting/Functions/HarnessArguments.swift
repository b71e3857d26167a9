/// The arguments of one call by a ``FunctionHarness``. Auxiliary data lives as long as the harness,
/// as if all calls were at one call site with constant arguments.
final class HarnessArguments: ArgumentsProtocol {
    private var values: [SQLiteValue]
    private let auxiliary: AuxiliaryObjects

    init(_ values: [SQLiteValue], _ auxiliary: AuxiliaryObjects) {
        self.values = values
        self.auxiliary = auxiliary
    }

    /// Ends the call. If a function retained the arguments, they read as NULL afterwards.
    func end() { values = [] }

    var count: Int { values.count }

    subscript(index: Int) -> SQLiteValue {
        values.indices.contains(index) ? values[index] : .null
    }

    func _auxiliaryObject(at index: Int) -> AnyObject? {
        values.indices.contains(index) ? auxiliary[index, values[index]] : nil
    }

    func _setAuxiliaryObject(_ object: AnyObject, at index: Int) {
        guard values.indices.contains(index) else { return }
        auxiliary[index, values[index]] = object
    }
}

/// The auxiliary data of a function, kept for each position as long as its argument stays the same.
final class AuxiliaryObjects {
    private var objects: [Int: (value: SQLiteValue, object: AnyObject)] = [:]

    subscript(index: Int, value: SQLiteValue) -> AnyObject? {
        get { objects[index].flatMap { $0.value == value ? $0.object : nil } }
        set { objects[index] = newValue.map { (value, $0) } }
    }
}
