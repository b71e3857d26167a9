import SwiftSyntax

/// A stored property of a table or selection.
struct StoredProperty {
    /// The name as Swift source needs it: with backticks if they were written.
    let name: TokenSyntax
    let type: TypeText
    /// Whether the type is that of an initializer in the default value.
    let isInferred: Bool
    let defaultValue: ExprSyntax?
    /// The default as it is written in a type nested in that of the property.
    let defaultText: String?
    /// The level of a member generated for the property: its own, but no more than the type's.
    let access: DeclarationAccess
    let options: ColumnOptions
    let storage: ColumnStorage

    /// The property's name without backticks.
    var bareName: String { name.identifier?.name ?? name.text }
    var columnName: String { options.name ?? bareName }
    var isOptional: Bool { type.wrapped != nil }

    /// The name, in `Columns`, of the representation.
    ///
    /// Only there, within the type itself, are the names of an enclosing type in scope.
    var representationAlias: String? {
        storage.isRepresented ? "\(bareName)Representation" : nil
    }

    init(
        name: TokenSyntax, type: TypeSyntax, isInferred: Bool, defaultValue: ExprSyntax?,
        access: DeclarationAccess?, options: ColumnOptions, in attached: AttachedType
    ) {
        self.name = name
        self.type = TypeText(type, replacingSelfWith: attached.name)
        self.isInferred =
            isInferred && defaultValue.flatMap(TypeSyntax.name(ofLiteral:)) == nil
        self.defaultValue = defaultValue
        defaultText = defaultValue?.text(replacingSelfWith: attached.name)
        self.access = min(access ?? .internal, attached.access)
        self.options = options
        storage = ColumnStorage(self.type, options, replacingSelfWith: attached.name)
    }
}
