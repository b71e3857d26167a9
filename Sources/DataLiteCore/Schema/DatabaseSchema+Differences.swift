import DataLiteSyntax

extension DatabaseSchema {
    /// A difference between two schemas.
    public struct Difference: Equatable, Sendable, CustomStringConvertible {
        /// The table, view, index or trigger that differs.
        public let name: String

        /// What differs: `table "albums": column "year" is missing`.
        public let description: String

        /// The table or view to which an index or a trigger belongs.
        package let table: String

        /// What the other schema does not have; `nil` if it has something else.
        package let extra: Extra?

        /// An object that only one of the schemas has.
        package enum Extra: Equatable, Sendable {
            case table
            /// An index or a trigger of a table.
            case part
        }

        init(
            _ name: String, of table: String? = nil, _ description: String, extra: Extra? = nil
        ) {
            self.name = name
            self.table = table ?? name
            self.description = description
            self.extra = extra
        }
    }

    /// The differences of this schema from an expected one; empty if both accept and store the same values.
    ///
    /// The order of columns, constraints and objects does not matter, nor do the names of constraints. Types are
    /// compared by the values that they store, unless a table is `STRICT`; expressions, views and triggers by their
    /// text without whitespace, comments, case and quotes around names. Shadow tables are not compared.
    public func differences(from expected: DatabaseSchema) -> [Difference] {
        var differences: [Difference] = []
        for table in expected.tables where table.kind != .shadow {
            if let found = self.table(table.name) {
                differences += found.differences(from: table)
            } else {
                differences.append(Difference(table.name, "\(table.title) is missing"))
            }
        }
        for table in tables where table.kind != .shadow && expected.table(table.name) == nil {
            differences.append(
                Difference(table.name, "\(table.title) is not expected", extra: .table))
        }
        return differences
    }

    /// The schema without a table.
    package func without(_ name: String) -> DatabaseSchema {
        let name = SchemaName(name)
        return DatabaseSchema(tables: tables.filter { SchemaName($0.name) != name })
    }
}

extension DatabaseSchema.Table {
    fileprivate var title: String {
        "\(kind == .view ? "view" : "table") \(MessageText.names([name]))"
    }

    fileprivate func differences(from expected: Self) -> [DatabaseSchema.Difference] {
        var texts: [String] = []
        if kind != expected.kind {
            texts.append("is a \(kind.name), expected a \(expected.kind.name)")
        } else if kind == .table {
            texts += optionDifferences(from: expected) + columnDifferences(from: expected)
            texts += setDifferences("unique constraint", \.uniqueConstraints, expected)
            texts += setDifferences("foreign key", \.foreignKeyTexts, expected)
            texts += setDifferences("check", \.checkTexts, expected)
            texts += setDifferences("conflict clause", \.conflictClauses, expected)
        } else if !SchemaText.same(sql, expected.sql) {
            texts.append("was created by another statement")
        }
        return texts.map { .init(name, "\(title): \($0)") }
            + objectDifferences("index", createdIndexes, expected.createdIndexes)
            + objectDifferences(
                "trigger", triggers.map { ($0.name, SchemaText.normalizedTrigger($0.sql)) },
                expected.triggers.map { ($0.name, SchemaText.normalizedTrigger($0.sql)) })
    }

    private func optionDifferences(from expected: Self) -> [String] {
        var texts: [String] = []
        func compare(_ option: KeyPath<Self, Bool>, _ yes: String, _ no: String) {
            guard self[keyPath: option] != expected[keyPath: option] else { return }
            texts.append(self[keyPath: option] ? yes : no)
        }
        compare(\.isStrict, "is STRICT", "is not STRICT")
        compare(\.hasRowID, "is not WITHOUT ROWID", "is WITHOUT ROWID")
        compare(\.isAutoincrement, "is AUTOINCREMENT", "is not AUTOINCREMENT")
        if !SchemaText.same(primaryKey, expected.primaryKey)
            || keyCollations != expected.keyCollations
        {
            texts.append("the primary key is \(keyText), expected \(expected.keyText)")
        }
        return texts
    }

    /// The collations of the primary key, which can differ from those of the columns, as they are written.
    private var keyCollations: [String] {
        let terms = indexes.first { $0.origin == .primaryKey }?.terms ?? []
        return primaryKey.map { column in
            let term = terms.first { $0.column.map(SchemaName.init) == SchemaName(column) }
            return term?.collationText ?? ""
        }
    }

