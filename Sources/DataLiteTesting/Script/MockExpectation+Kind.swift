import DataLiteSyntax

extension MockExpectation {
    /// The kind of call that is expected.
    enum Kind {
        case prepare(SQLPattern)
        case execute(SQLPattern)
        case query(SQLPattern)
        case begin(TransactionType?)
        case commit
        case rollback
        case savepoint
        case release
        case rollbackToSavepoint
        case pragma(String, value: String?)
        case addFunction(String)
        case removeFunction(String)
        case close

        /// A call to the mock.
        enum Event {
            case prepare(StatementText)
            case run(MockCall)
            case addFunction(String, argc: Int32)
            case removeFunction(String, argc: Int32)
            case close

            var text: StatementText? {
                switch self {
                case .prepare(let text): text
                case .run(let call): call.text
                case .addFunction, .removeFunction, .close: nil
                }
            }
        }
    }
}

extension MockExpectation.Kind {
    func matches(_ event: Event) -> Bool {
        switch (self, event) {
        case (.prepare(let pattern), .prepare(let text)): pattern.matches(text)
        case (.execute(let pattern), .run(let call)), (.query(let pattern), .run(let call)):
            pattern.matches(call.text)
        case (_, .run(let call)): matches(call.text.kind)
        case (.addFunction(let name), .addFunction(let other, _)),
            (.removeFunction(let name), .removeFunction(let other, _)):
            SQLName.matches(name, other)
        case (.close, .close): true
        default: false
        }
    }

    private func matches(_ kind: SQLScanner.Kind) -> Bool {
        switch (self, kind) {
        case (.begin(let type), .begin(let other)): type == nil || type?.rawValue == other.rawValue
        case (.commit, .commit), (.rollback, .rollback), (.savepoint, .savepoint),
            (.release, .release), (.rollbackToSavepoint, .rollbackTo):
            true
        case (.pragma(let name, let value), .pragma(let other, let foreignValue)):
            name == other && value?.lowercased() == foreignValue?.lowercased()
        default: false
        }
    }

    /// The SQL that the test expects, if the pattern is a literal SQL text.
    var text: StatementText? { pattern?.statement }

    /// Whether the call opens or ends a transaction.
    var isTransactionControl: Bool {
        switch self {
        case .begin, .commit, .rollback, .savepoint, .release, .rollbackToSavepoint: true
        default: false
        }
    }

    /// Whether the call ends a transaction.
    var endsTransaction: Bool {
        switch self {
        case .commit, .rollback, .release: true
        default: false
        }
    }

    var pattern: SQLPattern? {
        switch self {
        case .prepare(let pattern), .execute(let pattern), .query(let pattern): pattern
        default: nil
        }
    }
}

extension MockExpectation.Kind: CustomStringConvertible {
    var description: String {
        switch self {
        case .prepare(let pattern): "prepare \(MessageText.sql(pattern.description))"
        case .execute(let pattern): "execute \(MessageText.sql(pattern.description))"
        case .query(let pattern): "query \(MessageText.sql(pattern.description))"
        case .begin(let type): type.map { "BEGIN \($0.rawValue)" } ?? "BEGIN"
        case .commit: "COMMIT"
        case .rollback: "ROLLBACK"
        case .savepoint: "SAVEPOINT"
        case .release: "RELEASE SAVEPOINT"
        case .rollbackToSavepoint: "ROLLBACK TO SAVEPOINT"
        case .pragma(let name, let value):
            "PRAGMA \(MessageText.name(name))"
                + (value.map { " = \(MessageText.name($0))" } ?? "")
        case .addFunction(let name): "add function \(MessageText.name(name))"
        case .removeFunction(let name): "remove function \(MessageText.name(name))"
        case .close: "close"
        }
    }
}

extension MockExpectation.Kind.Event: CustomStringConvertible {
    var description: String {
        switch self {
        case .prepare(let text): "prepare \(MessageText.sql(text.sql))"
        case .run(let call): call.summary
        case .addFunction(let name, let argc): "add function \(MessageText.name(name))/\(argc)"
        case .removeFunction(let name, let argc):
            "remove function \(MessageText.name(name))/\(argc)"
        case .close: "close"
        }
    }
}
