import DataLiteSyntax

/// The source position of the name in an SQLite error message, for messages without an offset.
enum ErrorNamePosition {
    /// The offset of the name, or nil if it is ambiguous.
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

    /// The offset of the first use of a name as a table: every use is an error.
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

    /// The last part of a name: SQLite writes the schema or the table before some names.
    private static func lastPart(of name: Substring) -> Substring {
        name.split(separator: ".").last ?? name
    }
}

extension SQLToken {
    fileprivate func isName(_ name: Substring) -> Bool {
        self.name?.lowercased() == name.lowercased()
    }
}
