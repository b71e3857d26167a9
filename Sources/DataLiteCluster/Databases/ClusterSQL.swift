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

        /// What is known of the reads of this client that begin with the statement.
        enum Use {
            case unknown
            /// The latest read had no other statement.
            case single
            /// A read has continued with another statement.
            case followed
        }

        /// Only the session that has the text changes it.
        var use = Use.unknown

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
