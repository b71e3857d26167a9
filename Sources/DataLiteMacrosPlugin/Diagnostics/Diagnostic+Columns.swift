import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// Errors in the properties of a table or selection.
extension Diagnostic {
    static func missingType(_ binding: PatternBindingSyntax, suggestion: String?) -> Diagnostic {
        var fixed = binding
        let type = TypeSyntax(stringLiteral: suggestion ?? "<#Type#>")
        let trailing = binding.pattern.trailingTrivia
        fixed.pattern.trailingTrivia = []
        fixed.typeAnnotation = TypeAnnotationSyntax(
            colon: .colonToken(trailingTrivia: .space), type: type, trailingTrivia: trailing)
        let name = binding.pattern.trimmedDescription
        return Diagnostic(
            "missingType", binding.pattern,
            """
            the type of column property '\(name)' must be written; only literals of \
            'String', 'Int', 'Double' and 'Bool' and initializers such as 'Date()' imply it
            """,
            fixIt: FixIt("addType", "add ': \(suggestion ?? "Type")'", binding, fixed))
    }

    static func implicitlyUnwrapped(_ type: ImplicitlyUnwrappedOptionalTypeSyntax) -> Diagnostic {
        let optional = OptionalTypeSyntax(
            wrappedType: type.wrappedType, trailingTrivia: type.trailingTrivia)
        return Diagnostic(
            "implicitlyUnwrapped", type.exclamationMark,
            "a column property cannot be implicitly unwrapped: NULL would be read as nil",
            fixIt: FixIt("makeOptional", "replace '!' with '?'", type, optional))
    }

    /// - Parameter place: The type if it is written, or else the name.
    static func compoundType(
        _ type: TypeSyntax, kind: String, name: TokenSyntax, at place: some SyntaxProtocol,
        in declaration: VariableDeclSyntax
    ) -> Diagnostic {
        var fixIts: [FixIt] = []
        if ["an array", "a dictionary", "a set"].contains(kind),
            declaration.attributes.columnAttributes.isEmpty
        {
            let value = (type.wrappedOptional ?? type).trimmedDescription
            let attribute = "@Column(as: JSONRepresentation<\(value)>.self)"
            fixIts = [
                FixIt(
                    "addRepresentation", "store it as JSON text: '\(attribute)'", declaration,
                    declaration.inserting("Column(as: JSONRepresentation<\(value)>.self)"))
            ]
        }
        return Diagnostic(
            "compoundType", place,
            """
            '\(name.text)' is \(kind), which cannot be stored in a column without a \
            representation: '@Column(as:)'
            """,
            fixIts: fixIts)
    }

    static func pattern(_ pattern: PatternSyntax) -> Diagnostic {
        Diagnostic("pattern", pattern, "a column property must have its own declaration")
    }

    static func constantWithDefault(_ declaration: VariableDeclSyntax, name: String) -> Diagnostic {
        Diagnostic(
            "constantWithDefault", declaration.bindingSpecifier,
            "constant '\(name)' has a value already and cannot be read from a row",
            fixIts: [
                FixIt(
                    "makeVariable", "replace 'let' with 'var'", declaration,
                    declaration.with(
                        \.bindingSpecifier.tokenKind, .keyword(.var))),
                .ephemeral(declaration),
            ])
    }

    static func lazyProperty(_ modifier: DeclModifierSyntax, in declaration: VariableDeclSyntax)
        -> Diagnostic
    {
        Diagnostic(
            "lazyProperty", modifier, "a lazy property cannot be a column",
            fixIt: .ephemeral(declaration))
    }

    static func hiddenProperty(_ modifier: DeclModifierSyntax, in declaration: VariableDeclSyntax)
        -> Diagnostic
    {
        var visible = declaration
        visible.modifiers = declaration.modifiers.filter { $0.id != modifier.id }
        // Comments and indentation before the removed modifier belong to the declaration.
        visible.leadingTrivia = declaration.leadingTrivia
        return Diagnostic(
            "hiddenProperty", modifier,
            """
            a column cannot be '\(modifier.name.text)': queries outside the type could not \
            name it
            """,
            fixIts: [
                FixIt(
                    "removeModifier", "remove '\(modifier.name.text)'", declaration, visible),
                .ephemeral(declaration),
            ])
    }

    static func ephemeralWithoutDefault(_ binding: PatternBindingSyntax) -> Diagnostic {
        var fixed = binding
        fixed.initializer = InitializerClauseSyntax(
            equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
            value: ExprSyntax(stringLiteral: "<#default#>"))
        return Diagnostic(
            "ephemeralWithoutDefault", binding.pattern,
            """
            '\(binding.pattern.trimmedDescription)' is not read from a row and needs a \
            default value
            """,
            fixIt: FixIt("addDefault", "add a default value", binding, fixed))
    }

