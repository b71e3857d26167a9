import DataLiteSourceSQL
import SwiftSyntax

/// The names that sources declare for SQL: functions, collations and tables.
struct DeclaredNames: Equatable {
    private(set) var scalars: Set<String>
    /// Aggregates and window functions.
    private(set) var aggregates: Set<String>
    private(set) var collations: Set<String>
    private var tables: [String: Set<String>] = [:]

    init(scalars: [String] = [], aggregates: [String] = [], collations: [String] = []) {
        self.scalars = Set(scalars)
        self.aggregates = Set(aggregates)
        self.collations = Set(collations)
    }

    /// Whether SQLite accepts the name of a function or collation.
    static func isValid(_ name: String) -> Bool {
        1...255 ~= name.utf8.count && !name.utf8.contains(0)
    }

    /// The name of the table that a type with `@Table` describes; nil if the type is not declared in
    /// the sources, or if several types have this name and different tables.
    func table(ofType type: String) -> String? {
        let name = type.split(separator: ".").last.map(String.init) ?? type
        guard let names = tables[name], names.count == 1 else { return nil }
        return names.first
    }

    mutating func add(declarationsIn tree: SourceFileSyntax) {
        for token in tree.tokens(viewMode: .sourceAccurate) {
            guard let parent = token.parent else { continue }
            switch token.tokenKind {
            case .atSign:
                if let attribute = parent.as(AttributeSyntax.self) { add(attribute) }
            case .leftParen:
                if let call = parent.as(FunctionCallExprSyntax.self) { add(call) }
            case .keyword(.class):
                if let type = parent.as(ClassDeclSyntax.self) { add(type) }
            case .identifier("Regexp"):
                if parent.parent?.trimmedDescription == "Function.Regexp" {
                    scalars.insert("regexp")
                }
            default: break
            }
        }
    }

    private mutating func add(_ attribute: AttributeSyntax) {
        guard let declaration = attribute.parent?.parent else { return }
        switch attribute.attributeName.trimmedDescription {
        case "DatabaseFunction":
            guard let function = declaration.as(FunctionDeclSyntax.self) else { return }
            let name = attribute.nameArgument ?? function.name.identifier?.name ?? ""
            guard Self.isValid(name) else { return }
            if function.takesSequence { aggregates.insert(name) } else { scalars.insert(name) }
        case "Table":
            guard let type = declaration.asProtocol(NamedDeclSyntax.self)?.name.text else { return }
            let table = attribute.nameArgument ?? TableName.make(fromTypeName: type)
            tables[type, default: []].insert(table)
        default: break
        }
    }

    /// `add(function: "slugify") { ... }` and others with a literal name.
    private mutating func add(_ call: FunctionCallExprSyntax) {
        guard let name = call.calledName?.text, name == "add" || name == "Collation",
            let first = call.arguments.first, let text = first.expression.literalText,
            Self.isValid(text)
        else { return }
        switch first.label?.text {
        case "function": scalars.insert(text)
        case "aggregate", "window": aggregates.insert(text)
        case "collation": collations.insert(text)
        case nil where name == "Collation": collations.insert(text)
        default: break
        }
    }

    /// A subclass of `Function.Scalar`, `Function.Aggregate` or `Function.Window` whose name is a literal.
    private mutating func add(_ type: ClassDeclSyntax) {
        let superclass = type.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
        guard let superclass, superclass.hasPrefix("Function."),
            let name = type.memberBlock.members.lazy.compactMap(\.sqlName).first,
            Self.isValid(name)
        else { return }
        if superclass == "Function.Scalar" { scalars.insert(name) } else { aggregates.insert(name) }
    }
}

extension AttributeSyntax {
    /// The argument without a label.
    fileprivate var nameArgument: String? {
        guard case .argumentList(let arguments)? = arguments, let first = arguments.first,
            first.label == nil
        else { return nil }
        return first.expression.literalText
    }
}

extension ExprSyntax {
    fileprivate var literalText: String? { plainLiteral?.representedLiteralValue }
}

extension FunctionDeclSyntax {
    /// Whether the only parameter is a sequence: then the function is an aggregate.
    fileprivate var takesSequence: Bool {
        let parameters = signature.parameterClause.parameters
        guard parameters.count == 1, let type = parameters.first?.type.trimmedDescription else {
            return false
        }
        return type.hasPrefix("some Sequence<") || type.hasPrefix("some Collection<")
    }
}

extension MemberBlockItemSyntax {
    /// The literal of `class var name: String { "..." }`.
    fileprivate var sqlName: String? {
        guard let variable = decl.as(VariableDeclSyntax.self),
            let binding = variable.bindings.first,
            binding.pattern.trimmedDescription == "name",
            case .getter(let body)? = binding.accessorBlock?.accessors, body.count == 1
        else { return nil }
        let item = body.first?.item
        let returned = item?.as(ReturnStmtSyntax.self)?.expression
        return (returned ?? item?.as(ExprSyntax.self))?.literalText
    }
}
