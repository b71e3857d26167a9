/// The compiled patterns of a registered ``Function/Regexp``. SQLite drops auxiliary objects at the
/// end of each run, and a statement may run many times. To compile a pattern takes 30 to 300 times
/// as long as a match of a short text.
///
/// Confined to one thread, as its connection is: a `Regex` compiles itself further at its first use
/// and cannot be shared between threads.
final class PatternCache {
    private static let capacity = 16

    private var regexes: [(pattern: String, regex: Regex<AnyRegexOutput>)] = []

    /// The compiled form of a pattern; the most recently used patterns are kept.
    func regex(
        for pattern: String, compile: (String) throws -> Regex<AnyRegexOutput>
    ) rethrows -> Regex<AnyRegexOutput> {
        if let position = regexes.firstIndex(where: { $0.pattern == pattern }) {
            let found = regexes.remove(at: position)
            regexes.append(found)
            return found.regex
        }
        let regex = try compile(pattern)
        if regexes.count == Self.capacity { regexes.removeFirst() }
        regexes.append((pattern, regex))
        return regex
    }
}
