import SwiftSyntax

/// The arguments `forms:`, `dates:` and `uuids:` of `@Table`: the forms of all columns of these types that have no own
/// form.
struct TableForms {
    /// The forms that the table chooses; a `nil` inside is the form without a representation.
    private var dates: String??
    private var uuids: String??
    /// The type in `forms: Type.self`.
    private var shared: String?

    /// Whether the columns have the forms that their types choose.
    private var isEmpty: Bool { dates == nil && uuids == nil && shared == nil }

    init() {}

    init(_ attribute: AttributeSyntax, _ report: inout Report) {
        guard case .argumentList(let arguments)? = attribute.arguments else { return }
        for argument in arguments {
            switch argument.label?.text {
            case "forms": shared = Self.sharedForms(argument, &report)
            case "dates": dates = Self.representation(argument, Self.dateForms, &report)
            case "uuids": uuids = Self.representation(argument, Self.uuidForms, &report)
            default: break
            }
        }
    }

    /// The names of the types with a form. A type of another name, such as `User.ID`, may be the same type.
    var formedTypes: [String] {
        let isDate = dates.map { $0 != nil } ?? (shared != nil)
        let isUUID = uuids.map { $0 != nil } ?? (shared != nil)
        return (isDate ? ["Date"] : []) + (isUUID ? ["UUID"] : [])
    }

    /// The representation of a property, if the table has a form for its type.
    func representation(of type: TypeSyntax) -> ExprSyntax? {
        if isEmpty { return nil }
        let type = (type.unparenthesized.wrappedOptional ?? type).unparenthesized
        let (chosen, member): (String??, String)
        switch type.trimmedDescription {
        case "Date", "Foundation.Date": (chosen, member) = (dates, "Dates")
        case "UUID", "Foundation.UUID": (chosen, member) = (uuids, "UUIDs")
        default: return nil
        }
        if let chosen {
            return chosen.map { "\(raw: type.trimmedDescription).\(raw: $0)" }
        }
        return shared.map { "\(raw: $0).\(raw: member)" }
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