    static func conflictingAttributes(_ column: AttributeSyntax, in declaration: VariableDeclSyntax)
        -> Diagnostic
    {
        var fixed = declaration
        fixed.attributes = declaration.attributes.filter { $0.id != column.id }
        fixed.leadingTrivia = declaration.leadingTrivia
        return Diagnostic(
            "conflictingAttributes", column, "'@Column' has no effect on an '@Ephemeral' property",
            fixIt: FixIt("removeColumn", "remove '@Column'", declaration, fixed))
    }

    static func repeatedAttribute(_ column: AttributeSyntax) -> Diagnostic {
        Diagnostic("repeatedAttribute", column, "a property can have only one '@Column'")
    }

    static func conditionalProperty(_ declaration: IfConfigDeclSyntax) -> Diagnostic {
        Diagnostic(
            "conditionalProperty", declaration.clauses.first?.poundKeyword ?? .poundToken(),
            """
            a stored property in '#if' cannot be a column; move it out of '#if' or make it \
            computed
            """)
    }

    static func conditionalCase(_ declaration: IfConfigDeclSyntax) -> Diagnostic {
        Diagnostic(
            "conditionalCase", declaration.clauses.first?.poundKeyword ?? .poundToken(),
            "a case in '#if' cannot be a column; move it out of '#if'")
    }

    static func duplicateColumn(_ property: StoredProperty, firstProperty: String) -> Diagnostic {
        Diagnostic(
            "duplicateColumn",
            property.options.nameLiteral.map(Syntax.init) ?? Syntax(property.name),
            """
            column "\(property.columnName)" is already the column of property \
            '\(firstProperty)'
            """)
    }

    /// - Parameters:
    ///   - meaning: The meaning of the name in the generated code.
    ///   - kind: The kind of the declaration.
    static func reservedName(
        _ name: TokenSyntax, columnName: String, meaning: String, kind: String = "property"
    ) -> Diagnostic {
        Diagnostic(
            "reservedName", name,
            """
            '\(name.identifier?.name ?? name.text)' is \(meaning) already; give the \(kind) another name \
            and write '@Column("\(columnName)")'
            """)
    }

    /// `primaryKey` is a requirement of the protocol, which the primary key meets if it has this name.
    static func primaryKeyName(_ property: StoredProperty, key: String) -> Diagnostic {
        Diagnostic(
            "primaryKeyName", property.name,
            """
            'primaryKey' is the value of key '\(key)'; give the property another name and \
            write '@Column("\(property.columnName)")'
            """)
    }

    static func secondPrimaryKey(_ property: StoredProperty, firstProperty: String) -> Diagnostic {
        var fixIts: [FixIt] = []
        if let argument = property.options.primaryKey, let attribute = property.options.attribute {
            fixIts = [
                FixIt(
                    "removePrimaryKey", "remove 'primaryKey: true'", attribute,
                    attribute.removing(argument))
            ]
        }
        return Diagnostic(
            "secondPrimaryKey",
            property.options.primaryKey.map(Syntax.init) ?? Syntax(property.name),
            """
            '\(firstProperty)' is the primary key already; for a key of several columns, \
            make a '@Selection' struct of them the primary key
            """,
            fixIts: fixIts)
    }
}

extension FixIt {
    static func ephemeral(_ declaration: VariableDeclSyntax) -> FixIt {
        FixIt(
            "addEphemeral", "add '@Ephemeral'", declaration, declaration.inserting("Ephemeral"))
    }
}

extension VariableDeclSyntax {
    /// The declaration with another attribute, before all others.
    fileprivate func inserting(_ attribute: String) -> VariableDeclSyntax {
        var copy = self
        copy.leadingTrivia = []
        let new = AttributeSyntax(
            leadingTrivia: leadingTrivia,
            attributeName: IdentifierTypeSyntax(name: .identifier(attribute)),
            trailingTrivia: .space)
        copy.attributes.insert(.attribute(new), at: copy.attributes.startIndex)
        return copy
    }
}

extension AttributeSyntax {
    /// The attribute without one of its arguments, and without parentheses if no arguments remain.
    func removing(_ argument: LabeledExprSyntax) -> AttributeSyntax {
        guard case .argumentList(let arguments)? = self.arguments else { return self }
        var rest = arguments.filter { $0.id != argument.id }
        var copy = self
        guard let last = rest.indices.last else {
            copy.leftParen = nil
            copy.rightParen = nil
            copy.arguments = nil
            copy.trailingTrivia = trailingTrivia
            return copy
        }
        rest[last].trailingComma = nil
        rest[last].trailingTrivia = []
        copy.arguments = .argumentList(rest)
        return copy
    }
}
