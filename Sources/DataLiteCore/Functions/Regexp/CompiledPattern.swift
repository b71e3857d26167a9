/// A pattern of ``Function/Regexp``, ready to match.
struct CompiledPattern {
    private let regex: Regex<AnyRegexOutput>

    init(_ pattern: String) throws(Function.Regexp.Error) {
        do {
            guard !PatternNesting.isTooDeep(pattern) else { throw PatternNesting.TooDeep() }
            regex = try Regex(pattern)
        } catch {
            throw .regexError(error)
        }
    }

    func matches(_ text: String) throws(Function.Regexp.Error) -> Bool {
        do {
            return try regex.wholeMatch(in: text) != nil
        } catch {
            throw .regexError(error)
        }
    }
}
