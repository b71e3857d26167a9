import DataLiteCore
import DataLiteDatabase

/// The tables of a database and the foreign keys between them, with the text that a diagram shows.
struct EntityDiagram {
    /// The keys are `PK` in the primary key, `FK` in a foreign key, and `UK` if it is unique by itself. The notes are
    /// `nullable` and `generated`.
    typealias Column = (name: String, type: String, keys: String, notes: String)

    struct ForeignKey {
        let child, parent: Int
        let label: String
        /// The positions of its columns in both tables; -1 if there is none.
        let rows: [(child: Int, parent: Int)]
        /// Whether a row can refer to no row, and whether at most one row refers to each row.
        let isOptional, isUnique: Bool
    }

    /// Tables without columns exist only in foreign keys.
    private(set) var tables: [(name: String, columns: [Column]?)] = []
    private(set) var foreignKeys: [ForeignKey] = []

    init(_ schema: DatabaseSchema) {
        let stored = schema.tables.filter {
            ![.view, .shadow].contains($0.kind) && $0.name.foldedASCII != Migrator.defaultTable
        }
        tables = stored.map { (shown($0.name), columns(of: $0)) }
        var positions: [SchemaName: Int] = [:]
        for (index, table) in stored.enumerated() { positions[SchemaName(table.name)] = index }
        func row(of column: String, in table: Int) -> Int {
            tables[table].columns?.firstIndex { SQLName.matches($0.name, shown(column)) } ?? -1
        }
        for (child, table) in stored.enumerated() {
            for key in table.foreignKeys {
                let parent = positions[SchemaName(key.parent), default: tables.count]
                positions[SchemaName(key.parent)] = parent
                if parent == tables.count { tables.append((shown(key.parent), nil)) }
                let parents = key.parentColumns.map { row(of: $0, in: parent) }
                let children = key.columns.map { row(of: $0, in: child) }
                foreignKeys.append(
                    ForeignKey(
                        child: child, parent: parent,
                        label: key.columns.map(shown).joined(separator: ", "),
                        rows: Array(zip(children, parents + children.map { _ in -1 })),
                        isOptional: key.columns.contains { table.column($0)?.isNullable ?? true },
                        isUnique: table.identifiesRow(key.columns)))
            }
        }
    }
}

private func columns(of table: DatabaseSchema.Table) -> [EntityDiagram.Column] {
    table.columns.filter { $0.storage != .hidden }.map { column in
        let isForeign = table.foreignKeys.contains { $0.columns.contains(column.name) }
        let isUnique = column.keyPosition == 0 && table.identifiesRow([column.name])
        let isGenerated = column.storage != .ordinary
        let type = column.type.isEmpty ? "any" : shown(column.type)
        return (
            shown(column.name), type,
            words(["PK": column.keyPosition > 0, "FK": isForeign, "UK": isUnique]),
            words(["nullable": column.isNullable, "generated": isGenerated])
        )
    }
}

/// The words that apply.
func words(_ words: KeyValuePairs<String, Bool>) -> String {
    words.filter(\.value).map(\.key).joined(separator: ", ")
}

/// A name with a picture for each character that has no form of its own; `""` if it is empty.
private func shown(_ name: String) -> String {
    name.isEmpty ? "\"\"" : TerminalText.printableValue(name[...])
}

/// Text with numeric codes for characters that have a meaning in Mermaid, or in SVG, where codes begin with `&#`.
///
/// Mermaid decodes them at the end. It takes a line with `direction TB` for a statement, even in quotes.
func coded(_ text: String, _ prefix: String = "#") -> String {
    let others = /[^A-Za-z0-9_(), \u{C0}-\u{FFFD}\u{10000}-\u{10FFFF}]|(?i:direction)\s/
    return text.replacing(others.matchingSemantics(.unicodeScalar)) { match in
        match.output.unicodeScalars.map { "\(prefix)\(min($0.value, 0xFFFD));" }.joined()
    }
}
