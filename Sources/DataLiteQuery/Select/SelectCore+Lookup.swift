extension SelectCore {
    /// Starts the statement, if the select is all columns of the row with a key.
    // Inlined, so that the select is not copied.
    @inline(__always)
    func startLookup(on db: any ConnectionProtocol) throws(SQLiteError) -> _StartedLookup? {
        guard case .key(let table, let key) = conditions, selection == nil, rare == nil,
            limit == nil, order.isEmpty, from.plainTable != nil, scope?() == nil
        else { return nil }
        return try table.selectByKey.withUnsafeBufferPointer { text in
            withUnsafePointer(to: key) { key in
                Result { () throws(SQLiteError) in
                    _StartedLookup(
                        lease: try db.boundStatement(
                            text, UnsafeBufferPointer(start: key, count: 1)))
                }
            }
        }.get()
    }
}
