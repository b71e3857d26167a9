/// Reads the arguments of a call one after the other, each as the type that a closure asks for.
@usableFromInline
struct TypedArguments {
    /// Ends a call whose result is NULL because an argument is. Without payload, so that throwing it
    /// allocates nothing.
    @usableFromInline
    enum NullForNonOptional: Error {
        case null
    }

    @usableFromInline let function: String
    @usableFromInline let args: any ArgumentsProtocol
    @usableFromInline var index = 0

    @inlinable
    init(of function: String, _ args: any ArgumentsProtocol) {
        self.function = function
        self.args = args
    }

    @inlinable
    mutating func next<T: SQLiteRepresentable>(_ type: T.Type) throws -> T {
        defer { index += 1 }
        if let value = args[index] as T? { return value }
        throw failure(type)
    }

    /// A NULL gets here only where the type has no value for it: `Optional` has one.
    @usableFromInline
    @inline(never)
    func failure(_ type: any Any.Type) -> any Error {
        let value: SQLiteValue = args[index]
        guard !value.isNull else { return NullForNonOptional.null }
        return SQLiteError(
            .mismatch,
            message: "\(function): argument \(index + 1): expected \(type), "
                + "found \(value.summary)")
    }
}
