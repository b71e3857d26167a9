import Foundation

/// Error numbers of the operating system.
enum SystemError {
    /// The operating system's description of an error number.
    static func reason(_ number: Int32) -> String {
        NSError(domain: NSPOSIXErrorDomain, code: Int(number)).localizedFailureReason
            ?? "error \(number)"
    }
}
