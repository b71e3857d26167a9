import SwiftSyntax

/// The arguments `dates:` and `uuids:` of `@Table`: the forms of all columns of these types that have no own form.
struct TableForms {
    private var dates: String?
    private var uuids: String?

    init() {}

    init(_ attribute: AttributeSyntax, _ report: inout Report) {
        guard case .argumentList(let arguments)? = attribute.arguments else { return }
        for argument in arguments {
            switch argument.label?.text {
            case "dates": dates = Self.representation(argument, Self.dateForms, &report)
            case "uuids": uuids = Self.representation(argument, Self.uuidForms, &report)
            default: break
            }
        }
    }

    /// The representation of a property, if the table has a form for its type.
    func representation(of type: TypeSyntax) -> ExprSyntax? {
        let type = type.wrappedOptional ?? type
        let name =
            switch type.trimmedDescription {
            case "Date", "Foundation.Date": dates
            case "UUID", "Foundation.UUID": uuids
            default: nil as String?
            }
        return name.map { "\(raw: type.trimmedDescription).\(raw: $0)" }
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
