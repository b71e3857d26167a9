extension ConnectionProtocol {
    /// Makes a closure known to SQL as a function whose argument count and conversions are those of
    /// the closure's own parameters.
    ///
    /// ```swift
    /// try connection.add(function: "hypot", options: [.deterministic, .innocuous]) {
    ///     (x: Double, y: Double) in (x * x + y * y).squareRoot()
    /// }
    /// ```
    ///
    /// A NULL for a parameter that is not optional makes the result NULL, without calling the
    /// closure; a value that is none of the parameter's type ends the statement with
    /// `SQLITE_MISMATCH`.
    public func add<each Argument: SQLiteRepresentable, R: SQLiteBindable>(
        function name: String, options: Function.Options = [],
        _ body: @escaping (repeat each Argument) throws -> R?
    ) throws(SQLiteError) {
        var takesNull: [Bool] = []
        for type in repeat (each Argument).self {
            takesNull.append(Self.takesNull(type))
        }
        let argc = Int32(takesNull.count)
        try add(function: name, argc: argc, options: options) {
            [takesNull] args throws -> (any SQLiteBindable)? in
            for index in takesNull.indices where !takesNull[index] {
                if args.withArgument(at: index, { $0.isNull }) { return nil }
            }
            var decoder = ArgumentDecoder(function: name, args: args)
            return try body(repeat decoder.next((each Argument).self))
        }
    }

    /// `Optional` does, and whatever else has a value for NULL.
    private static func takesNull<T: SQLiteRepresentable>(_ type: T.Type) -> Bool {
        T(SQLiteValue.null) != nil
    }
}

/// Reads the arguments of a call one after the other.
private struct ArgumentDecoder {
    let function: String
    let args: any ArgumentsProtocol
    var index = 0

    mutating func next<T: SQLiteRepresentable>(_ type: T.Type) throws -> T {
        defer { index += 1 }
        if let value = args[index] as T? { return value }
        throw SQLiteError(
            .mismatch,
            message: "\(function): argument \(index + 1): expected \(type), "
                + "found \((args[index] as SQLiteValue).summary)")
    }
}
