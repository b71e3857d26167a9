import DataLiteSourceSQL
import DataLiteSyntax
import SwiftSyntax

// The number of columns of a statement's result and of a type, as far as the source shows them.

extension RenderedSQL {
    /// The number of columns of the result, or nil if it depends on the database.
    var resultColumnCount: Int? {
        let tokens = OuterTokens(tokens)
        guard let first = tokens.list.first?.keyword else { return nil }
        switch first {
        case "SELECT", "WITH": return count(of: tokens.items(after: "SELECT"))
        case "INSERT", "REPLACE", "UPDATE", "DELETE":
            guard tokens.list.contains(where: { $0.keyword == "RETURNING" }) else { return 0 }
            return count(of: tokens.items(after: "RETURNING"))
        default: return nil
        }
    }

    private func count(of items: [ArraySlice<SQLToken>]?) -> Int? {
        guard let items, !items.contains(where: isSeveral) else { return nil }
        return items.count
    }

    /// Whether an item can stand for several columns: `*`, `t.*`, or an interpolation.
    private func isSeveral(_ item: ArraySlice<SQLToken>) -> Bool {
        guard let last = item.last else { return true }
        if last.text == "*" { return true }
        return item.count == 1 && interpolation(at: last.range.lowerBound) != nil
    }
}

/// The tokens of a statement outside parentheses. A pair of parentheses is represented by its closing one.
private struct OuterTokens {
    private(set) var list: [SQLToken] = []

    init(_ tokens: [SQLToken]) {
        var depth = 0
        for token in tokens {
            if token.text == "(" { depth += 1 }
            if token.text == ")" { depth -= 1 }
            if depth == 0 { list.append(token) }
        }
    }

    private static let ends: Set<String> = [
        "FROM", "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT", "UNION", "EXCEPT",
        "INTERSECT",
    ]

    /// The comma-separated items after a keyword, or nil if the keyword is missing.
    func items(after keyword: String) -> [ArraySlice<SQLToken>]? {
        guard let start = list.firstIndex(where: { $0.keyword == keyword }) else { return nil }
        var rest = list[(start + 1)...]
        if let first = rest.first?.keyword, first == "DISTINCT" || first == "ALL" {
            rest = rest.dropFirst()
        }
        let end = rest.firstIndex { token in
            token.text == ";" || token.keyword.map(Self.ends.contains) ?? false
        }
        return rest[..<(end ?? rest.endIndex)].split(
            omittingEmptySubsequences: false, whereSeparator: { $0.text == "," })
    }
}

extension ExprSyntax {
    /// The number of columns of `Int.self`, `String?.self` or `(Int, Date).self`, or nil if a type may have several.
    var columnCount: Int? {
        guard let access = self.as(MemberAccessExprSyntax.self),
            access.declName.baseName.tokenKind == .keyword(.self), let type = access.base
        else { return nil }
        guard let tuple = type.as(TupleExprSyntax.self) else { return type.isColumnType ? 1 : nil }
        return tuple.elements.allSatisfy(\.expression.isColumnType) ? tuple.elements.count : nil
    }

    private var isColumnType: Bool {
        if let optional = self.as(OptionalChainingExprSyntax.self) {
            return optional.expression.isColumnType
        }
        let types = [
            "Bool", "Data", "Date", "Decimal", "Double", "Float", "Int", "Int32", "Int64",
            "SQLiteValue", "String", "UInt64", "URL", "UUID",
        ]
        return types.contains(self.as(DeclReferenceExprSyntax.self)?.baseName.text ?? "")
    }
}