    private var keyText: String {
        let columns = zip(primaryKey, keyCollations).map { MessageText.names([$0]) + $1 }
        return columns.isEmpty ? "empty" : columns.joined(separator: ", ")
    }

    private func columnDifferences(from expected: Self) -> [String] {
        var texts: [String] = []
        for column in expected.columns {
            let title = "column \(MessageText.names([column.name]))"
            guard let found = self.column(column.name) else {
                texts.append("\(title) is missing")
                continue
            }
            texts += found.differences(from: column, isStrict: isStrict || expected.isStrict)
                .map { "\(title) \($0)" }
        }
        for column in columns where expected.column(column.name) == nil {
            texts.append("column \(MessageText.names([column.name])) is not expected")
        }
        return texts
    }

    /// Compares texts that stand for constraints, in any order.
    private func setDifferences(
        _ title: String, _ texts: (Self) -> [String], _ expected: Self
    ) -> [String] {
        var found = texts(self)
        var missing: [String] = []
        for text in texts(expected) {
            if let position = found.firstIndex(of: text) {
                found.remove(at: position)
            } else {
                missing.append(text)
            }
        }
        return missing.map { "\(title) \(MessageText.sql($0)) is missing" }
            + found.map { "\(title) \(MessageText.sql($0)) is not expected" }
    }

    private var uniqueConstraints: [String] {
        indexes.filter { $0.origin == .unique }.map { index in
            "(" + index.terms.map(\.text).sorted().joined(separator: ", ") + ")"
        }
    }

    private var foreignKeyTexts: [String] {
        foreignKeys.map { key in
            let pairs = key.columns.indices.map { position in
                let parent =
                    key.parentColumns.indices.contains(position)
                    ? key.parentColumns[position] : ""
                return "\(key.columns[position]) -> \(key.parent).\(parent)".lowercasedASCII
            }
            return "(\(pairs.sorted().joined(separator: ", "))) ON DELETE \(key.onDelete.rawValue) "
                + "ON UPDATE \(key.onUpdate.rawValue)\(key.isDeferred ? " DEFERRED" : "")"
        }
    }

    private var conflictClauses: [String] { CreateTableText(sql).conflictClauses.sorted() }

    private var checkTexts: [String] { checks.map { "(\(SchemaText.normalized($0.sql)))" } }

    private var createdIndexes: [(String, String)] {
        indexes.filter { $0.origin == .createIndex }.map { index in
            let terms = index.terms.map { $0.text + ($0.isDescending ? " DESC" : "") }
            let condition = index.condition.map { " WHERE " + SchemaText.normalized($0) } ?? ""
            let unique = index.isUnique ? "UNIQUE " : ""
            return (index.name, unique + "(" + terms.joined(separator: ", ") + ")" + condition)
        }
    }

    /// Compares indexes or triggers by their names and their texts.
    private func objectDifferences(
        _ title: String, _ found: [(String, String)], _ expected: [(String, String)]
    ) -> [DatabaseSchema.Difference] {
        func text(of name: String, in list: [(String, String)]) -> String? {
            list.first { SchemaName($0.0) == SchemaName(name) }?.1
        }
        var differences: [DatabaseSchema.Difference] = []
        for (name, sql) in expected {
            let title = "\(title) \(MessageText.names([name]))"
            if let other = text(of: name, in: found) {
                guard !SchemaText.same(other, sql) else { continue }
                differences.append(
                    .init(name, of: self.name, "\(title) was created by another statement"))
            } else {
                differences.append(.init(name, of: self.name, "\(title) is missing"))
            }
        }
        for (name, _) in found where text(of: name, in: expected) == nil {
            let title = "\(title) \(MessageText.names([name]))"
            differences.append(
                .init(name, of: self.name, "\(title) is not expected", extra: .part))
        }
        return differences
    }
}

extension DatabaseSchema.Table.Kind {
    fileprivate var name: String {
        switch self {
        case .table, .shadow: "table"
        case .view: "view"
        case .virtual(let module): "virtual table of \(MessageText.name(module))"
        }
    }
}

extension DatabaseSchema.Index.Term {
    fileprivate var text: String {
        (column?.lowercasedASCII ?? SchemaText.normalized(expression ?? "")) + collationText
    }

    /// The collation after the column; empty if it is `BINARY`.
    fileprivate var collationText: String {
        let collation = collation.lowercasedASCII
        return collation == "binary" ? "" : " COLLATE \(collation)"
    }
}
