/// Text as a terminal shows it.
package enum TerminalText {
    /// The text with every control character replaced, so that it stays on its line and its columns
    /// can be counted: a tab by one space, others by their picture in Unicode.
    package static func printable(_ text: Substring) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0d: result.append(" ")
            case 0x00...0x1f: result.append(Unicode.Scalar(0x2400 + scalar.value) ?? " ")
            case 0x7f: result.append("\u{2421}")
            case 0x80...0x9f, 0x2028, 0x2029: result.append("\u{fffd}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// How many columns the text takes.
    package static func columns(of text: String) -> Int {
        text.reduce(0) { $0 + columns(of: $1) }
    }

    /// How many columns a character takes: two for East Asian wide forms and emoji, none for what
    /// has nothing to show by itself.
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
}
