public import DataLiteCore

extension MockConnection {
    /// Keeps a function, so that a test can call it: see ``functions`` and ``FunctionHarness``. What a
    /// real connection would refuse is refused.
    public func add(function definition: Function.Definition) throws(SQLiteError) {
        try requireOpen()
        try note(.addFunction(definition.name, argc: definition.argc))
        try accept { () throws(SQLiteError) in
            try checker.database().add(function: definition)
            try real?.add(function: definition)
        }
        forget(function: definition.name, argc: definition.argc)
        functions.append(definition)
        log.append(.addFunction(definition.name, argc: definition.argc))
    }

    public func remove(function name: String, argc: Int32) throws(SQLiteError) {
        try requireOpen()
        try note(.removeFunction(name, argc: argc))
        try accept { () throws(SQLiteError) in
            try checker.database().remove(function: name, argc: argc)
            try real?.remove(function: name, argc: argc)
        }
        forget(function: name, argc: argc)
        log.append(.removeFunction(name, argc: argc))
    }

    /// The function that was added with a name, with that argument count or for any number of them;
    /// `nil` if there is none.
    public func function(_ name: String, argc: Int32? = nil) -> Function.Definition? {
        functions.last { $0.name.lowercased() == name.lowercased() && $0.argc == argc ?? $0.argc }
    }

    private func forget(function name: String, argc: Int32) {
        functions.removeAll { $0.name.lowercased() == name.lowercased() && $0.argc == argc }
    }

    public func add(collation: Collation) throws(SQLiteError) {
        try requireOpen()
        try accept { () throws(SQLiteError) in
            try checker.database().add(collation: collation)
            try real?.add(collation: collation)
        }
        log.append(.addCollation(collation.name))
    }

    public func remove(collation name: String) throws(SQLiteError) {
        try requireOpen()
        try accept { () throws(SQLiteError) in
            try checker.database().remove(collation: name)
            try real?.remove(collation: name)
        }
        log.append(.removeCollation(name))
    }

    private func accept(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
        do {
            try body()
        } catch {
            throw failed(with: error)
        }
    }
}
