// A property whose type cannot be stored is an error at a type alias in `Columns`. The compiler reports no further
// errors in code that names the alias.

extension StoredProperty {
    /// The name of the alias for the type of the property, not optional; `nil` if the type is known to be stored.
    var typeAlias: String? {
        let isKnown = storage.isRepresented || Self.isStoredType(type.wrapped ?? type.text)
        return isKnown ? nil : "_\(bareName)Type".identifier
    }

    /// The type of the stored values, by the alias if there is one.
    var checkedType: TypeText {
        guard let typeAlias else { return storage.type }
        let name = "Columns.\(typeAlias)"
        return type.wrapped == nil
            ? TypeText(name, wrapped: nil) : TypeText("\(name)?", wrapped: name)
    }

    /// Whether this is the name of a type that is known to be stored, and has no other name.
    static func isStoredType(_ name: String) -> Bool { storedTypes.contains(name) }

    private static let storedTypes: Set = [
        "Bool", "Data", "Date", "Decimal", "Double", "Float", "Int", "Int16", "Int32", "Int64",
        "Int8", "String", "UInt", "UInt16", "UInt32", "UInt64", "UInt8",
        "URL", "UUID",
    ]
}
