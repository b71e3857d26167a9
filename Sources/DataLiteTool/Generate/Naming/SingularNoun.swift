/// The singular of English nouns, by the usual rules and a few exceptions. A table may have any name:
/// a wrong guess only results in a worse name for a type.
enum SingularNoun {
    /// The singular: `category` for `categories`, `box` for `boxes`, `status` for `status`.
    static func of(_ word: String) -> String {
        let lowercased = word.lowercased()
        if let (plural, singular) = irregular.first(where: { lowercased.hasSuffix($0.0) }) {
            let head = word.dropLast(plural.count)
            let tail = word.suffix(plural.count)
            return "\(head)\(tail.prefix(1))\(singular.dropFirst())"
        }
        if unchanged.contains(where: lowercased.hasSuffix) { return word }
        if lowercased.hasSuffix("ies"), word.count > 4 { return "\(word.dropLast(3))y" }
        let isLong = ["sses", "shes", "ches", "xes", "zzes", "uses"].contains {
            lowercased.hasSuffix($0)
        }
        if isLong { return String(word.dropLast(2)) }
        return lowercased.hasSuffix("s") && word.count > 2 ? String(word.dropLast()) : word
    }

    private static let unchanged = ["ss", "us", "is", "news", "series", "species"]

    private static let irregular = [
        ("people", "person"), ("children", "child"), ("movies", "movie"), ("cookies", "cookie"),
        ("houses", "house"), ("causes", "cause"), ("analyses", "analysis"), ("caches", "cache"),
    ]
}
