extension MockConnection {
    /// Adds a function, which a test can call: see ``functions`` and ``FunctionHarness``. The mock
    /// rejects a function that a real connection would reject.
    public func add(function definition: Function.Registration) throws(SQLiteError) {
        try requireOpen()
        try accept(.addFunction(definition.name, argc: definition.argc))
        try accept { () throws(SQLiteError) in
            try checker.add(definition)
            try real?.add(function: definition)
        }
        forget(function: definition.name, argc: definition.argc)
        functions.append(definition)
        record.append(.addFunction(definition.name, argc: definition.argc))
    }

    public func remove(function name: String, argc: Int32) throws(SQLiteError) {
        try requireOpen()
        try accept(.removeFunction(name, argc: argc))
        try accept { () throws(SQLiteError) in
            try checker.remove(function: name, argc: argc)
            try real?.remove(function: name, argc: argc)
        }
        forget(function: name, argc: argc)
        record.append(.removeFunction(name, argc: argc))
    }

    public func remove(function name: String) throws(SQLiteError) {
        let registered = functions.filter { $0.name.lowercased() == name.lowercased() }
        for argc in registered.isEmpty ? [-1] : registered.map(\.argc) {
            try remove(function: name, argc: argc)
        }
    }

    /// The function with a name and, unless `nil`, an argument count; `nil` if there is none.
    public func function(_ name: String, argc: Int32? = nil) -> Function.Registration? {
        functions.last { SQLName.matches($0.name, name) && $0.argc == argc ?? $0.argc }
    }

    private func forget(function name: String, argc: Int32) {
        functions.removeAll { SQLName.matches($0.name, name) && $0.argc == argc }
    }

    public func add(collation: Collation) throws(SQLiteError) {
        try requireOpen()
        try accept { () throws(SQLiteError) in
            try checker.add(collation)
            try real?.add(collation: collation)
        }
        record.append(.addCollation(collation.name))
    }

    public func remove(collation name: String) throws(SQLiteError) {
        try requireOpen()
        try accept { () throws(SQLiteError) in
            try checker.remove(collation: name)
            try real?.remove(collation: name)
        }
        record.append(.removeCollation(name))
    }

    private func accept(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        do {
            try body()
        } catch {
            throw failed(with: error)
        }
    }
}
