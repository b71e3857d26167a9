import DataLiteSourceSQL
import SwiftSyntax

/// The SQL names that the sources declare: functions, collations and tables.
struct DeclaredNames: Equatable {
    private var declared: Set<DeclaredFunction>
    private(set) var collations: Set<String>
    private var tables: [String: Set<String>] = [:]

    init(scalars: [String] = [], aggregates: [String] = [], collations: [String] = []) {
        declared = Set(
            scalars.map { DeclaredFunction(name: $0, kind: .scalar) }
                + aggregates.map { DeclaredFunction(name: $0, kind: .aggregate) })
        self.collations = Set(collations)
    }

    /// The functions. A function accepts any number of arguments if one of its declarations does not specify it.
    var functions: Set<DeclaredFunction> {
        let open = declared.filter { $0.argumentCount < 0 }
        return declared.filter { function in
            function.argumentCount < 0
                || !open.contains(DeclaredFunction(name: function.name, kind: function.kind))
        }
    }

    /// Whether SQLite accepts the name of a function or collation.
    static func isValid(_ name: String) -> Bool {
        1...255 ~= name.utf8.count && !name.utf8.contains(0)
    }

    /// The table name of a type with `@Table`, or nil if the sources do not declare the type, or declare
    /// several types with this name and different tables.
    func table(ofType type: String) -> String? {
        let name = type.split(separator: ".").last.map(String.init) ?? type
        guard let names = tables[name], names.count == 1 else { return nil }
        return names.first
    }

    mutating func add(_ other: DeclaredNames) {
        declared.formUnion(other.declared)
        collations.formUnion(other.collations)
        tables.merge(other.tables) { $0.union($1) }
    }

    mutating func add(declarationsIn tree: SourceFileSyntax) {
        for token in tree.tokens(viewMode: .sourceAccurate) {
            switch token.tokenKind {
            case .atSign:
                if let attribute = token.parent?.as(AttributeSyntax.self) { add(attribute) }
            case .leftParen:
                if let call = token.parent?.as(FunctionCallExprSyntax.self) { add(call) }
            case .keyword(.class):
                if let type = token.parent?.as(ClassDeclSyntax.self) { add(type) }
            case .identifier("Regexp"):
                if token.parent?.parent?.trimmedDescription == "Function.Regexp" {
                    add("regexp", .scalar, 2)
                }
            default: break
            }
        }
    }

    private mutating func add(_ name: String, _ kind: DeclaredFunction.Kind, _ count: Int?) {
        guard Self.isValid(name) else { return }
        declared.insert(
            DeclaredFunction(
                name: name, kind: kind, argumentCount: count.flatMap(Int32.init(exactly:)) ?? -1))
    }

    private mutating func add(_ attribute: AttributeSyntax) {
        guard let declaration = attribute.parent?.parent else { return }
        switch attribute.attributeName.trimmedDescription {
        case "DatabaseFunction":
            guard let function = declaration.as(FunctionDeclSyntax.self) else { return }
            let name = attribute.nameArgument ?? function.name.identifier?.name ?? ""
            let element = function.sequenceElement
            add(
                name, element == nil ? .scalar : .aggregate,
                (element?.tupleTypes ?? function.parameterTypes).simpleCount)
        case "DatabaseCollation":
            guard let function = declaration.as(FunctionDeclSyntax.self) else { return }
            let name = attribute.nameArgument ?? function.name.identifier?.name ?? ""
            if Self.isValid(name) { collations.insert(name) }
        case "Table":
            guard let type = declaration.asProtocol(NamedDeclSyntax.self)?.name.text else { return }
            let table = attribute.nameArgument ?? DefaultTableName.make(fromTypeName: type)
            tables[type, default: []].insert(table)
        default: break
        }
    }

    /// Adds the name in `add(function: "slugify") { ... }` or another call with a literal name.
    private mutating func add(_ call: FunctionCallExprSyntax) {
        let types = ["Collation", "DatabaseCollation"]
        guard let name = call.calledName?.text, name == "add" || types.contains(name),
            let first = call.arguments.first, let text = first.expression.literalText
        else { return }
        switch first.label?.text {
        case "function": add(text, .scalar, call.argumentCount ?? call.closureCount)
        case "aggregate", "window": add(text, .aggregate, call.argumentCount)
        case "collation" where Self.isValid(text): collations.insert(text)
        case nil where types.contains(name) && Self.isValid(text): collations.insert(text)
        default: break
        }
    }

