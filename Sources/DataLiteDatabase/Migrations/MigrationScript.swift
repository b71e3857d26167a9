import DataLiteSyntax

/// The SQL text of a migration.
struct MigrationScript: Sendable {
    let text: String

    /// The name of the file that the text comes from.
    let file: String?

    /// The value of `PRAGMA foreign_keys`, if the first statement sets it. That statement is not run, because SQLite
    /// ignores it in a transaction (<https://www.sqlite.org/pragma.html#pragma_foreign_keys>).
    let foreignKeys: Migrator.ForeignKeys?

    /// The offset in bytes at which the statements to run begin.
    private let start: Int

    init(text: String, file: String?) {
        var text = text
        (foreignKeys, start) = text.withUTF8(Self.setting)
        self.text = text
        self.file = file
    }

    /// Throws if the script contains a statement that has no effect inside the transaction of a migration.
    ///
    /// - Parameters:
    ///   - name: The name of the migration.
    ///   - isInTransaction: Whether it runs in a transaction, so that it cannot begin another one.
    func requireRunnable(_ name: String, isInTransaction: Bool = true) throws(MigrationError) {
        var text = text
        let refusal = text.withUTF8 { bytes -> (reason: String, offset: Int)? in
            let tokenizer = SQLTokenizer(bytes)
            var position = start
            while let range = tokenizer.nextStatement(from: &position) {
                guard let reason = Self.reasonToRefuse(bytes[range], isInTransaction) else {
                    continue
                }
                return (reason, range.lowerBound)
            }
            return nil
        }
        if let refusal {
            throw .refusedStatement(
                location: place(name, at: refusal.offset), reason: refusal.reason)
        }
        let isEmpty = text.withUTF8 { SQLTokenizer($0).firstToken(from: 0) == nil }
        if isEmpty { throw .emptyScript(name) }
    }

    private static func reasonToRefuse(
        _ statement: Slice<UnsafeBufferPointer<UInt8>>, _ isInTransaction: Bool
    ) -> String? {
        switch SQLScanner.controlKind(UnsafeBufferPointer(rebasing: statement)) {
        case .begin where isInTransaction, .commit where isInTransaction,
            .rollback where isInTransaction:
            "the statement begins or ends a transaction, but a migration runs in its own transaction"
        case .pragma("foreign_keys", .some):
            "PRAGMA foreign_keys has no effect here; it must be the first statement"
        default: nil
        }
    }

    /// Runs the statements.
    func run(on connection: any ConnectionProtocol) throws(LocatedError) {
        if let connection = connection as? Connection {
            do {
                try connection.statements(in: text, from: start).runLocated()
            } catch {
                throw LocatedError(error.error, in: self, at: error.offset)
            }
        } else {
            for (sql, offset) in statements {
                do {
                    try connection.execute(script: sql)
                } catch {
                    throw LocatedError(error, in: self, at: offset + (error.offset ?? 0))
                }
            }
        }
    }

    /// A human-readable location: `001 create.sql:12` or `migration "create", line 12`.
    func place(_ name: String, at offset: Int) -> String {
        let line = text.utf8.prefix(offset).reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        guard let file else { return "migration \"\(MessageText.name(name))\", line \(line)" }
        return "\(MessageText.name(file)):\(line)"
    }

    /// Each statement to run, including the text up to the next one, and its offset. SQLite describes a syntax error at
    /// a semicolon better than one at the end of the text.
    private var statements: [(sql: String, offset: Int)] {
        let bytes = Array(text.utf8)
        let starts = SQLScanner.statementRanges(text).map(\.lowerBound).filter { $0 >= start }
        return zip(starts, starts.dropFirst() + [bytes.count]).map { start, end in
            (String(decoding: bytes[start..<end], as: UTF8.self), start)
        }
    }

    /// The setting of foreign keys at the start of a script, and the offset after it.
    private static func setting(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> (Migrator.ForeignKeys?, Int) {
        let tokenizer = SQLTokenizer(bytes)
        guard let first = tokenizer.firstToken(from: 0), bytes[first] | 0x20 == UInt8(ascii: "p")
        else { return (nil, 0) }
        var end = first
        guard let range = tokenizer.nextStatement(from: &end),
            case .pragma("foreign_keys", let value?) = SQLScanner.controlKind(
                UnsafeBufferPointer(rebasing: bytes[range]))
        else { return (nil, 0) }
        // SQLite reads these words, and any number except zero, as true.
        let isOn = ["on", "yes", "true"].contains(value.lowercased()) || (Int(value) ?? 0) != 0
        return (isOn ? .enforced : .checkedAtEnd, end)
    }
}

/// An `SQLiteError` in a script, with its location.
struct LocatedError: Error {
    private let error: SQLiteError
    private let script: MigrationScript
    private let offset: Int

    /// - Parameter offset: The position of the error or of its statement in the script.
    init(_ error: SQLiteError, in script: MigrationScript, at offset: Int) {
        self.script = script
        self.offset = offset
        guard error.offset != nil else {
            self.error = error
            return
        }
        self.error = SQLiteError(
            error.resultCode, message: error.message, sql: script.text, offset: offset,
            underlyingError: error.underlyingError)
    }

    func named(_ name: String) -> SQLiteError {
        error.prefixed(script.place(name, at: offset) + ": ")
    }
}
