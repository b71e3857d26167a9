/// The compiled patterns of a registered ``Function/Regexp``. SQLite discards auxiliary objects at the end of
/// each run, and a statement may run many times. Compiling a pattern takes 30 to 300 times as long as
/// matching a short string.
///
/// Confined to one thread, as is its connection: a `Regex` is compiled further at its first use and cannot be
/// shared between threads.
final class PatternCache {
    private static let capacity = 16

    private var entries: [(text: String, pattern: CompiledPattern)] = []

    /// The compiled form of a pattern; the most recently used patterns are kept.
    func pattern(for text: String) throws(Function.Regexp.Error) -> CompiledPattern {
        if let position = entries.firstIndex(where: { $0.text == text }) {
            let found = entries.remove(at: position)
            entries.append(found)
            return found.pattern
        }
        let pattern = try CompiledPattern(text)
        if entries.count == Self.capacity { entries.removeFirst() }
        entries.append((text, pattern))
        return pattern
    }
}