    /// Adds a subclass of `Function.Scalar`, `Function.Aggregate` or `Function.Window` whose name is a literal.
    private mutating func add(_ type: ClassDeclSyntax) {
        let superclass = type.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
        guard let superclass, superclass.hasPrefix("Function."),
            let name = type.getter("name")?.literalText
        else { return }
        add(
            name, superclass == "Function.Scalar" ? .scalar : .aggregate,
            type.getter("argc")?.integer)
    }
}

extension AttributeSyntax {
    /// The literal of the first argument if it has no label.
    fileprivate var nameArgument: String? {
        guard case .argumentList(let arguments)? = arguments, let first = arguments.first,
            first.label == nil
        else { return nil }
        return first.expression.literalText
    }
}

extension ExprSyntax {
    fileprivate var literalText: String? { plainLiteral?.representedLiteralValue }

    fileprivate var integer: Int? {
        self.as(IntegerLiteralExprSyntax.self)?.representedLiteralValue
    }
}

// MARK: - Argument counts

extension FunctionCallExprSyntax {
    /// The literal after `argc:`.
    fileprivate var argumentCount: Int? {
        arguments.first { $0.label?.text == "argc" }?.expression.integer
    }

    /// The number of parameters of a closure if all of them have types. A closure with an untyped parameter
    /// may receive a list of arguments.
    fileprivate var closureCount: Int? {
        guard !arguments.contains(where: { $0.label?.text == "argc" }),
            let closure = trailingClosure ?? arguments.last?.expression.as(ClosureExprSyntax.self),
            case .parameterClause(let clause)? = closure.signature?.parameterClause
        else { return nil }
        return clause.parameters.map(\.type).simpleCount
    }
}

extension FunctionDeclSyntax {
    fileprivate var parameterTypes: [TypeSyntax?] {
        signature.parameterClause.parameters.map(\.type)
    }

    /// The element type if the only parameter is a sequence: the function is an aggregate.
    fileprivate var sequenceElement: TypeSyntax? {
        guard parameterTypes.count == 1,
            let constraint = parameterTypes[0]?.as(SomeOrAnyTypeSyntax.self)?.constraint
                .as(IdentifierTypeSyntax.self),
            ["Sequence", "Collection"].contains(constraint.name.text),
            let argument = constraint.genericArgumentClause?.arguments.first?.argument
        else { return nil }
        return argument.as(TypeSyntax.self)
    }
}

extension TypeSyntax {
    /// The element types of a tuple, or the type itself.
    fileprivate var tupleTypes: [TypeSyntax?] {
        self.as(TupleTypeSyntax.self)?.elements.map(\.type) ?? [self]
    }
}

extension [TypeSyntax?] {
    /// The number of types if each is the type of a single value. Another type may be a group of several columns.
    fileprivate var simpleCount: Int? {
        allSatisfy { type in
            guard let type else { return false }
            let value = type.as(OptionalTypeSyntax.self)?.wrappedType ?? type
            return Self.simpleTypes.contains(value.trimmedDescription)
        } ? count : nil
    }

    private static let simpleTypes: Set<String> = [
        "Bool", "Data", "Date", "Decimal", "Double", "Float", "Int", "Int8", "Int16", "Int32",
        "Int64",
        "SQLiteValue", "String", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "URL", "UUID",
    ]
}

extension ClassDeclSyntax {
    /// The expression that a property of a type returns.
    fileprivate func getter(_ name: String) -> ExprSyntax? {
        memberBlock.members.lazy.compactMap { $0.getter(name) }.first
    }
}

extension MemberBlockItemSyntax {
    /// The literal of `class var name: String { "..." }`.
    fileprivate func getter(_ name: String) -> ExprSyntax? {
        guard let variable = decl.as(VariableDeclSyntax.self),
            let binding = variable.bindings.first,
            binding.pattern.trimmedDescription == name,
            case .getter(let body)? = binding.accessorBlock?.accessors, body.count == 1
        else { return nil }
        let item = body.first?.item
        return item?.as(ReturnStmtSyntax.self)?.expression ?? item?.as(ExprSyntax.self)
    }
}
