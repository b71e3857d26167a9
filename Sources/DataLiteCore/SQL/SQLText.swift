import DataLiteC

/// SQLite's own functions for SQL text and for the comparison of text, which need no connection.
public enum SQLText {
    /// Whether text ends with a complete statement, as far as a tokenizer can tell: its last token is a semicolon that
    /// is not inside a trigger. A shell reads lines until this is true. The statements need not be correct. C:
    /// `sqlite3_complete`.
    public static func isComplete(_ text: String) -> Bool {
        // C would stop at a NUL character.
        !text.utf8.contains(0) && sqlite3_complete(text) == 1
    }

    /// The keywords of the running SQLite, such as `SELECT`. C: `sqlite3_keyword_name`.
    public static var keywords: [String] {
        (0..<sqlite3_keyword_count()).compactMap { index in
            var (name, length): (UnsafePointer<CChar>?, Int32) = (nil, 0)
            guard sqlite3_keyword_name(index, &name, &length) == SQLITE_OK, let name else {
                return nil
            }
            let bytes = UnsafeRawBufferPointer(start: name, count: Int(length))
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Whether a word is a keyword, so that it must be quoted as a name. Letter case does not matter. C:
    /// `sqlite3_keyword_check`.
    public static func isKeyword(_ word: String) -> Bool {
        let bytes = Array(word.utf8)
        guard !bytes.isEmpty, let count = Int32(exactly: bytes.count) else { return false }
        return bytes.withUnsafeBytes { bytes in
            sqlite3_keyword_check(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count)
        } != 0
    }

    /// Whether text matches a pattern of `GLOB`, with `*`, `?` and `[a-z]`. Letter case matters. C: `sqlite3_strglob`.
    ///
    /// - Returns: `false` if either contains a NUL character.
    public static func matches(_ text: String, glob pattern: String) -> Bool {
        guard !hasNUL(text, pattern) else { return false }
        return sqlite3_strglob(pattern, text) == 0
    }

    /// Whether text matches a pattern of `LIKE`, with `%` and `_`. The case of ASCII letters does not matter. C:
    /// `sqlite3_strlike`.
    ///
    /// - Parameter escape: The character before a `%` or `_` that stands for itself, if there is one.
    /// - Returns: `false` if either contains a NUL character.
    public static func matches(
        _ text: String, like pattern: String, escape: Unicode.Scalar? = nil
    ) -> Bool {
        guard !hasNUL(text, pattern) else { return false }
        return sqlite3_strlike(pattern, text, escape?.value ?? 0) == 0
    }

    /// Whether two names are the same for SQLite: the case of ASCII letters does not matter. C: `sqlite3_stricmp`.
    public static func isSameName(_ one: String, _ other: String) -> Bool {
        guard !hasNUL(one, other) else { return one == other }
        return sqlite3_stricmp(one, other) == 0
    }

    private static func hasNUL(_ texts: String...) -> Bool {
        texts.contains { $0.utf8.contains(0) }
    }
}
