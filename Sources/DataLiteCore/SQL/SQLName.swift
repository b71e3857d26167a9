import DataLiteC

/// Compares names of columns, parameters, tables and functions as SQLite does: byte by byte, or ignoring the case of
/// ASCII letters. To Swift's `==`, canonically equivalent strings are equal, such as U+00E9 and `e` followed by U+0301.
package enum SQLName {
    /// Whether two names, or other strings, have the same bytes.
    package static func same(_ lhs: String, _ rhs: String) -> Bool {
        lhs.isIdentical(to: rhs)
            || lhs.utf8.count == rhs.utf8.count
                && (lhs.sameStorage(rhs) ?? lhs.utf8.elementsEqual(rhs.utf8))
    }

    /// Whether two names are the same, or differ only in the case of ASCII letters.
    package static func matches(_ lhs: String, _ rhs: String) -> Bool {
        lhs.utf8.count == rhs.utf8.count
            && lhs.utf8.elementsEqual(rhs.utf8) { $0 == $1 || folded($0) == folded($1) }
    }

    /// The position of the first name that is the same, or else of the first that differs only in the case of ASCII
    /// letters.
    package static func position<Names: Collection<String>>(
        of name: String, in names: Names
    ) -> Names.Index? {
        names.firstIndex { same($0, name) } ?? names.firstIndex { matches($0, name) }
    }

    /// Hashes the bytes of a string. Swift's own hash would normalize them first.
    package static func hash(_ name: String, into hasher: inout Hasher) {
        let isHashed: Void? = name.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isHashed == nil { for byte in name.utf8 { hasher.combine(byte) } }
        // A byte that UTF-8 never contains, so that "ab" and "c" do not hash as "a" and "bc".
        hasher.combine(0xff as UInt8)
    }

    /// Throws if a name contains a NUL character, where SQLite would end it.
    static func requireWithoutNUL(_ names: String...) throws(SQLiteError) {
        for name in names where name.utf8.contains(0) {
            throw SQLiteError(
                .error, message: "the name \"\(MessageText.name(name))\" contains a NUL character")
        }
    }

    private static func folded(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 32 : byte }
}

extension String {
    /// Whether two strings have the same representation: the same storage, or up to 15 bytes in place. For short
    /// strings this saves 70 of the 117 instructions of comparing their bytes.
    @inline(__always)
    fileprivate func isIdentical(to other: String) -> Bool {
        withUnsafeBytes(of: self) { bits in
            withUnsafeBytes(of: other) { otherBits in
                bits.count == 16
                    && bits.loadUnaligned(as: UInt64.self)
                        == otherBits.loadUnaligned(as: UInt64.self)
                    && bits.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                        == otherBits.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            }
        }
    }

    /// Whether two strings of the same length have the same bytes; `nil` if one of them is not stored as UTF-8, as is
    /// the case for Objective-C strings.
    fileprivate func sameStorage(_ other: String) -> Bool? {
        utf8.withContiguousStorageIfAvailable { bytes -> Bool? in
            other.utf8.withContiguousStorageIfAvailable { others -> Bool in
                datalite_equal(bytes.baseAddress, others.baseAddress, bytes.count)
            }
        } ?? nil
    }
}

/// A name that equals only names with the same bytes.
package struct ExactName: Hashable, Sendable {
    package let name: String

    package init(name: String) { self.name = name }

    package static func == (lhs: ExactName, rhs: ExactName) -> Bool {
        SQLName.same(lhs.name, rhs.name)
    }

    package func hash(into hasher: inout Hasher) { SQLName.hash(name, into: &hasher) }
}

extension ExactName: ExpressibleByStringLiteral {
    package init(stringLiteral name: String) { self.name = name }
}

/// A name as SQLite compares it: by its bytes, without the case of ASCII letters.
package struct SchemaName: Hashable {
    private let name: String

    /// The name in lower case, for messages.
    package var text: String { name }

    package init(_ name: String) { self.name = name.lowercasedASCII }

    package static func == (lhs: SchemaName, rhs: SchemaName) -> Bool {
        SQLName.same(lhs.name, rhs.name)
    }

    package func hash(into hasher: inout Hasher) { SQLName.hash(name, into: &hasher) }
}

// MARK: - SQLText

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
