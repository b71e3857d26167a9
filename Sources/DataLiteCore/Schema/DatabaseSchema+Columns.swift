import DataLiteC
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

// MARK: - Column metadata

/// What SQLite knows about one column of a table.
///
/// See [Extract metadata about a column of a table](https://www.sqlite.org/c3ref/table_column_metadata.html).
public struct ColumnMetadata: Sendable {
    /// The type as it was declared; `nil` if there is none.
    public let declaredType: String?

    /// The name of the collation that compares text: `BINARY` by default.
    public let collation: String

    /// Whether the column has a `NOT NULL` constraint.
    public let isNotNull: Bool

    /// Whether the column is part of the primary key.
    public let isPrimaryKey: Bool

    /// Whether the column is declared `AUTOINCREMENT`.
    public let isAutoincrement: Bool
}

extension Connection {
    /// Looks up a column of a table. It needs no statement, so it is faster than ``ConnectionProtocol/schema`` for one
    /// column. C: `sqlite3_table_column_metadata`.
    ///
    /// - Parameters:
    ///   - column: The name of the column. `rowid` is found in each table that has rowids.
    ///   - table: The name of the table; views are not found.
    ///   - schema: `main`, `temp`, or the name of an attached database; `nil` for the first one with such a table.
    /// - Throws: `SQLITE_ERROR` if there is no such table or column; the error of reading the schema; `SQLITE_MISUSE`
    ///   if the connection is closed.
    public func columnMetadata(
        of column: String, in table: String, schema: String? = nil
    ) throws(SQLiteError) -> ColumnMetadata {
        let pointer = try handle.open()
        guard handle.canRunStatements || handle.canRunAfterDeferredWork() else {
            throw handle.refusal(of: "columnMetadata")
        }
        for name in [column, table, schema ?? ""] where name.utf8.contains(0) {
            throw SQLiteError(.error, message: "the name \"\(name)\" contains a NUL character")
        }
        var (type, collation): (UnsafePointer<CChar>?, UnsafePointer<CChar>?)
        var (isNotNull, isPrimaryKey, isAutoincrement): (Int32, Int32, Int32) = (0, 0, 0)
        try check(
            sqlite3_table_column_metadata(
                pointer, schema, table, column, &type, &collation, &isNotNull, &isPrimaryKey,
                &isAutoincrement),
            on: pointer)
        return ColumnMetadata(
            declaredType: String(repairing: type),
            collation: String(repairing: collation) ?? "BINARY",
            isNotNull: isNotNull != 0, isPrimaryKey: isPrimaryKey != 0,
            isAutoincrement: isAutoincrement != 0)
    }
}

// MARK: - ListedTable

/// A table or view as `PRAGMA table_list` describes it.
package struct ListedTable {
    package let schema: String
    package let name: String
    /// `table`, `view`, `shadow` or `virtual`.
    package let type: String
    package let isWithoutRowID: Bool
    let isStrict: Bool
}

extension ConnectionProtocol {
    /// The tables and views of all databases of the connection, or those with a name.
    package func listedTables(named name: String?) throws(SQLiteError) -> [ListedTable] {
        let source: SQL = name.map { "pragma_table_list(\($0))" } ?? "pragma_table_list"
        return try rows("SELECT schema, name, type, wr, strict FROM \(source)").map { row in
            ListedTable(
                schema: row.lenientValue(at: 0) ?? "", name: row.lenientValue(at: 1) ?? "",
                type: row.lenientValue(at: 2) ?? "",
                isWithoutRowID: row.lenientValue(at: 3) ?? false,
                isStrict: row.lenientValue(at: 4) ?? false)
        }
    }

    /// The description of a table or view; `nil` if there is none.
    package func listedTable(_ table: TableName) throws(SQLiteError) -> ListedTable? {
        try listedTables(named: table.table).first {
            SchemaName($0.schema) == SchemaName(table.schema)
        }
    }

    /// The columns of a table in the order of their positions, with hidden and generated ones; empty if there is no such
    /// table.
    package func columns(of table: TableName) throws(SQLiteError) -> [DatabaseSchema.Column] {
        try SchemaReader(connection: self, schema: table.schema).columns(of: table.table)
    }

    /// The columns of the index of a primary key; empty if the primary key is the rowid, or if there is none.
    package func primaryKeyTerms(
        of table: TableName
    ) throws(SQLiteError) -> [DatabaseSchema.Index.Term] {
        try SchemaReader(connection: self, schema: table.schema).primaryKeyTerms(of: table.table)
    }
}
