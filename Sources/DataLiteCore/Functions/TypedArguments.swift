/// What becomes of a call whose arguments are not all of the types that a closure asks for.
@usableFromInline
enum TypedArguments {
    /// NULL, where an argument is NULL whose type has no value for that; it wins, wherever it stands
    /// among the arguments.
    ///
    /// - Throws: `SQLITE_MISMATCH`, naming the first argument that is none of its type.
    @usableFromInline
    @inline(never)
    static func resultForUnfit(
        _ args: any ArgumentsProtocol, of function: String,
        as types: any SQLiteRepresentable.Type...
    ) throws(SQLiteError) -> SQLiteValue {
        try resultForUnfit(args, of: function, as: types)
    }

    static func resultForUnfit(
        _ args: any ArgumentsProtocol, of function: String, as types: [any SQLiteRepresentable.Type]
    ) throws(SQLiteError) -> SQLiteValue {
        let unfit = types.indices.filter { types[$0].init(args[$0] as SQLiteValue) == nil }
        guard let first = unfit.first, !unfit.contains(where: { args[$0].isNull }) else {
            return .null
        }
        throw SQLiteError(
            .mismatch,
            message: "\(function): argument \(first + 1): expected \(types[first]), "
                + "found \(args[first].summary)")
    }
}

extension ArgumentsProtocol {
    /// An argument as a type that a closure asks for.
    func typed<T: SQLiteRepresentable>(_ index: inout Int) throws(UnfitArgument) -> T {
        defer { index += 1 }
        guard let value = self[index] as T? else { throw .argument }
        return value
    }
}

/// Without payload, so that throwing it allocates nothing.
enum UnfitArgument: Error {
    case argument
}
