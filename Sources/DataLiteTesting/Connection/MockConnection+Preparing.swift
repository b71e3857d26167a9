import DataLiteSyntax

extension MockConnection {
    public func prepare(
        sql: String, options: Statement.Options
    ) throws(SQLiteError) -> any StatementProtocol {
        try makeStatement(StatementText(sql), options: options)
    }

    public func execute(script: String) throws(SQLiteError) {
        try requireOpen()
        for text in SQLScanner.statements(script) { try execute(SQL(raw: text)) }
    }

    private func makeStatement(
        _ text: StatementText, options: Statement.Options
    ) throws(SQLiteError) -> MockStatement {
        try requireUsable(text.sql)
        record.append(.prepare(text.sql))
        try throwFault(at: .prepare, text)
        if real == nil { try requireOneStatement(text) }
        let event = MockExpectation.Kind.Event.prepare(text)
        if let error = try next(for: event)?.accept(event)?.error {
            throw failed(with: error, text.sql)
        }
        let statement: MockStatement
        do {
            statement = try makeStatement(
                text, real: real?.prepare(sql: text.sql, options: options))
        } catch {
            throw failed(with: error)
        }
        livingStatements.add(statement)
        return statement
    }

    private func makeStatement(
        _ text: StatementText, real: (any StatementProtocol)?
    ) throws(SQLiteError) -> MockStatement {
        if let real {
            let columns = ResultColumns(prepared: real.columnNames(), text)
            return MockStatement(text, on: self, columns: columns, real: real)
        }
        guard let checked = try checker.check(text) else {
            return MockStatement(text, on: self, columns: ResultColumns(text))
        }
        return MockStatement(
            text, on: self, names: checked.parameterNames,
            columns: ResultColumns(prepared: checked.columns, text))
    }

    private func requireOneStatement(_ text: StatementText) throws(SQLiteError) {
        guard let end = text.endOfFirstStatement else {
            throw failed(with: .noStatement(in: text.sql))
        }
        let utf8 = Array(text.sql.utf8)
        do {
            try utf8.withUnsafeBufferPointer { (utf8) throws(SQLiteError) in
                // SQLite stops at a NUL character, wherever it is.
                try Connection.requireEnd(of: utf8, from: utf8.firstIndex(of: 0) ?? end)
            }
        } catch {
            throw failed(with: error)
        }
    }
}
