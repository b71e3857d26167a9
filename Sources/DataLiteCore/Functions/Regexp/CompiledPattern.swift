/// A pattern of ``Function/Regexp``, ready to match.
struct CompiledPattern {
    private let regex: Regex<AnyRegexOutput>
    /// The length, in characters, of the longest string that may be matched; `nil` if there is no limit.
    private let lengthLimit: Int?

    init(_ pattern: String) throws(Function.Regexp.Error) {
        do {
            guard !PatternNesting.isTooDeep(pattern) else { throw PatternNesting.TooDeep() }
            regex = try Regex(pattern)
        } catch {
            throw .regexError(error)
        }
        lengthLimit = PatternRepetition.lengthLimit(of: pattern)
    }

    func matches(_ text: String) throws(Function.Regexp.Error) -> Bool {
        if let lengthLimit, !text.dropFirst(lengthLimit).isEmpty {
            throw .textTooLong(limit: lengthLimit)
        }
        do {
            return try regex.wholeMatch(in: text) != nil
        } catch {
            throw .regexError(error)
        }
    }
}
