import DataLiteCore

/// An argument that a function cannot use.
struct ArgumentError: Error, CustomStringConvertible {
    let description: String

    init(_ function: String, expected: String, found value: SQLiteValue) {
        description =
            "\(function): expected \(expected), found \(value.storageClass) "
            + value.debugDescription
    }
}

extension ArgumentsProtocol {
    /// The number at an index, or `nil` for NULL.
    ///
    /// - Throws: An ``ArgumentError`` for TEXT and BLOB values, even if they look like numbers: ignoring
    ///   them would give a wrong result.
    func number(at index: Int, of function: String) throws -> Double? {
        if let number = self[index] as Double? { return number }
        let value: SQLiteValue = self[index]
        guard value.isNull else {
            throw ArgumentError(function, expected: "a number", found: value)
        }
        return nil
    }
}
