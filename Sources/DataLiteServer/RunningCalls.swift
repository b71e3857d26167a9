#if Server
    import DataLiteDatabase

    /// Values that an instrument keeps for the running calls. There are few, so searching is faster than hashing.
    struct RunningCalls<Value> {
        private var entries: [(id: UInt64, value: Value)] = []

        var values: [Value] { entries.map { $0.value } }

        subscript(call: DatabaseCall) -> Value? { entries.first { $0.id == call.id }?.value }

        mutating func add(_ value: Value, for call: DatabaseCall) {
            entries.append((call.id, value))
        }

        @discardableResult
        mutating func remove(_ call: DatabaseCall) -> Value? {
            guard let index = entries.firstIndex(where: { $0.id == call.id }) else { return nil }
            entries.swapAt(index, entries.count - 1)
            return entries.removeLast().value
        }
    }
#endif
