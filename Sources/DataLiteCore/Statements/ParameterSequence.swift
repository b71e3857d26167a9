/// Binds values to the parameters of a statement, one after another.
///
/// A ``RowWriter`` writes to it, and a program can keep a copy of the writer. So this is an object that ``end()``
/// separates from its statement.
package final class ParameterSequence {
    private var statement: Statement?

    // Retaining the statement for each value would cost as much as binding an integer.
    //
    // SAFETY: `statement` keeps it alive. This and the counts are read by copying and written by assignment, so two
    // accesses never overlap.
    @exclusivity(unchecked)
    private var unretained: Unmanaged<Statement>?

    /// The number of values so far; 0 after the end.
    @exclusivity(unchecked)
    package private(set) var count: Int32 = 0

    /// The number of NULLs at their end.
    @exclusivity(unchecked)
    private(set) var trailingNulls: Int32 = 0

    private let limit: Int32

    /// Begins with the first parameter.
    ///
    /// - Parameter limit: The number of parameters. Further values are counted, but not bound.
    package init(of statement: Statement, limit: Int32) {
        self.statement = statement
        unretained = .passUnretained(statement)
        self.limit = limit
    }

    /// Ignores all later values.
    package func end() {
        unretained = nil
        statement = nil
        count = 0
        trailingNulls = 0
    }

    /// Binds a value to the next parameter.
    ///
    /// - Returns: `SQLITE_OK`, or the code for ``failure(_:)``.
    func bind(_ value: SQLiteValue) -> Int32 {
        guard let unretained else { return 0 }
        count &+= 1
        if case .null = value { trailingNulls &+= 1 } else { trailingNulls = 0 }
        guard count <= limit else { return 0 }
        let position = count
        return unretained._withUnsafeGuaranteedRef { $0.bindCode(value, at: position) }
    }

    /// The error of the latest value.
    func failure(_ code: Int32) -> SQLiteError? { statement?.bindFailure(code, at: count) }
}
