internal import DataLiteCore

// Definitions of generic types, which cannot have static stored properties. `@Table` and `@Selection` use them.

extension TableDefinition {
    private static let generic = GenericDefinitions<TableDefinition>()

    /// The definition of a generic type, made when it is needed first: one for each type that the parameters make.
    public static func _once(for type: Any.Type, _ make: () -> TableDefinition) -> TableDefinition {
        generic.definition(of: type, make)
    }
}

extension ColumnDefinitions {
    private static let generic = GenericDefinitions<ColumnDefinitions>()

    /// The columns of a generic type, made when they are needed first: once for each type that the parameters make.
    public static func _once(
        for type: Any.Type, _ make: () -> ColumnDefinitions
    ) -> ColumnDefinitions {
        generic.definition(of: type, make)
    }
}

private struct GenericDefinitions<Definition: Sendable> {
    private let known = Locked<[ObjectIdentifier: Definition]>([:])

    func definition(of type: Any.Type, _ make: () -> Definition) -> Definition {
        let key = ObjectIdentifier(type)
        if let definition = known.withLock({ $0[key] }) { return definition }
        // Without the lock: it may need the definition of another type.
        let definition = make()
        known.withLock { $0[key] = definition }
        return definition
    }
}
