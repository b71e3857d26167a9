#if Cluster
    import DataLiteSyntax

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
            let types: [SQLToken]
            switch tokens.first(where: { !$0.isSemicolon })?.keyword {
            case "CREATE" where tokens.prefix(3).contains { $0.keyword == "TABLE" }:
                types = CreateTableText(sql).definitions.compactMap { specialType($0) }
            case "ALTER":
                guard let add = tokens.firstIndex(where: { $0.keyword == "ADD" }) else {
                    return sql
                }
                var definition = tokens[(add + 1)...].drop { $0.keyword == "COLUMN" }
                while definition.last?.isSemicolon == true { definition.removeLast() }
                types = [specialType(definition)].compactMap { $0 }
            default: return sql
            }
            var bytes = Array(sql.utf8)
            // Without quotes: SQLite drops what follows them.
            for type in types.reversed() {
                bytes.replaceSubrange(type.range, with: "\(type.name ?? type.text)(0)".utf8)
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// The declared type of a column, if it is one of the special ones.
        private static func specialType(_ definition: ArraySlice<SQLToken>) -> SQLToken? {
            let rest = definition.dropFirst()
            guard let type = rest.first, special.contains(type.name?.uppercased() ?? "") else {
                return nil
            }
            // The type is one word if a constraint or nothing follows.
            guard let following = rest.dropFirst().first else { return type }
            return constraints.contains(following.keyword ?? "") ? type : nil
        }

        private static let constraints: Set<String> = [
            "CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE",
            "REFERENCES", "GENERATED", "AS",
        ]
    }
#endif
