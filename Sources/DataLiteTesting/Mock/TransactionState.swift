import DataLiteCore
import DataLiteSyntax

/// Which transaction a mock is in, kept as SQLite keeps it.
struct TransactionState {
    private(set) var isOpen = false
    private var savepoints: [String] = []

    // The transaction was opened by its outermost savepoint, and releasing that commits it.
    private var isSavepoint = false

    // The closures of transactions that are running, and whether theirs has ended before them.
    private var scopes = 0
    private(set) var isLost = false

    /// What SQLite answers to a statement that cannot be run in this state.
    func refusal(of kind: SQLText.Kind) -> String? {
        switch kind {
        case .begin where isOpen: "cannot start a transaction within a transaction"
        case .commit where !isOpen: "cannot commit - no transaction is active"
        case .rollback where !isOpen: "cannot rollback - no transaction is active"
        case .release(let name) where position(of: name) == nil,
            .rollbackTo(let name) where position(of: name) == nil:
            "no such savepoint: \(name)"
        default: nil
        }
    }

    /// Whether a statement would commit the transaction.
    func isCommit(_ kind: SQLText.Kind) -> Bool {
        switch kind {
        case .commit: true
        case .release(let name): isSavepoint && position(of: name) == 0
        default: false
        }
    }

    mutating func didRun(_ kind: SQLText.Kind) {
        switch kind {
        case .begin: isOpen = true
        case .savepoint(let name):
            if !isOpen { isSavepoint = true }
            isOpen = true
            savepoints.append(name.lowercased())
        case .release(let name) where isCommit(kind) == false:
            if let position = position(of: name) { savepoints.removeSubrange(position...) }
        case .rollbackTo(let name):
            if let position = position(of: name) { savepoints.removeSubrange((position + 1)...) }
        case .commit, .release, .rollback: end()
        default: break
        }
        noteEnd()
    }

    /// Ends the transaction, as an error does that SQLite cannot go on after.
    mutating func abort() {
        end()
        noteEnd()
    }

    private mutating func end() {
        isOpen = false
        isSavepoint = false
        savepoints = []
    }

    /// The innermost savepoint with a name: names may come more than once.
    private func position(of name: String) -> Int? {
        savepoints.lastIndex(of: name.lowercased())
    }

    // MARK: Closures

    mutating func beginScope() { scopes += 1 }

    /// - Returns: whether the transaction is still open, and has been all the time.
    mutating func endScope() -> Bool {
        noteEnd()
        let isIntact = !isLost
        scopes -= 1
        if scopes == 0 { isLost = false }
        return isIntact
    }

    private mutating func noteEnd() {
        if scopes > 0, !isOpen { isLost = true }
    }
}
