import DataLiteSyntax

/// The place of a name that a message of SQLite is about, for messages without an offset.
enum ErrorNamePosition {
    /// The first byte of the name; nil if it is not clear which of several is meant.
    static func offset(of message: String, in tokens: [SQLToken]) -> Int? {
        for prefix in ["no such table: ", "no such view: "] {
            guard let name = message.suffix(after: prefix) else { continue }
            return table(lastPart(of: name), tokens)
        }
        for prefix in ["no such column: ", "no such collation sequence: ", "no such index: "] {
            guard let name = message.suffix(after: prefix) else { continue }
            return only(lastPart(of: name), tokens)
        }
        if let range = message.firstRange(of: " has no column named ") {
            return only(message[range.upperBound...], tokens)
        }
        return nil
    }

    /// The first use of a name as a table: each one is wrong.
    private static func table(_ name: Substring, _ tokens: [SQLToken]) -> Int? {
        let table = tokens.indices.first { index in
            guard tokens[index].isName(name), index > 0 else { return false }
            let previous = tokens[index - 1]
            return ["FROM", "JOIN", "INTO", "UPDATE", "TABLE", "ON"].contains(previous.keyword)
                || previous.isPunctuation(".") && tokens.dropFirst(index + 1).first?.text != "."
        }
        return table.map { tokens[$0].range.lowerBound } ?? only(name, tokens)
    }

    private static func only(_ name: Substring, _ tokens: [SQLToken]) -> Int? {
        let places = tokens.filter { $0.isName(name) }
        return places.count == 1 ? places[0].range.lowerBound : nil
    }

    /// SQLite writes the schema or the table before some names.
    private static func lastPart(of name: Substring) -> Substring {
        name.split(separator: ".").last ?? name
    }
}

extension SQLToken {
    fileprivate func isName(_ name: Substring) -> Bool {
        self.name?.lowercased() == name.lowercased()
    }
}
