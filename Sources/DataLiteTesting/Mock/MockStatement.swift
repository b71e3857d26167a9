public import DataLiteCore
import DataLiteSyntax

/// A statement of a ``MockConnection``.
public final class MockStatement: StatementProtocol {
    public let sql: String

    private let connection: MockConnection
    private let names: [String?]
    private let checkedColumns: [String]?
    private let real: (any StatementProtocol)?
    private let kind: SQLText.Kind

    private var values: [SQLiteValue]
    private var isBound: [Bool]
    private var run: Run?

    /// A run that has begun and not been reset.
    private struct Run {
        let source: MockConnection.Source
        var given = 0
        var isOver = false
    }

    init(
        sql: String, on connection: MockConnection, names: [String?], columns: [String]?,
        real: (any StatementProtocol)?
    ) {
        self.sql = sql
        self.connection = connection
        self.names = names
        self.checkedColumns = columns
        self.real = real
        self.kind = SQLText.kind(sql)
        self.values = Array(repeating: .null, count: names.count)
        self.isBound = Array(repeating: false, count: names.count)
    }

    deinit {
        if isRunning { connection.interruptHandle.runDidEnd() }
    }

    /// Whether rows are left that nobody has asked for.
    var isRunning: Bool { run.map { !$0.isOver } ?? false }

    /// The rows that the run has given.
    var rowsGiven: Int { run?.given ?? 0 }
}

// MARK: - Parameters

extension MockStatement {
    public var expandedSQL: String? { real?.expandedSQL ?? call.expandedSQL }

    public func parameterCount() -> Int32 { Int32(names.count) }

    public func parameterNameBy(_ index: Int32) -> String? {
        names.indices.contains(Int(index) - 1) ? names[Int(index) - 1] : nil
    }

    public func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
        try connection.strike(.bind, sql)
        guard run == nil else {
            throw connection.failed(
                with: SQLiteError(
                    .misuse, message: "the statement is running: reset it before binding",
                    sql: sql))
        }
        let position = Int(index) - 1
        guard values.indices.contains(position) else {
            throw connection.failed(
                with: SQLiteError(
                    .range, message: "no parameter \(index): the statement has \(names.count)",
                    sql: sql))
        }
        try real?.bind(value, at: index)
        // SQLite stores no NaN.
        values[position] = if case .real(let real) = value, real.isNaN { .null } else { value }
        isBound[position] = true
    }

    public func clearBindings() throws(SQLiteError) {
        guard !isRunning else {
            throw connection.failed(
                with: SQLiteError(
                    .misuse, message: "the statement is running: reset it before binding",
                    sql: sql))
        }
        try real?.clearBindings()
        for position in values.indices {
            values[position] = .null
            isBound[position] = false
        }
    }

    private var call: MockCall {
        MockCall(sql: sql, parameters: values, names: names, kind: kind)
    }
}

// MARK: - Running

extension MockStatement {
    public func step() throws(SQLiteError) -> Bool {
        if run?.isOver ?? true {
            try begin()
        } else {
            try goOn()
        }
        return try advance()
    }

    private func begin() throws(SQLiteError) {
        connection.interruptHandle.runDidBegin()
        do throws(SQLiteError) {
            // One that begins while others have still to end is interrupted with them.
            try requireNoInterrupt()
            run = Run(source: try connection.run(call, isBound: isBound))
        } catch {
            run = Run(source: .answer(.done), isOver: true)
            connection.interruptHandle.runDidEnd()
            throw error
        }
    }

    private func goOn() throws(SQLiteError) {
        do throws(SQLiteError) {
            try connection.strike(.step(row: rowsGiven), sql)
            try requireNoInterrupt()
        } catch {
            end()
            // The database knows nothing of the failure: its run is over, too, or the next step
            // would go on with it.
            try? real?.reset()
            throw error
        }
    }

    private func requireNoInterrupt() throws(SQLiteError) {
        guard connection.interruptHandle.isPending else { return }
        connection.rollBackIfFatal(.interrupted, sql)
        throw connection.failed(with: .interrupted, sql)
    }

    private func advance() throws(SQLiteError) -> Bool {
        guard let run else { return false }
        let hasRow: Bool
        switch run.source {
        case .answer(let answer): hasRow = run.given < answer.rows.count
        case .real:
            do {
                hasRow = try real?.step() ?? false
            } catch {
                end()
                throw connection.failed(with: error)
            }
        }
        guard hasRow else {
            end()
            return false
        }
        self.run?.given += 1
        return true
    }

    private func end() {
        guard isRunning else { return }
        run?.isOver = true
        connection.interruptHandle.runDidEnd()
    }

    public func reset() throws(SQLiteError) {
        guard run != nil else { return }
        end()
        run = nil
        do {
            try real?.reset()
        } catch {
            throw connection.failed(with: error)
        }
        try connection.strike(.reset, sql)
    }
}

// MARK: - Columns

extension MockStatement {
    public func columnCount() -> Int32 {
        readsReal ? real?.columnCount() ?? 0 : Int32(columns.count)
    }

    public func columnName(at index: Int32) -> String? {
        guard !readsReal else { return real?.columnName(at: index) }
        return columns.indices.contains(Int(index)) ? columns[Int(index)] : nil
    }

    public func columnValue(at index: Int32) -> SQLiteValue {
        guard !readsReal else { return real?.columnValue(at: index) ?? .null }
        guard let row, row.values.indices.contains(Int(index)) else { return .null }
        return row.values[Int(index)]
    }

    public func currentRow() -> SQLiteRow? {
        readsReal ? real?.currentRow() : row
    }

    private var readsReal: Bool {
        guard real != nil else { return false }
        if case .answer = run?.source { return false }
        return true
    }

    private var row: SQLiteRow? {
        guard let run, !run.isOver, case .answer(let answer) = run.source else { return nil }
        return answer.rows[run.given - 1]
    }

    /// Those of the answer; before a run, those of the answer to come.
    private var columns: [String] {
        if case .answer(let answer) = run?.source, let columns = answer.columns { return columns }
        return checkedColumns ?? connection.script.upcoming(sql)?.nextAnswer?.columns ?? []
    }
}
