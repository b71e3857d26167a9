import DataLiteSyntax

extension DatabaseSchema.Column {
    /// The differences from an expected column, each as the end of a sentence about the column.
    ///
    /// - Parameter isStrict: Whether types must be the same, and not only store the same values.
    func differences(from expected: Self, isStrict: Bool) -> [String] {
        var texts: [String] = []
        let isSameType =
            if isRowID != expected.isRowID {
                type.lowercasedASCII == expected.type.lowercasedASCII
            } else if isStrict {
                strictType == expected.strictType
            } else {
                Affinity(type) == Affinity(expected.type)
            }
        if !isSameType {
            texts.append("is \(Self.shown(type)), expected \(Self.shown(expected.type))")
        } else if isRowID != expected.isRowID {
            // `INTEGER PRIMARY KEY DESC` is not an alias: https://sqlite.org/lang_createtable.html#rowid
            texts.append("is \(isRowID ? "an" : "not an") alias of the rowid")
        }
        // Other columns of a primary key may be NULL: https://sqlite.org/lang_createtable.html#the_primary_key
        if !isRowID, !expected.isRowID, isNullable != expected.isNullable {
            texts.append(isNullable ? "may be NULL" : "is NOT NULL")
        }
        if SchemaText.normalizedDefault(defaultSQL)
            != SchemaText.normalizedDefault(expected.defaultSQL)
        {
            texts.append(
                "has the default \(Self.shown(defaultSQL)), expected \(Self.shown(expected.defaultSQL))"
            )
        }
        let collations = [collation, expected.collation].map { ($0 ?? "BINARY").lowercasedASCII }
        if collations[0] != collations[1] {
            texts.append("has another collation")
        }
        if storage != expected.storage
            || !SchemaText.same(generatedSQL ?? "", expected.generatedSQL ?? "")
        {
            texts.append("is generated in another way")
        }
        return texts
    }

    /// The type of a column of a `STRICT` table: `INT` is the same as `INTEGER`.
    private var strictType: String {
        let type = type.lowercasedASCII
        return type == "int" ? "integer" : type
    }

    private static func shown(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "none" }
        return MessageText.sql(text)
    }
}

/// The affinity of a column, which determines how values are stored: <https://sqlite.org/datatype3.html>, section 3.1.
package enum Affinity {
    case integer, text, blob, real, numeric

    package init(_ type: String) {
        let type = type.lowercasedASCII
        self =
            if type.contains("int") {
                .integer
            } else if ["char", "clob", "text"].contains(where: type.contains) {
                .text
            } else if type.contains("blob") || type.isEmpty {
                .blob
            } else if ["real", "floa", "doub"].contains(where: type.contains) {
                .real
            } else {
                .numeric
            }
    }
}

/// SQL of a schema, compared without whitespace, comments, case and quotes around names.
enum SchemaText {
    static func normalized(_ sql: String) -> String { normalized(Array(SQLTokens(sql))) }

    private static func normalized(_ tokens: [SQLToken]) -> String {
        tokens.map { token in
            switch token.kind {
            case .word, .identifier: (token.name ?? token.text).lowercasedASCII
            case .blob: token.text.lowercasedASCII
            default: token.text
            }
        }.joined(separator: " ")
    }

    /// A default of a column, in which `TRUE` and `FALSE` are numbers, NULL is not a default, and any other name is a
    /// string.
    static func normalizedDefault(_ sql: String?) -> String {
        let tokens = Array(SQLTokens(sql ?? ""))
        guard tokens.count == 1, let name = tokens[0].name else { return normalized(tokens) }
        let keyword = tokens[0].kind == .word ? name.lowercasedASCII : ""
        switch keyword {
        case "true": return "1"
        case "false": return "0"
        case "null": return ""
        case "current_date", "current_time", "current_timestamp": return keyword
        default: return SQLiteValue.text(name).sqliteLiteral
        }
    }

    /// A trigger without `FOR EACH ROW`, which every trigger is.
    static func normalizedTrigger(_ sql: String) -> String {
        var tokens = Array(SQLTokens(sql))
        let end = tokens.firstIndex { $0.keyword == "BEGIN" } ?? tokens.endIndex
        if let start = tokens[..<end].firstIndex(where: { $0.keyword == "FOR" }), start + 3 <= end,
            tokens[start..<start + 3].map(\.keyword) == ["FOR", "EACH", "ROW"]
        {
            tokens.removeSubrange(start..<start + 3)
        }
        return normalized(tokens)
    }

    static func same(_ lhs: String, _ rhs: String) -> Bool {
        lhs == rhs || normalized(lhs) == normalized(rhs)
    }

    static func same(_ lhs: [String], _ rhs: [String]) -> Bool {
        lhs.map(SchemaName.init) == rhs.map(SchemaName.init)
    }
}
