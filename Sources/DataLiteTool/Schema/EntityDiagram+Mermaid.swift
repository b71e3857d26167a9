/// <https://mermaid.js.org/syntax/entityRelationshipDiagram.html>
extension EntityDiagram {
    /// The diagram in the language of Mermaid.
    var mermaid: String {
        var lines = ["erDiagram"]
        let names = tables.map { "\"\(coded($0.name))\"" }
        for (name, (title, columns)) in zip(names, tables) {
            let alias = columns == nil ? "[\"\(coded(title)) (no such table)\"]" : ""
            lines.append("    \(name)\(alias) {")
            for column in columns ?? [] {
                let name = word(column.name)
                let notes = words([
                    column.name: column.name != name, column.notes: column.notes != "",
                ])
                let comment = notes.isEmpty ? "" : "\"\(coded(notes))\""
                let parts = [word(column.type), name, column.keys, comment]
                lines.append("        " + parts.filter { !$0.isEmpty }.joined(separator: " "))
            }
            lines.append("    }")
        }
        for key in foreignKeys {
            let ends = (key.isOptional ? "|o" : "||") + "--" + (key.isUnique ? "o|" : "o{")
            lines.append(
                "    \(names[key.parent]) \(ends) \(names[key.child]) : \"\(coded(key.label))\"")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The name or the type of a column. A digit cannot be first, and PK, FK and UK would be keys.
    private func word(_ text: String) -> String {
        let others = /[^A-Za-z0-9_()\u{C0}-\u{10FFFF}]|\s/.matchingSemantics(.unicodeScalar)
        let word = text.replacing(others, with: "_")
        let isOther = word.prefixMatch(of: /[0-9()]|(?i:[PFU]K)(?![A-Za-z0-9_])/) != nil
        return isOther ? "_" + word : word
    }
}
