import SwiftSyntax

/// The forms of all dates and UUIDs that have no own form: those of the arguments `forms:`, `dates:` and `uuids:` of
/// `@Table`, and those that a protocol of the type may choose.
struct TableForms {
    /// The forms that the table chooses; a `nil` inside is the form without a representation.
    private var dates: String??
    private var uuids: String??
    /// The type in `forms: Type.self`, or the member of the type that its protocols may choose.
    private var shared: String?
    /// Whether `shared` is that member.
    private var isAdopted = false

    /// The forms of a selection, which has no arguments.
    init(of declaration: some DeclGroupSyntax & NamedDeclSyntax) {
        if declaration.inheritanceClause?.mayChooseForms ?? false {
            shared = "\(declaration.name.text).ColumnForms"
            isAdopted = true
        }
    }

    init(
        _ attribute: AttributeSyntax, of declaration: some DeclGroupSyntax & NamedDeclSyntax,
        _ report: inout Report
    ) {
        self.init(of: declaration)
        guard case .argumentList(let arguments)? = attribute.arguments else { return }
        for argument in arguments {
            switch argument.label?.text {
            case "forms":
                guard let forms = Self.sharedForms(argument, &report) else { continue }
                shared = forms
                isAdopted = false
            case "dates": dates = Self.representation(argument, Self.dateForms, &report)
            case "uuids": uuids = Self.representation(argument, Self.uuidForms, &report)
            default: break
            }
        }
    }

    /// The types with a form. A type of another name, such as `User.ID`, may be the same type.
    var formedTypes: [(name: String, form: String)] {
        [("Date", "Dates", dates), ("UUID", "UUIDs", uuids)].compactMap { name, member, chosen in
            let form = chosen.map { $0.map { "\(name).\($0)" } } ?? shared.map { "\($0).\(member)" }
            return form.map { (name, $0) }
        }
    }

    /// The representation of a property, if the table has a form for its type.
    ///
    /// - Returns: The representation, and whether another type chooses it: it may then be the type of the property.
    func representation(of type: TypeSyntax) -> (form: ExprSyntax, isShared: Bool)? {
        let type = (type.unparenthesized.wrappedOptional ?? type).unparenthesized
        let (chosen, member): (String??, String)
        switch type.trimmedDescription {
        case "Date", "Foundation.Date": (chosen, member) = (dates, "Dates")
        case "UUID", "Foundation.UUID": (chosen, member) = (uuids, "UUIDs")
        default: return nil
        }
        if let chosen {
            return chosen.map { ("\(raw: type.trimmedDescription).\(raw: $0)", false) }
        }
        return shared.map { ("\(raw: $0).\(raw: member)", true) }
    }

    private static func sharedForms(
        _ argument: LabeledExprSyntax, _ report: inout Report
    ) -> String? {
        if argument.expression.is(NilLiteralExprSyntax.self) { return nil }
        guard let base = ColumnOptions.metatypeBase(argument.expression) else {
            report.add(.notAMetatype(argument))
            return nil
        }
        return base.trimmedDescription
    }

    private static let dateForms = [
        "text": nil,
        "millisecondText": "ISO8601Representation",
        "unixSeconds": "UnixTimeRepresentation",
        "fractionalUnixSeconds": "FractionalUnixTimeRepresentation",
        "unixMilliseconds": "UnixMillisecondsRepresentation",
        "julianDay": "JulianDayRepresentation",
    ]

    private static let uuidForms = [
        "text": nil,
        "lowerText": "LowercasedRepresentation",
        "blob": "BytesRepresentation",
    ]

    private static func representation(
        _ argument: LabeledExprSyntax, _ forms: [String: String?], _ report: inout Report
    ) -> String? {
        let name = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        guard let name, let form = forms[name] else {
            report.add(.notALiteral(argument, expected: "one of the cases, such as '.text'"))
            return nil
        }
        return form
    }
}

extension InheritanceClauseSyntax {
    /// Whether one of the protocols may be one of the program, which chooses the forms of its tables. The macro sees only
    /// its name.
    fileprivate var mayChooseForms: Bool {
        inheritedTypes.contains { inherited in
            let names = inherited.type.trimmedDescription.split { ".& ".contains($0) }
            return names.contains { !Self.knownNames.contains(String($0)) }
        }
    }

    /// The protocols of Swift and of DataLite that tables adopt, and what may stand before their names.
    private static let knownNames: Set = [
        "@unchecked", "@preconcurrency", "nonisolated", "@retroactive", "@MainActor",
        "Swift", "Foundation", "DataLite", "DataLiteCore", "DataLiteQuery",
        "Codable", "Encodable", "Decodable", "Equatable", "Hashable", "Comparable", "Identifiable",
        "Sendable", "CaseIterable", "CustomStringConvertible", "CustomDebugStringConvertible",
        "Table", "PrimaryKeyedTable", "DraftableTable", "Selection", "FTS5",
    ]
}
