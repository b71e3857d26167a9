extension DatabaseURI {
    /// Reads a URI as SQLite does: a `#` ends it, and `%` without two hexadecimal digits is an ordinary character.
    ///
    /// ```swift
    /// let uri = try DatabaseURI(parsing: "file:///data/a%20b.sqlite?mode=ro&user=ada")
    /// print(uri.path, uri["user"] ?? "")  // /data/a b.sqlite ada
    /// ```
    ///
    /// - Throws: `SQLITE_ERROR` if the text does not begin with `file:`, names a host other than `localhost` or an
    ///   unknown mode or cache, repeats one of these parameters, contains a NUL character or is not UTF-8 after
    ///   decoding.
    public init(parsing text: String) throws(SQLiteError) {
        let scheme = "file:"
        guard text.utf8.starts(with: scheme.utf8) else {
            throw Self.invalid(text, "it does not begin with file:")
        }
        var rest = Array(text.utf8.dropFirst(scheme.utf8.count))[...]
        if let end = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<end] }
        rest = try Self.withoutAuthority(rest, of: text)
        let query = rest.firstIndex(of: UInt8(ascii: "?"))
        self.init(path: "")
        path = try Self.decoded(rest[..<(query ?? rest.endIndex)], of: text)
        guard let query else { return }
        for item in rest[(query + 1)...].split(separator: UInt8(ascii: "&")) {
            let end = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            // SQLite ignores parameters without a name.
            guard end > item.startIndex else { continue }
            let name = try Self.decoded(item[..<end], of: text)
            try set(name, to: Self.decoded(item[end...].dropFirst(), of: text), in: text)
        }
    }

    /// Sets a parameter that has a property, or adds another one.
    private mutating func set(
        _ name: String, to value: String, in text: String
    ) throws(SQLiteError) {
        let isRepeated: Bool
        switch name {
        case "mode":
            isRepeated = mode != nil
            mode = Mode(rawValue: value)
            if mode == nil { throw Self.invalid(text, "no such access mode: \(value)") }
        case "cache":
            isRepeated = cache != nil
            cache = Cache(rawValue: value)
            if cache == nil { throw Self.invalid(text, "no such cache mode: \(value)") }
        case "vfs":
            isRepeated = vfs != nil
            vfs = value
        case "immutable":
            isRepeated = isImmutable
            isImmutable = Self.boolean(value)
        case "nolock":
            isRepeated = isUnlocked
            isUnlocked = Self.boolean(value)
        default:
            isRepeated = false
            parameters.append(Parameter(name, value))
        }
        if isRepeated { throw Self.invalid(text, "the parameter \(name) occurs twice") }
    }

    /// A value as SQLite reads it: `yes`, `true`, `on`, or a number other than 0.
    private static func boolean(_ value: String) -> Bool {
        let digits = value.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits.isEmpty else {
            // SQLite keeps the low eight bits.
            return Int32(String(Substring(digits))).map { $0 & 0xff != 0 } ?? false
        }
        return ["yes", "true", "on"].contains(value.lowercased())
    }

    private static func withoutAuthority(
        _ bytes: ArraySlice<UInt8>, of text: String
    ) throws(SQLiteError) -> ArraySlice<UInt8> {
        guard bytes.starts(with: "//".utf8) else { return bytes }
        let authority = bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
        guard authority.isEmpty || authority.elementsEqual("localhost".utf8) else {
            let host = String(decoding: authority, as: UTF8.self)
            throw invalid(text, "invalid uri authority: \(host)")
        }
        return bytes[authority.endIndex...]
    }

    private static func decoded(
        _ bytes: ArraySlice<UInt8>, of text: String
    ) throws(SQLiteError) -> String {
        var result: [UInt8] = []
        var position = bytes.startIndex
        while position < bytes.endIndex {
            var byte = bytes[position]
            if byte == UInt8(ascii: "%"), position + 2 < bytes.endIndex,
                let high = digit(bytes[position + 1]), let low = digit(bytes[position + 2])
            {
                byte = high << 4 | low
                position += 2
            }
            position += 1
            guard byte != 0 else { throw invalid(text, "it contains a NUL character") }
            result.append(byte)
        }
        let decoded = String(decoding: result, as: UTF8.self)
        guard decoded.utf8.elementsEqual(result) else {
            throw invalid(text, "it is not UTF-8 after decoding")
        }
        return decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }

    private static func invalid(_ text: String, _ reason: String) -> SQLiteError {
        SQLiteError(.error, message: "the URI \"\(text)\" is invalid: \(reason)")
    }
}
