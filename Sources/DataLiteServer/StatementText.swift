#if Server
    import DataLiteDatabase
    import DataLiteSyntax

    /// The normalized texts of statements. Most programs run few statements, so each is normalized once.
    final class StatementTexts: Sendable {
        /// The largest number of texts to keep; SQL may come from users.
        private static let capacity = 1000

        private let limit: Int
        private let texts = Locked<[String: String]>([:])

        /// - Parameter limit: The largest number of characters of a text.
        init(limit: Int = 2000) { self.limit = limit }

        subscript(sql: String) -> String {
            if let text = texts.withLock({ $0[sql] }) { return text }
            let text = StatementText.normalized(sql, limit: limit)
            guard sql.utf8.count <= 2 * limit else { return text }
            texts.withLock { texts in
                if texts.count >= Self.capacity { texts = [:] }
                texts[sql] = text
            }
            return text
        }
    }

    /// SQL text for logs and traces: bounded, and without the literals, which may be private.
    enum StatementText {
        /// The text with one space between tokens, `?` in place of each literal, and without comments.
        ///
        /// - Parameter limit: The largest number of characters. A longer text is cut, and ends with `…`.
        static func normalized(_ sql: String, limit: Int = 2000) -> String {
            var text = ""
            var count = 0
            var last: SQLToken?
            for token in SQLTokens(sql) {
                let part =
                    switch token.kind {
                    case .string, .blob, .number, .illegal: "?"
                    case .word, .identifier, .parameter, .punctuation: token.text
                    }
                if let last, !attachesLeft(token, to: last), !last.isPunctuation("("),
                    !last.isPunctuation(".")
                {
                    text += " "
                    count += 1
                }
                last = token
                text += part
                count += part.count
                guard count <= limit else { return String(text.prefix(limit)) + "…" }
            }
            return text
        }

        private static func attachesLeft(_ token: SQLToken, to last: SQLToken) -> Bool {
            // The parenthesis of a list of columns or arguments follows a name.
            if token.isPunctuation("(") { return last.name != nil && last.keyword == nil }
            return [",", ")", ".", ";"].contains(where: token.isPunctuation)
        }

        /// The first keyword of the text: `SELECT`, `INSERT` and so on.
        static func operation(_ sql: String) -> String {
            var tokens = SQLTokens(sql)
            return tokens.next()?.keyword ?? "SQL"
        }

        /// A message of SQLite without text in quotes, which may come from a literal.
        static func redacted(_ message: String) -> String {
            var isQuoted = false
            var text = ""
            for character in message {
                if character == "'" {
                    text += isQuoted ? "?'" : "'"
                    isQuoted.toggle()
                } else if !isQuoted {
                    text.append(character)
                }
            }
            return text
        }
    }
#endif
