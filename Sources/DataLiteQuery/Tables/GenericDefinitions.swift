// Definitions of generic types, which cannot have static stored properties. `@Table` and `@Selection` use them.

extension TableDefinition {
    private static let generic = GenericDefinitions<TableDefinition>()

    /// The definition of a generic type, created on first use: one for each specialization of the type.
    public static func _once(for type: Any.Type, _ make: () -> TableDefinition) -> TableDefinition {
        generic.definition(of: type, make)
    }
}

extension ColumnDefinitions {
    private static let generic = GenericDefinitions<ColumnDefinitions>()

    /// The columns of a generic type, created on first use: once for each specialization of the type.
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
        // Not under the lock: this may need the definition of another type.
        let definition = make()
        known.withLock { $0[key] = definition }
        return definition
    }
}
