import Foundation
import DataLiteSyntax

/// SQL to run, with the values of its parameters.
@usableFromInline
struct Request {
    private enum Source {
        /// A cached statement is found by its bytes.
        case literal(SQL)
        case text(String)
    }

    private let source: Source

    /// The remaining interpolations; `nil` until the first one is taken.
    private var rest: ArraySlice<SQLiteValue>?

    /// The parameters passed with the SQL, for all of its statements.
    let given: [any Encodable]

    /// The parameters of all statements of a script; `nil` for a single statement.
    private(set) var script: ScriptParameters?

    @usableFromInline
    init(_ sql: SQL, _ given: [any Encodable]) {
        source = .literal(sql)
        self.given = given
    }

    @usableFromInline
    init(sql: String, _ given: [any Encodable]) {
        source = .text(sql)
        self.given = given
    }

    private var sql: String {
        switch source {
        case .literal(let sql): sql.text
        case .text(let sql): sql
        }
    }

    /// The SQL, for an error.
    @usableFromInline var text: SQL {
        switch source {
        case .literal(let sql): sql
        case .text(let sql): SQL(raw: sql)
        }
    }

    /// A statement with its parameters bound.
    @usableFromInline
    mutating func lease(
        on connection: some ConnectionProtocol, _ coder: SQLiteCoder
    ) throws -> StatementLease {
        let lease =
            switch source {
            case .literal(let sql): try connection.lease(sql)
            case .text(let sql): try connection.lease(sql: sql)
            }
        do {
            try bind(to: lease.statement, coder)
        } catch {
            lease.discard()
            throw error
        }
        return lease
    }

    private mutating func bind(
        to statement: any StatementProtocol, _ coder: SQLiteCoder
    ) throws {
        if given.isEmpty, script == nil, case .literal(let sql) = source,
            sql.parameterCount == statement.parameterCount()
        {
            try statement.bindAll(sql.parameters)
        } else {
            try requireInterpolationsFirst()
            try ParameterListBinder.cached(statement, coder).bind(&self, to: statement, coder)
        }
    }

    /// Interpolations take the first plain `?` of the SQL, so no other `?` may come before them.
    ///
    /// - Throws: An `SQLiteError` with `SQLITE_MISUSE` if another `?` comes first.
    func requireInterpolationsFirst() throws(SQLiteError) {
        guard case .literal(let sql) = source, sql.interpolationsEnd > 0 else { return }
        // If there are no more `?` than interpolations, the tokens need not be examined.
        let marks = sql.utf8[..<sql.interpolationsEnd].count { $0 == UInt8(ascii: "?") }
        guard marks > sql.parameters.count else { return }
        let text = sql.text
        let plain = SQLTokens(text).count { token in
            token.range.lowerBound < sql.interpolationsEnd && token.text == "?"
        }
        guard plain > sql.parameters.count else { return }
        throw SQLiteError.misuse(
            "unexpected ? before an interpolation: use a named parameter or an interpolation",
            sql: text)
    }

    /// The interpolations that no statement has taken yet. Each belongs to one `?`, and therefore to one statement.
    var interpolations: ArraySlice<SQLiteValue> {
        if let rest { return rest }
        return if case .literal(let sql) = source { sql.parameters[...] } else { [] }
    }

    mutating func nextInterpolation() -> SQLiteValue? {
        var rest = interpolations
        defer { self.rest = rest }
        return rest.popFirst()
    }

    // MARK: - Several statements

    /// Whether the SQL is certainly one statement: it begins with a letter and has no semicolon. Its tokens are not
    /// examined.
    var isOneStatement: Bool {
        switch source {
        case .literal(let sql): sql.utf8.withUnsafeBufferPointer(Self.isOneStatement)
        case .text(var sql): sql.withUTF8(Self.isOneStatement)
        }
    }

    private static func isOneStatement(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = utf8.baseAddress, let first = utf8.first(where: { $0 > 0x20 }) else {
            return false
        }
        let isLetter = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first & ~0x20
        return isLetter && memchr(start, Int32(UInt8(ascii: ";")), utf8.count) == nil
    }

    /// The statements of the SQL. Each takes its interpolations in turn, so they must be bound in order.
    var statements: [String] { SQLScanner.statements(sql) }

    /// Calls a closure with one of the statements, which takes its interpolations from the remaining ones.
    mutating func withStatement<T>(
        _ sql: String, of script: ScriptParameters?, _ body: (inout Request) throws -> T
    ) rethrows -> T {
        var part = Request(sql: sql, given)
        part.rest = interpolations
        part.script = script
        defer { rest = part.rest }
        return try body(&part)
    }
}

/// The parameters of all statements of a script. A value is an extra value if no statement has a parameter for it.
struct ScriptParameters {
    private var names: [String] = []

    /// The largest number of positional values that one of the statements takes.
    private(set) var positions = 0

    /// - Parameter interpolations: The number of leading `?` parameters that belong to interpolations.
    init(_ statements: [String], interpolations: Int) {
        var interpolations = interpolations
        for sql in statements {
            let parameters = SQLScanner.parameters(sql)
            let plain = parameters.indices.filter { parameters[$0] == nil }.prefix(interpolations)
            interpolations -= plain.count
            // Positional values come after the last interpolation.
            positions = max(positions, parameters.count - (plain.last.map { $0 + 1 } ?? 0))
            names += parameters.compactMap(\.self)
        }
    }

    func has(_ name: String, ignoringCase: Bool) -> Bool {
        names.contains { parameter in
            [parameter[...], parameter.dropFirst()].contains {
                ignoringCase
                    ? SQLName.matches(String($0), name)
                    : $0.utf8.elementsEqual(name.utf8)
            }
        }
    }
}
