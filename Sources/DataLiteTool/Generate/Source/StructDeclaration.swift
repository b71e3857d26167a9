/// A struct in Swift source.
struct StructDeclaration {
    /// Comments before the attributes, one per line.
    var comments: [String] = []
    var attributes: [String]
    var name: String
    var conformances: [String] = []
    /// Types inside the struct.
    var nested: [StructDeclaration] = []
    var properties: [PropertyDeclaration] = []
    /// The elements of the static property `constraints`, which is omitted if there are none.
    var constraints: [String] = []

    func lines(access: AccessLevel) -> [String] {
        let inheritance = conformances.isEmpty ? "" : ": " + conformances.joined(separator: ", ")
        return comments.map { "// \($0)" } + attributes
            + ["\(access.modifier)struct \(name)\(inheritance) {"]
            + nested.flatMap { $0.lines(access: access) + [""] }.map {
                $0.isEmpty ? "" : "    " + $0
            }
            + properties.flatMap { $0.lines(access: access) }.map { "    " + $0 }
            + constraintLines(access: access).map { $0.isEmpty ? "" : "    " + $0 }
            + ["}"]
    }

    private func constraintLines(access: AccessLevel) -> [String] {
        guard !constraints.isEmpty else { return [] }
        let head =
            "\(access.modifier)nonisolated static var constraints: [TableConstraint<\(name)>]"
        if constraints.count == 1, let constraint = constraints.first {
            return ["", "\(head) {", "    [\(constraint)]", "}"]
        }
        return ["", "\(head) {", "    ["] + constraints.map { "        \($0)," } + ["    ]", "}"]
    }
}

/// A stored property in Swift source.
struct PropertyDeclaration {
    var comments: [String] = []
    /// The arguments of `@Column`, which is omitted if there are none.
    var arguments: [String] = []
    var isConstant = false
    /// The name and the type.
    var declaration = ""
    var defaultValue: String?

    private static let lineLength = 96

    func lines(access: AccessLevel) -> [String] {
        let comments = comments.map { "// \($0)" }
        let value = defaultValue.map { " = \($0)" } ?? ""
        let property =
            access.modifier + (isConstant ? "let " : "var ") + declaration + value
        guard !arguments.isEmpty else { return comments + [property] }
        let attribute = "@Column(\(arguments.joined(separator: ", ")))"
        let line = "\(attribute) \(property)"
        return comments + (line.count <= Self.lineLength ? [line] : [attribute, property])
    }
}

/// The access level of the generated declarations.
enum AccessLevel: String, CaseIterable {
    case `public`
    case `internal`
    case package

    var modifier: String {
        switch self {
        case .public: "public "
        case .internal: ""
        case .package: "package "
        }
    }
}
