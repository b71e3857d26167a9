/// Text as a terminal shows it.
package enum TerminalText {
    /// The text with a visible form for each character that a terminal executes or does not show, so that it
    /// stays on its line, its columns can be counted, and it cannot be mistaken for different text.
    ///
    /// A tab and a carriage return become a space, and other ASCII controls become their Unicode control pictures.
    /// Bidirectional controls and other invisible characters are escaped as in Swift: `\u{202e}`. Joiners and variation
    /// selectors are kept where emoji or a script needs them.
    package static func printable(_ text: Substring) -> String {
        printable(text, symbol: symbol(for:))
    }

    /// The text of a value in the form of ``printable(_:)``, but with a picture for a tab and a carriage return, so
    /// that they cannot be mistaken for a space.
    package static func printableValue(_ text: Substring) -> String {
        printable(text, symbol: picture(of:))
    }

    /// The text with a symbol for each character that a terminal executes or does not show.
    package static func printable(
        _ text: Substring, symbol: (Unicode.Scalar) -> String
    ) -> String {
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let index = firstInvisible(in: rest) {
            result.append(contentsOf: rest[..<index])
            result.append(contentsOf: symbol(rest[index]).unicodeScalars)
            rest = rest[rest.index(after: index)...]
        }
        result.append(contentsOf: rest)
        return String(result)
    }

    /// `\u202E`
    package static func escapeInJSON(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16, uppercase: true)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    /// The number of columns that the text occupies.
    package static func columns(of text: String) -> Int {
        text.reduce(0) { $0 + columns(of: $1) }
    }

    /// The number of columns that a character occupies: two for East Asian wide forms and emoji, none for
    /// characters without their own visible form.
    package static func columns(of character: Character) -> Int {
        guard !character.isASCII, let first = character.unicodeScalars.first else { return 1 }
        switch first.value {
        case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff,
            0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x20000...0x3fffd:
            return 2
        default:
            break
        }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        let isEmoji =
            first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{fe0f}")
        return isEmoji ? 2 : 1
    }

    // MARK: - Invisible characters

    /// The first character that is invisible and does not change how its neighbors look.
    package static func firstInvisible(
        in text: Substring.UnicodeScalarView
    ) -> Substring.UnicodeScalarView.Index? {
        var previous: Unicode.Scalar?
        for index in text.indices {
            let scalar = text[index]
            if isInvisible(scalar) {
                let next = text[text.index(after: index)...].first
                guard isNeeded(scalar, after: previous, before: next) else { return index }
            }
            previous = scalar
        }
        return nil
    }

    /// Whether a character is a control, or has no visible form.
    package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7f }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        // The signs above Arabic numbers, among others, are visible.
        case .format: return !isPrependedMark(scalar)
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// The text that is printed instead of an invisible character.
    private static func symbol(for scalar: Unicode.Scalar) -> String {
        scalar == "\t" || scalar == "\r" ? " " : picture(of: scalar)
    }

    /// The Unicode control picture, or the escape, of an invisible character.
    private static func picture(of scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x00...0x1f: Unicode.Scalar(0x2400 + scalar.value).map(String.init) ?? " "
        case 0x7f: "\u{2421}"
        default: "\\u{\(String(scalar.value, radix: 16))}"
        }
    }

    /// <https://www.unicode.org/reports/tr44/#Prepended_Concatenation_Mark>
    private static func isPrependedMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x600...0x605, 0x6dd, 0x70f, 0x890...0x891, 0x8e2, 0x110bd, 0x110cd: true
        default: false
        }
    }

    private static func isNeeded(
        _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?
    ) -> Bool {
        guard let previous else { return false }
        switch scalar {
        case "\u{fe0e}", "\u{fe0f}":
            return previous.properties.isEmoji
        case "\u{200d}" where isEmojiPart(previous):
            return next.map(isEmojiPart) == true
        case "\u{200c}", "\u{200d}":
            return usesJoiners(previous) && next.map(usesJoiners) == true
        default:
            return false
        }
    }

    /// Whether an emoji can end with a character.
    private static func isEmojiPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{fe0f}" || !scalar.isASCII && scalar.properties.isEmoji
    }

    /// Whether a character belongs to one of the scripts whose spelling uses joiners: Arabic and related
    /// scripts, the scripts of India and Southeast Asia, and Mongolian.
    private static func usesJoiners(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x620...0x109f, 0x1780...0x18af: !isInvisible(scalar)
        default: false
        }
    }
}
