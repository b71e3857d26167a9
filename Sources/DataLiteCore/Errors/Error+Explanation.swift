#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Error {
    /// What went wrong, in the error's own words: the description that it has for people, or else
    /// `String(describing:)`.
    package var explanation: String {
        if let error = self as? SQLiteError { return error.message }
        return (self as? any LocalizedError)?.errorDescription ?? String(describing: self)
    }
}
