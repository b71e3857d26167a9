import DataLiteCore

/// What the parameters of a text are bound to.
@usableFromInline
struct ParameterValues {
    /// The interpolations of the text. Each belongs to one `?`, and so to one statement only.
    private(set) var interpolations: ArraySlice<SQLiteValue>

    /// What is given beside the text, to all of its statements.
    let given: [(any Encodable)?]

    /// Whether there are other statements in the text.
    var isForSeveral = false

    @usableFromInline
    init(_ given: [(any Encodable)?], interpolations: [SQLiteValue] = []) {
        self.given = given
        self.interpolations = interpolations[...]
    }

    mutating func nextInterpolation() -> SQLiteValue? { interpolations.popFirst() }
}

extension SQL {
    /// The values of the interpolations, and what is given beside them.
    @usableFromInline
    func parameters(and given: [(any Encodable)?]) -> ParameterValues {
        ParameterValues(given, interpolations: parameters)
    }
}
