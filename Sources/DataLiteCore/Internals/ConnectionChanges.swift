import DataLiteSyntax

/// What code that uses a connection has changed in it, beyond the content of the database.
package struct ConnectionChanges: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A pragma was set, or a database attached or detached.
    package static let settings = ConnectionChanges(rawValue: 1)
    /// Something was created in the schema `temp`.
    package static let temporarySchema = ConnectionChanges(rawValue: 2)
    package static let journalMode = ConnectionChanges(rawValue: 4)
    package static let synchronous = ConnectionChanges(rawValue: 8)
    /// The limit of the connection's own lock waits.
    package static let lockWait = ConnectionChanges(rawValue: 16)
    /// Anything that the C interface can change.
    package static let unsafeHandle = ConnectionChanges(rawValue: 32)
    /// A function or a collation was added or removed. SQLite cannot restore the one that was replaced.
    package static let functions = ConnectionChanges(rawValue: 64)

    init(_ change: SQLScanner.ConnectionChange) {
        switch change {
        case .setting("journal_mode"): self = [.settings, .journalMode]
        case .setting("synchronous"): self = [.settings, .synchronous]
        case .setting, .attachment: self = .settings
        case .temporarySchema: self = .temporarySchema
        }
    }
}
