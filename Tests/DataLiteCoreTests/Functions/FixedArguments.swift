import DataLiteCore

/// The members that a mock of arguments must implement.
final class FixedArguments: ArgumentsProtocol {
    let values: [SQLiteValue]
    init(values: [SQLiteValue]) { self.values = values }
    var count: Int { values.count }
    subscript(index: Int) -> SQLiteValue { values.indices.contains(index) ? values[index] : .null }
}

/// The results of `body` for the arguments `(1, 'two', 3.0)`: a mock's, and those that SQLite passes.
func withEachKindOfArguments<R>(_ body: @escaping (any ArgumentsProtocol) throws -> R) throws -> [R]
{
    var results = [try body(FixedArguments(values: [1, "two", 3.0]))]
    let connection = try Connection.inMemory()
    try connection.add(function: "f", argc: -1) { args in
        results.append(try body(args))
        return nil
    }
    try connection.execute(sql: "SELECT f(1, 'two', 3.0)")
    return results
}
