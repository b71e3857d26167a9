import DataLiteCore

/// What a check has found.
struct Finding: Equatable {
    enum Kind: String {
        /// Nothing to do.
        case good = "ok"
        /// Something that can be improved, or that could not be checked.
        case advice
        /// Something that is wrong.
        case problem
    }

    let kind: Kind
    let text: String
    var details: [String] = []
    /// The command that corrects it.
    var command: String?

    /// At most this many details are shown.
    static let limit = 10

    /// At most this many characters of a detail are shown: a name in a file may be very long.
    static let lengthLimit = 300

    /// The first details, and how many more there are.
    static func shown(_ details: [String]) -> [String] {
        let first = details.prefix(limit).map { detail in
            let start = detail.prefix(lengthLimit)
            return start.endIndex == detail.endIndex ? detail : start + "..."
        }
        return details.count > limit ? first + ["and \(details.count - limit) more"] : first
    }

    /// A command that runs SQL on a file, as a shell reads it.
    static func command(_ sql: String, on path: String) -> String {
        "datalite query \(shellWord(path)) \(shellWord(sql))"
    }

    /// A word as a shell reads it. A path must not look like an option.
    static func shellWord(_ text: String) -> String {
        let text = text.hasPrefix("-") ? "./" + text : text
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || "0123456789._-/".unicodeScalars.contains($0))
        }
        if isPlain, !text.isEmpty { return text }
        return "'" + text.replacing("'", with: #"'\''"#) + "'"
    }
}
