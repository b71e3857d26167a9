/// A call of a function: `name(DISTINCT a, b ORDER BY c) FILTER (WHERE d)`.
struct FunctionCall: SQLRenderable {
    /// The name: without quotes for a built-in function, in double quotes for an application-defined function.
    var name: FunctionName
    var arguments: [SQLNode]
    var isDistinct = false
    var order: [SQLNode] = []
    var filter: SQLNode?

    /// The feature that the linked SQLite library must have for the call.
    var requirement: SQLFeature?

    /// Whether the result may differ between calls with the same arguments.
    var isVolatile = false

    /// Whether the call is one of an aggregate function of the program.
    var isUserAggregate = false

    /// The Swift function, if the call knows it.
    var function: (any DatabaseFunction)?

    func write(to writer: inout _SQLWriter) {
        if let requirement { writer.require(requirement) }
        if !order.isEmpty { writer.require(.orderedAggregates) }
        if isVolatile { writer.isVolatile = true }
        if let function,
            let mistake = writer.functions.append(function, argumentCount: arguments.count)
        {
            writer.fail(mistake)
        }
        if writer.notesRowFunctions, isAggregate { writer.hasAggregate = true }
        switch name {
        case .builtIn(let text): writer.write(text)
        case .user(let name): writer.writeName(name)
        }
        writer.write("(")
        if isDistinct { writer.write("DISTINCT ") }
        writer.writeList(arguments) { $0.write($1) }
        if !order.isEmpty {
            writer.write(" ORDER BY ")
            writer.writeList(order) { $0.write($1) }
        }
        writer.write(")")
        if let filter {
            writer.write(" FILTER (WHERE ")
            writer.write(condition: filter)
            writer.write(")")
        }
    }

    /// Whether the call is an aggregate, as far as its form and its name show.
    var isAggregate: Bool {
        if isDistinct || filter != nil || !order.isEmpty || isUserAggregate { return true }
        guard case .builtIn(let name) = name else { return false }
        return BuiltInAggregate.isCalled(name.description, arguments: arguments.count)
    }
}

/// The name of a function.
enum FunctionName: Sendable {
    case builtIn(StaticString)
    case user(String)
}

extension SQLNode {
    /// A call of a built-in function.
    static func call(_ name: StaticString, _ arguments: [SQLNode]) -> SQLNode {
        .fragment(FunctionCall(name: .builtIn(name), arguments: arguments))
    }

    /// A call of a built-in function that returns another value each time.
    static func volatileCall(_ name: StaticString, _ arguments: [SQLNode]) -> SQLNode {
        .fragment(FunctionCall(name: .builtIn(name), arguments: arguments, isVolatile: true))
    }

    /// A call of a built-in function that requires a version of SQLite.
    static func call(
        _ name: StaticString, since version: Int32, _ arguments: [SQLNode]
    ) -> SQLNode {
        .fragment(
            FunctionCall(
                name: .builtIn(name), arguments: arguments,
                requirement: .function(name, since: version)))
    }
}
