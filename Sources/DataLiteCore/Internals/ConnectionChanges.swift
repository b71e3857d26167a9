import DataLiteSyntax

/// The changes that were made to a connection, other than to the content of the database.
package struct ConnectionChanges: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A pragma was set, or a database attached or detached.
    package static let settings = ConnectionChanges(rawValue: 1)
    /// An object was created in the schema `temp`.
    package static let temporarySchema = ConnectionChanges(rawValue: 2)
    package static let journalMode = ConnectionChanges(rawValue: 4)
    package static let synchronous = ConnectionChanges(rawValue: 8)
    /// The limit of the connection's own lock waits.
    package static let lockWait = ConnectionChanges(rawValue: 16)
    /// The C interface was used, which can change anything.
    package static let unsafeHandle = ConnectionChanges(rawValue: 32)
    /// A function or a collation was added or removed. SQLite cannot restore a replaced one.
    package static let functions = ConnectionChanges(rawValue: 64)
    /// A delegate was added to a reader of a pool.
    static let delegates = ConnectionChanges(rawValue: 128)
    static let limits = ConnectionChanges(rawValue: 256)
    /// The journal mode of an attached database.
    static let attachedJournalMode = ConnectionChanges(rawValue: 512)

    init(_ change: SQLScanner.ConnectionChange) {
        switch change {
        case .setting("journal_mode"): self = [.settings, .journalMode]
        case .setting(let name) where name.hasSuffix(".journal_mode"):
            self = [.settings, .attachedJournalMode]
        case .setting("synchronous"): self = [.settings, .synchronous]
        case .setting, .attachment: self = .settings
        case .temporarySchema: self = .temporarySchema
        }
    }
}
