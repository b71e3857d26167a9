import DataLiteSyntax

extension StatementProtocol {
    /// Binds exactly one value to each parameter, in order.
    // Not generic over the collection: the compiler would not specialize it here.
    package func bindAll(_ values: [SQLiteValue]) throws(SQLiteError) {
        if let statement = sqliteStatement {
            let statement = statement.takeUnretainedValue()
            return try values.withUnsafeBufferPointer { values throws(SQLiteError) in
                try statement.bindEach(values)
            }
        }
        try requireParameters(values.count)
        var index: Int32 = 0
        for value in values {
            index &+= 1
            try bind(value, at: index)
        }
    }

    fileprivate func requireParameters(_ count: Int) throws(SQLiteError) {
        let expected = Int(parameterCount())
        guard count == expected else { throw countMismatch(count, expected) }
    }

    private func countMismatch(_ count: Int, _ expected: Int) -> SQLiteError {
        let what =
            count < expected
            ? missingValues(count + 1...expected)
            : "no parameter for value \(expected + 1)"
        return parameterMismatch(
            """
            the statement has \(expected.counted("parameter")) and was given \
            \(count.counted("value")): \(what)
            """)
    }
}

extension StatementProtocol {
    /// SQLite counts up to the greatest number, so `?5` alone needs five values.
    private func missingValues(_ numbers: ClosedRange<Int>) -> String {
        let used = SQLScanner.parameterIndexes(sql)
        let named = numbers.filter(used.contains)
        guard !named.isEmpty, named.count < numbers.count else {
            return "no value for \(parameterList(numbers.map(Int32.init)))"
        }
        return "no value for \(parameterList(named.map(Int32.init))); "
            + "numbers that the statement omits need a value, too"
    }
}

extension Statement {
    /// Binds exactly one value to each parameter, in order.
    func bindEach(_ values: UnsafeBufferPointer<SQLiteValue>) throws(SQLiteError) {
        try requireParameters(values.count)
        var index: Int32 = 0
        for value in values {
            index &+= 1
            try bind(value, at: index)
        }
    }
}
