import SwiftSyntax

/// A stored property of a table or selection.
struct StoredProperty {
    /// The name as written, with any backticks.
    let name: TokenSyntax
    /// The name without backticks.
    let bareName: String
    let type: TypeText
    /// Whether the type is inferred from an initializer in the default value.
    let isInferred: Bool
    let isConstant: Bool
    let defaultValue: ExprSyntax?
    /// The default value in the form for a nested type.
    let defaultText: String?
    /// The access level of a member generated for the property: the property's own level, but at most the type's.
    let access: DeclarationAccess
    let options: ColumnOptions
    let storage: ColumnStorage
    /// The attributes that deprecate the property, with a line break after each.
    let deprecation: String

    var columnName: String { options.name ?? bareName }
    var isOptional: Bool { type.wrapped != nil }

    /// The name of the type alias for the representation in `Columns`.
    ///
    /// The names of an enclosing type are in scope there, but not in an extension.
    var representationAlias: String? {
        storage.isRepresented ? "\(bareName)Representation".identifier : nil
    }

    init(
        name: TokenSyntax, type: TypeSyntax, isInferred: Bool, isConstant: Bool,
        defaultValue: ExprSyntax?,
        access: DeclarationAccess?, options: ColumnOptions, deprecation: String,
        in attached: AttachedType
    ) {
        self.name = name
        bareName = name.identifier?.name ?? name.text
        self.type = TypeText(type, nestedIn: attached)
        self.isInferred =
            isInferred && defaultValue.flatMap(TypeSyntax.name(ofLiteral:)) == nil
        self.isConstant = isConstant
        self.defaultValue = defaultValue
        defaultText = defaultValue?.text(nestedIn: attached)
        self.access = min(access ?? .internal, attached.access)
        self.options = options
        self.deprecation = deprecation
        storage = ColumnStorage(self.type, options, nestedIn: attached)
    }

    /// The value of the property where the initializer of its `Columns` does not name it.
    ///
    /// That initializer is not isolated, so other functions and variables of the program may not be available to it.
    var argumentDefault: String? {
        guard let defaultValue else { return isOptional && !isConstant ? "nil" : nil }
        if defaultValue.is(NilLiteralExprSyntax.self) { return "nil" }
        if let call = defaultValue.as(FunctionCallExprSyntax.self) {
            let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
            let isKnown = name.map(["Data", "Date", "Decimal", "UUID"].contains) ?? false
            return isKnown && call.arguments.isEmpty ? defaultText : nil
        }
        return definedDefault
    }
}

extension [StoredProperty] {
    /// The attribute of a generated function that uses the properties: the compiler does not warn of deprecated ones
    /// in a function that is deprecated itself.
    var deprecation: String {
        contains { !$0.deprecation.isEmpty } ? "@available(*, deprecated)\n" : ""
    }
}

extension AttributeListSyntax {
    /// The attributes that deprecate a declaration, with a line break after each.
    var deprecation: String {
        named("available").filter { attribute in
            attribute.tokens(viewMode: .sourceAccurate).contains { $0.text == "deprecated" }
        }.map { "\($0.trimmedDescription)\n" }.joined()
    }
}
