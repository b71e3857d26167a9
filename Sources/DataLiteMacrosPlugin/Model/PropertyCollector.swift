import SwiftDiagnostics
import SwiftSyntax

/// Reads the stored properties of a struct.
struct PropertyCollector {
    private(set) var columns: [StoredProperty] = []
    private let type: AttachedType
    private let forms: TableForms
    /// Whether an array, a dictionary or a set without a representation is stored as JSON.
    private let storesCollections: Bool
    private var report: Report

    init(
        _ members: MemberBlockItemListSyntax, of type: AttachedType,
        forms: TableForms, storesCollections: Bool = false,
        _ report: inout Report
    ) {
        self.type = type
        self.forms = forms
        self.storesCollections = storesCollections
        self.report = report
        defer { report = self.report }
        for member in members {
            if let declaration = member.decl.as(VariableDeclSyntax.self) {
                read(declaration)
            } else if let conditional = member.decl.as(IfConfigDeclSyntax.self) {
                refuseStoredProperties(in: conditional)
            }
        }
        checkNames()
    }

    private mutating func read(_ declaration: VariableDeclSyntax) {
        guard declaration.isStoredInInstances else { return }
        let columnAttributes = declaration.attributes.columnAttributes
        if declaration.attributes.named("Ephemeral").first != nil {
            columnAttributes.forEach {
                report.add(.conflictingAttributes($0, in: declaration))
            }
            readEphemeral(declaration)
            return
        }
        if let modifier = declaration.modifiers.first(where: {
            $0.name.tokenKind == .keyword(.lazy)
        }) {
            report.add(.lazyProperty(modifier, in: declaration))
            return
        }
        if let modifier = declaration.modifiers.first(where: { $0.hidesReading(in: type.access) }) {
            report.add(.hiddenProperty(modifier, in: declaration))
            return
        }
        if columnAttributes.count > 1 { report.add(.repeatedAttribute(columnAttributes[1])) }
        let options = columnAttributes.first.map { ColumnOptions($0, &report) } ?? ColumnOptions()
        // In `var a, b: Int`, both have the type.
        var sharedType: TypeSyntax?
        var found: [StoredProperty] = []
        for binding in declaration.bindings.reversed() where binding.isStored {
            sharedType =
                binding.typeAnnotation?.type ?? (binding.initializer == nil ? sharedType : nil)
            if let property = makeProperty(binding, sharedType, declaration, options) {
                found.append(property)
            }
        }
        columns += found.reversed()
    }

    private mutating func makeProperty(
        _ binding: PatternBindingSyntax, _ writtenType: TypeSyntax?,
        _ declaration: VariableDeclSyntax, _ options: ColumnOptions
    ) -> StoredProperty? {
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
            report.add(.pattern(binding.pattern))
            return nil
        }
        let isConstant = declaration.bindingSpecifier.tokenKind == .keyword(.let)
        let value = binding.initializer?.value.trimmed
        if isConstant, value != nil {
            report.add(.constantWithDefault(declaration, name: pattern.identifier.text))
            return nil
        }
        let known = writtenType ?? value.flatMap(TypeSyntax.init(ofValue:))
        guard let type = known?.unparenthesized else {
            report.add(.missingType(binding, suggestion: value.flatMap(TypeSyntax.suggestion)))
            return nil
        }
        if let unwrapped = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            report.add(.implicitlyUnwrapped(unwrapped))
            return nil
        }
        var options = options
        options.apply(forms, to: type)
        let wrapped = type.wrappedOptional ?? type
        if options.representation == nil, storesCollections, wrapped.collectionKind != nil {
            options.representation = "\(wrapped.trimmed).JSONRepresentation"
        }
        if options.representation == nil, let kind = wrapped.compoundKind {
            let place = writtenType.map(Syntax.init) ?? Syntax(pattern)
            report.add(
                .compoundType(
                    type, kind: kind, name: pattern.identifier, at: place, in: declaration))
            return nil
        }
        return StoredProperty(
            name: pattern.identifier, type: type, isInferred: writtenType == nil,
            isConstant: isConstant, defaultValue: value,
            access: DeclarationAccess(declaration.modifiers), options: options,
            deprecation: declaration.attributes.deprecation, in: self.type)
    }

    /// Reports an ephemeral property without a default value: it is not read from a row.
    private mutating func readEphemeral(_ declaration: VariableDeclSyntax) {
        let isVariable = declaration.bindingSpecifier.tokenKind == .keyword(.var)
        let isLazy = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.lazy) }
        for binding in declaration.bindings where binding.isStored && binding.initializer == nil {
            let isOptional = binding.typeAnnotation?.type.wrappedOptional != nil
            if isLazy || (isVariable && isOptional) { continue }
            report.add(.ephemeralWithoutDefault(binding))
        }
    }

    private mutating func refuseStoredProperties(in conditional: IfConfigDeclSyntax) {
        let hasStoredProperty = conditional.clauses.contains { clause in
            guard case .decls(let members)? = clause.elements else { return false }
            return members.contains { member in
                guard let declaration = member.decl.as(VariableDeclSyntax.self) else {
                    return false
                }
                return declaration.isStoredInInstances
                    && declaration.attributes.named("Ephemeral").isEmpty
            }
        }
        if hasStoredProperty { report.add(.conditionalProperty(conditional)) }
    }

    /// Reports reserved and duplicate names. SQLite ignores the case of ASCII letters in column names.
    private mutating func checkNames() {
        var properties: [[UInt8]: String] = [:]
        for column in columns {
            if column.bareName == ColumnsExpansion.reservedName {
                report.add(
                    .reservedName(
                        column.name, columnName: column.columnName, meaning: "a member of 'Columns'"
                    ))
            }
            let key = column.columnName.comparedInSQL
            if let first = properties[key] {
                report.add(.duplicateColumn(column, firstProperty: first))
            } else {
                properties[key] = column.bareName
            }
        }
    }
}

extension VariableDeclSyntax {
    /// Whether the declaration has a stored instance property.
    var isStoredInInstances: Bool {
        !modifiers.contains(where: \.isTypeLevel) && bindings.contains(where: \.isStored)
    }
}

extension PatternBindingSyntax {
    /// Whether the binding has no getter. A property with observers is stored.
    fileprivate var isStored: Bool {
        guard let accessors = accessorBlock?.accessors else { return true }
        guard case .accessors(let list) = accessors else { return false }
        return list.allSatisfy {
            [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
        }
    }
}

extension DeclModifierSyntax {
    fileprivate var isTypeLevel: Bool {
        [.keyword(.static), .keyword(.class)].contains(name.tokenKind)
    }

    /// Whether the modifier makes a property less visible than its type. `private(set)` does not.
    fileprivate func hidesReading(in access: DeclarationAccess) -> Bool {
        guard detail == nil else { return false }
        return name.tokenKind == .keyword(.private)
            || name.tokenKind == .keyword(.fileprivate) && access > .fileprivate
    }
}

extension AttributeListSyntax {
    /// `@Column`, and `@Columns` at a group.
    var columnAttributes: [AttributeSyntax] { named("Column") + named("Columns") }

    /// The attributes with a name, with or without the name of a module before it.
    func named(_ name: String) -> [AttributeSyntax] {
        compactMap { $0.as(AttributeSyntax.self) }.filter {
            if let member = $0.attributeName.as(MemberTypeSyntax.self) {
                return member.name.text == name
                    && member.baseType.trimmedDescription.hasPrefix("DataLite")
            }
            return $0.attributeName.trimmedDescription == name
        }
    }
}
