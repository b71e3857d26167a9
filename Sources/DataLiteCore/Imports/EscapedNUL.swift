/// An object in JSON whose escaped NUL characters are replaced by another character, because SQLite may end a string at
/// one.
struct EscapedNUL {
    /// The object with the replacements.
    let json: String
    /// A private character that the object does not contain.
    private let placeholder: Unicode.Scalar

    /// - Parameter line: The UTF-8 of the object.
    /// - Returns: `nil` if it contains no `\u0000`, except as a part of `\\u0000`.
    init?(in line: [UInt8]) {
        let positions = Self.positions(in: line)
        guard !positions.isEmpty else { return nil }
        let text = String(decoding: line, as: UTF8.self)
        placeholder = Self.unusedScalar(in: text)
        var bytes: [UInt8] = []
        var start = 0
        for position in positions {
            bytes += line[start..<position]
            bytes += placeholder.utf8
            start = position + 6
        }
        json = String(decoding: bytes + line[start...], as: UTF8.self)
    }

    /// The text of a key or a string.
    func restored(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == placeholder ? "\0" : $0 }))
    }

    /// The JSON text of an array or an object.
    func restoredJSON(_ text: String) -> String {
        var restored = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == placeholder {
                restored.append(contentsOf: #"\u0000"#.unicodeScalars)
            } else {
                restored.append(scalar)
            }
        }
        return String(restored)
    }

    /// The positions of the backslashes of `\u0000`.
    private static func positions(in line: [UInt8]) -> [Int] {
        let escape = Array("u0000".utf8)
        var positions: [Int] = []
        var index = 0
        while index < line.count {
            guard line[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            if line[(index + 1)...].starts(with: escape) { positions.append(index) }
            index += 2
        }
        return positions
    }

    /// A character of the private plane 15 that the text contains neither as it is nor escaped.
    private static func unusedScalar(in text: String) -> Unicode.Scalar {
        let used = Set(text.unicodeScalars.filter { $0.value >= 0xF0000 })
        // Escapes of these characters begin with this high surrogate, so all low surrogates that occur are avoided.
        let lower = text.lowercased()
        for value in UInt32(0xF0000)...0xF03FF {
            guard let scalar = Unicode.Scalar(value), !used.contains(scalar) else { continue }
            let low = String(value - 0xF0000 + 0xDC00, radix: 16)
            if !lower.contains(#"\udb80\u"# + low) { return scalar }
        }
        // A text with all 1024 of these characters.
        return "\u{FFFFD}"
    }
}
