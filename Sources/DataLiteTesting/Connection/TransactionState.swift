import DataLiteSyntax

/// The transaction state of a mock, tracked as SQLite does.
struct TransactionState {
    private(set) var isOpen = false
    private var savepoints: [String] = []

    /// Whether the transaction was opened by its outermost savepoint, whose release commits it.
    private var isSavepoint = false

    /// The running closures of transactions.
    var scopes = TransactionScopes()

    /// The message with which SQLite rejects a statement in this state; `nil` if it is allowed.
    func refusal(of kind: SQLScanner.Kind) -> String? {
        switch kind {
        case .begin where isOpen: "cannot start a transaction within a transaction"
        case .commit where !isOpen: "cannot commit - no transaction is active"
        case .rollback where !isOpen: "cannot rollback - no transaction is active"
        case .release(let name) where position(of: name) == nil,
            .rollbackTo(let name) where position(of: name) == nil:
            "no such savepoint: \(MessageText.name(name))"
        default: nil
        }
    }

    /// Whether a statement would commit the transaction.
    func isCommit(_ kind: SQLScanner.Kind) -> Bool {
        switch kind {
        case .commit: true
        case .release(let name): isSavepoint && position(of: name) == 0
        default: false
        }
    }

    mutating func didRun(_ kind: SQLScanner.Kind) {
        switch kind {
        case .begin: isOpen = true
        case .savepoint(let name):
            if !isOpen { isSavepoint = true }
            isOpen = true
            savepoints.append(name)
        case _ where isCommit(kind): end(.committed)
        case .release(let name):
            if let position = position(of: name) { savepoints.removeSubrange(position...) }
        case .rollbackTo(let name):
            if let position = position(of: name) { savepoints.removeSubrange((position + 1)...) }
        case .rollback: end(.rolledBack)
        default: break
        }
    }

    /// Ends the transaction with a rollback.
    mutating func abort() { end(.rolledBack) }

    private mutating func end(_ state: TransactionScopes.State) {
        isOpen = false
        isSavepoint = false
        savepoints = []
        scopes.transactionDidEnd(state)
    }

    /// The position of the innermost savepoint with a name, which several savepoints may have.
    private func position(of name: String) -> Int? {
        savepoints.lastIndex { SQLName.matches($0, name) }
    }
}
