/// Returns the result of a call if an argument cannot be converted to a closure's parameter type.
@usableFromInline
enum TypedArguments {
    /// The result is NULL if a parameter that is not optional receives NULL, regardless of the other
    /// arguments.
    ///
    /// - Throws: `SQLITE_MISMATCH`, naming the first argument that cannot be converted.
    @usableFromInline
    @inline(never)
    static func mismatchResult(
        _ args: any ArgumentsProtocol, of function: String,
        as types: any SQLiteRepresentable.Type...
    ) throws(SQLiteError) -> SQLiteValue {
        try mismatchResult(args, of: function, as: types)
    }

    static func mismatchResult(
        _ args: any ArgumentsProtocol, of function: String, as types: [any SQLiteRepresentable.Type]
    ) throws(SQLiteError) -> SQLiteValue {
        let mismatches = types.indices.filter { types[$0].init(args[$0] as SQLiteValue) == nil }
        guard let first = mismatches.first, !mismatches.contains(where: { args[$0].isNull }) else {
            return .null
        }
        throw SQLiteError(
            .mismatch,
            message: "\(function): argument \(first + 1): expected \(types[first]), "
                + "found \(args[first].summary)")
    }
}

extension ArgumentsProtocol {
    /// The next argument, converted to the type of a closure's parameter.
    func typed<T: SQLiteRepresentable>(_ index: inout Int) throws(ArgumentMismatch) -> T {
        defer { index += 1 }
        guard let value = self[index] as T? else { throw .argument }
        return value
    }
}

/// An enum without payload, so that throwing it allocates nothing.
enum ArgumentMismatch: Error {
    case argument
}
