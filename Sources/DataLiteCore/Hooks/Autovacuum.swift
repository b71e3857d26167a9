/// The state of a database that SQLite is about to shrink, for ``ConnectionProtocol/onAutovacuum(_:)``.
public struct Autovacuum: Hashable, Sendable {
    /// How many free pages are removed from the file.
    public enum Amount: Hashable, Sendable {
        /// None. They are reused by later writes.
        case nothing
        /// At most this number. A negative number counts as 0.
        case pages(Int)
        /// All, as without a hook.
        case everything
    }

    /// `main`, or the name of an attached database.
    public let schema: String

    /// The number of pages of the database.
    public let pages: Int

    /// The number of pages that are not used.
    public let freePages: Int

    /// The size of a page in bytes.
    public let pageSize: Int

    /// A state, for mocks and tests.
    public init(schema: String = "main", pages: Int, freePages: Int, pageSize: Int) {
        (self.schema, self.pages) = (schema, pages)
        (self.freePages, self.pageSize) = (freePages, pageSize)
    }

    /// The number of pages that an amount means.
    func count(_ amount: Amount) -> Int {
        switch amount {
        case .nothing: 0
        case .pages(let count): max(0, min(count, freePages))
        case .everything: freePages
        }
    }
}
