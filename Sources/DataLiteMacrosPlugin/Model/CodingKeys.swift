import SwiftSyntax

/// The keys of a `Codable` struct, which do not name the columns of its table.
struct CodingKeys {
    private let keys: EnumDeclSyntax

    /// The enum `CodingKeys` among the members of a struct, if there is one.
    init?(_ members: MemberBlockItemListSyntax) {
        let enums = members.lazy.compactMap { $0.decl.as(EnumDeclSyntax.self) }
        guard let keys = enums.first(where: { $0.name.text == "CodingKeys" }) else { return nil }
        self.keys = keys
    }

    /// Reports a key whose text differs from the name of the column. A property with `@Column("name")` says its name.
    func check(_ columns: [StoredProperty], _ report: inout Report) {
        let elements = keys.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
            .flatMap(\.elements)
        for element in elements {
            let literal = element.rawValue?.value.as(StringLiteralExprSyntax.self)
            guard let literal, let text = literal.representedLiteralValue,
                let column = columns.first(where: { $0.bareName == element.name.identifier?.name }),
                column.options.nameLiteral == nil, text != column.columnName
            else { continue }
            report.add(.ignoredCodingKey(literal, of: column))
        }
    }
}
