import Foundation

extension Error {
    /// The error's localized description if it provides one, else `String(describing:)`.
    package var explanation: String {
        if let error = self as? SQLiteError { return error.message }
        return (self as? any LocalizedError)?.errorDescription ?? String(describing: self)
    }
}
