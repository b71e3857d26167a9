#if Cluster
    import DataLiteSyntax

    /// The text of one statement, and what it says about how to run it.
    final class ClusterSQL {
        /// The text as the program has written it.
        let original: String

        /// The text as it is sent.
        let sql: String
        let kind: SQLScanner.Kind
        let parameterNames: [String?]

        /// Why the statement is not sent; `nil` if it can be.
        let refusal: SQLiteError?

        /// Whether the statement is a query, or a pragma that returns rows.
        let isQuery: Bool

        /// Whether the statement changes rows and returns them.
        let isReturning: Bool

        /// Whether the statement sets something that lasts as long as the connection.
        let changesSettings: Bool

        private let tokens: [SQLToken]

        init(_ sql: String) {
            original = sql
            let tokens = Array(SQLTokens(sql))
            self.tokens = tokens
            let kind = SQLScanner.kind(tokens)
            self.kind = kind
            parameterNames = SQLScanner.parameters(tokens)
            isReturning = kind == .write && tokens.contains { $0.keyword == "RETURNING" }
            refusal = StatementRefusal.refusal(of: sql, kind, tokens)
            self.sql = DeclaredTypes.replacing(in: sql, kind, tokens)
            switch kind {
            case .query: (isQuery, changesSettings) = (true, false)
            case .pragma(let name, let value):
                isQuery = value == nil || StatementRefusal.pragmasWithArguments.contains(name)
                changesSettings = !isQuery && !StatementRefusal.storedPragmas.contains(name)
            default: (isQuery, changesSettings) = (false, false)
            }
        }

        /// Whether the statement can change the database.
        var writes: Bool {
            switch kind {
            case .write, .schema: true
            case .pragma(let name, let value):
                value != nil && StatementRefusal.storedPragmas.contains(name)
            default: false
            }
        }

        /// Whether the statement is compiled by the node before it runs. A statement that controls transactions is not.
        var isPrepared: Bool {
            switch kind {
            case .query, .write, .schema, .other: parameterNames.count <= Wire.parameterLimit
            default: false
            }
        }

        /// The text with the values in place of the parameters, for more parameters than the protocol allows.
        func expanded(_ values: [SQLiteValue]) -> String {
            let bytes = Array(sql.utf8)
            var result: [UInt8] = []
            var position = 0
            for (token, index) in SQLScanner.numberedParameters(tokens) {
                result.append(contentsOf: bytes[position..<token.range.lowerBound])
                let value = values.indices.contains(index - 1) ? values[index - 1] : .null
                result.append(contentsOf: value.sqliteLiteral.utf8)
                position = token.range.upperBound
            }
            result.append(contentsOf: bytes[position...])
            return String(decoding: result, as: UTF8.self)
        }
    }

    // MARK: - StatementRefusal

    /// The statements that dqlite does not support, or that would stop a node. They are not sent.
    enum StatementRefusal {
        static func refusal(
            of sql: String, _ kind: SQLScanner.Kind, _ tokens: [SQLToken]
        ) -> SQLiteError? {
            guard let reason = reason(sql, kind, tokens) else { return nil }
            return SQLiteError.misuse(reason, sql: sql)
        }

        private static func reason(
            _ sql: String, _ kind: SQLScanner.Kind, _ tokens: [SQLToken]
        ) -> String? {
            if sql.utf8.contains(0) {
                return "SQL for a cluster cannot contain a NUL character: bind the value instead"
            }
            switch SQLScanner.statements(sql).count {
            case 0: return "the SQL contains no statement"
            case 1: break
            default: return "the SQL contains several statements: use execute(script:)"
            }
            let verb = tokens.first { !$0.isSemicolon }?.keyword
            switch verb {
            case "ATTACH"?, "DETACH"?:
                return
                    "\(verb ?? "ATTACH") is not possible on a cluster, whose databases are separate: use another "
                    + "ClusterDatabase"
            case "VACUUM":
                return "VACUUM is not possible on a cluster: to copy the database, use "
                    + "ClusterDatabase.backup(to:)"
            default: break
            }
            if isTemporary(kind, verb, tokens) {
                return
                    "a temporary table, view or trigger would exist on one connection of one node: use a "
                    + "table, or a common table expression"
            }
            switch kind {
            case .pragma(let name, let value): return reason(pragma: name, value)
            case .other where verb == "PRAGMA":
                return "this form of PRAGMA is not possible on a cluster"
            default: return nil
            }
        }

        private static func isTemporary(
            _ kind: SQLScanner.Kind, _ verb: String?, _ tokens: [SQLToken]
        ) -> Bool {
            let words = tokens.prefix(10).map { $0.keyword ?? $0.name?.uppercased() ?? $0.text }
            switch kind {
            case .schema, .write:
                if verb == "CREATE", ["TEMP", "TEMPORARY"].contains(words.dropFirst().first) {
                    return true
                }
                return words.indices.dropLast().contains {
                    words[$0] == "TEMP" && words[$0 + 1] == "."
                }
            default: return false
            }
        }

        // MARK: - Pragmas

        /// The pragmas whose argument names what to return.
        static let pragmasWithArguments: Set<String> = [
            "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo",
            "integrity_check", "quick_check", "table_info", "table_list", "table_xinfo",
        ]

        /// The pragmas that store a number in the database.
        static let storedPragmas: Set<String> = ["application_id", "user_version"]

        private static let settings: Set<String> = [
            "case_sensitive_like", "defer_foreign_keys", "foreign_keys", "ignore_check_constraints",
            "legacy_alter_table", "recursive_triggers", "reverse_unordered_selects",
        ]

        private static let reports: Set<String> = [
            "auto_vacuum", "cache_size", "collation_list", "compile_options", "data_version",
            "database_list", "encoding", "freelist_count", "function_list", "journal_mode",
            "max_page_count", "module_list", "page_count", "page_size", "pragma_list",
            "schema_version", "synchronous",
        ]

        private static func reason(pragma name: String, _ value: String?) -> String? {
            if pragmasWithArguments.contains(name) || storedPragmas.contains(name)
                || settings.contains(name)
            {
                return nil
            }
            if reports.contains(name), value == nil { return nil }
            let instead =
                switch name {
                case "busy_timeout": ": set timeLimit in the configuration of the Cluster"
                case "journal_mode", "locking_mode", "page_size", "synchronous",
                    "wal_autocheckpoint",
                    "wal_checkpoint":
                    ": the nodes choose it, because replication depends on it"
                default: ""
                }
            return
                "PRAGMA \(name)\(value == nil ? "" : " = ...") is not possible on a cluster\(instead)"
        }
    }

    // MARK: - DeclaredTypes

    /// The declared types of columns that dqlite treats specially.
    ///
    /// If a column is declared with exactly one of these types, a node sends NULL as 0 or as an empty text, and stops with
    /// an assertion if a value is not of the type that it expects. With a length after the name, which has no effect on
    /// the affinity, the column is one like any other.
    enum DeclaredTypes {
        private static let special: Set<String> = ["BOOLEAN", "DATE", "DATETIME", "TIMESTAMP"]

        static func replacing(
            in sql: String, _ kind: SQLScanner.Kind, _ tokens: [SQLToken]
        ) -> String {
            guard kind == .schema,
                tokens.contains(where: { special.contains($0.name?.uppercased() ?? "") })
            else { return sql }
            let ends: [Int]
            switch tokens.first(where: { !$0.isSemicolon })?.keyword {
            case "CREATE" where tokens.prefix(3).contains { $0.keyword == "TABLE" }:
                ends = CreateTableText(sql).definitions.compactMap { typeEnd($0) }
            case "ALTER":
                guard let add = tokens.firstIndex(where: { $0.keyword == "ADD" }) else {
                    return sql
                }
                var definition = tokens[(add + 1)...].drop { $0.keyword == "COLUMN" }
                while definition.last?.isSemicolon == true { definition.removeLast() }
                ends = [typeEnd(definition)].compactMap { $0 }
            default: return sql
            }
            var bytes = Array(sql.utf8)
            for end in ends.reversed() { bytes.insert(contentsOf: "(0)".utf8, at: end) }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// The end of the declared type of a column, if it is one of the special ones.
        private static func typeEnd(_ definition: ArraySlice<SQLToken>) -> Int? {
            let rest = definition.dropFirst()
            guard let type = rest.first, special.contains(type.name?.uppercased() ?? "") else {
                return nil
            }
            // The type is one word if a constraint or nothing follows.
            guard let following = rest.dropFirst().first else { return type.range.upperBound }
            return constraints.contains(following.keyword ?? "") ? type.range.upperBound : nil
        }

        private static let constraints: Set<String> = [
            "CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE",
            "REFERENCES", "GENERATED", "AS",
        ]
    }

    // MARK: - TransactionTracker

    /// The transaction of a connection, as SQLite keeps it.
    struct TransactionTracker {
        private(set) var isOpen = false
        private var savepoints: [String] = []
        private var beganWithSavepoint = false

        /// The closures of transactions that are running.
        var scopes = TransactionScopes()

        /// Whether a statement would commit the transaction.
        func isCommit(_ kind: SQLScanner.Kind) -> Bool {
            switch kind {
            case .commit: true
            case .release(let name): beganWithSavepoint && position(of: name) == 0
            default: false
            }
        }

        mutating func didRun(_ kind: SQLScanner.Kind) {
            switch kind {
            case .begin: isOpen = true
            case .savepoint(let name):
                if !isOpen { beganWithSavepoint = true }
                isOpen = true
                savepoints.append(name)
            case _ where isCommit(kind): end(.committed)
            case .release(let name):
                if let position = position(of: name) { savepoints.removeSubrange(position...) }
            case .rollbackTo(let name):
                if let position = position(of: name) {
                    savepoints.removeSubrange((position + 1)...)
                }
            case .rollback: end(.rolledBack)
            default: break
            }
        }

        mutating func end(_ state: TransactionScopes.State) {
            isOpen = false
            beganWithSavepoint = false
            savepoints = []
            scopes.transactionDidEnd(state)
        }

        private func position(of name: String) -> Int? {
            savepoints.lastIndex { SQLName.matches($0, name) }
        }
    }
#endif
