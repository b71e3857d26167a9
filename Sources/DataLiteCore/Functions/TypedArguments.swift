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
    @usableFromInline let takesNull: [Bool]
    @usableFromInline var index = 0

    @inlinable
    init(of function: String, _ args: any ArgumentsProtocol, takesNull: [Bool]) {
        self.function = function
        self.args = args
        self.takesNull = takesNull
    }

    /// Which of some types have a value for NULL: `Optional` does.
    @inlinable
    static func takesNull<each T: SQLiteRepresentable>(_ types: repeat (each T).Type) -> [Bool] {
        var result: [Bool] = []
        for type in repeat each types { result.append(takesNull(one: type)) }
        return result
    }

    @inlinable
    static func takesNull<T: SQLiteRepresentable>(one type: T.Type) -> Bool {
        T(SQLiteValue.null) != nil
    }

    @inlinable
    mutating func next<T: SQLiteRepresentable>(_ type: T.Type) throws -> T {
        defer { index += 1 }
        if let value = args[index] as T? { return value }
        throw failure(type)
    }

    /// A NULL where the type has no value for it wins, wherever it stands among the arguments.
    @usableFromInline
    @inline(never)
    func failure(_ type: any Any.Type) -> any Error {
        let hasNull = takesNull.indices.contains { position in
            !takesNull[position] && args.withArgument(at: position) { $0.isNull }
        }
        guard !hasNull else { return NullForNonOptional.null }
        let value: SQLiteValue = args[index]
        return SQLiteError(
            .mismatch,
            message: "\(function): argument \(index + 1): expected \(type), "
                + "found \(value.summary)")
    }
}
