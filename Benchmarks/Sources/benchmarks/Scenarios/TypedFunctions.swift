import DataLiteQuery

/// A Swift function that is called through a typed query, at the same cost as through SQL text.
struct TypedPlus: SQLFunction {
    typealias Value = Double

    static let definition = FunctionDefinition(
        name: "plus_type", argc: 2, options: .deterministic)

    let x, y: SQLExpression<Double>

    var arguments: [any SQLExpressionProtocol] { [x, y] }

    static func execute(args: any ArgumentsProtocol) throws -> Double {
        (args[0] ?? 0.0) + (args[1] ?? 0.0)
    }
}

extension Connections {
    /// The sum of a function's results, called by SQL text and by a typed query.
    func typedFunction(calls: Int) -> [Scenario] {
        let sql = "SELECT sum(plus_type(x, y)) FROM narrow"
        let byText = number(
            title: "scalar function of two REALs: type, called by SQL text", calls: calls, sql,
            builtIn: "SELECT sum(x + y) FROM narrow")
        let query = TypedRow<Narrow>.select { TypedPlus(x: $0.x, y: $0.y).expression.sum() }
        var byQuery = Scenario(
            title: "scalar function of two REALs: type, called by a typed query", operations: calls,
            c: byText.c,
            dataLite: Contender { [dataLite] in (try query.fetchOne(dataLite) ?? 0) ?? 0 })
        byQuery.builtIn = byText.builtIn
        var withoutGRDB = byText
        withoutGRDB.grdb = nil
        return [withoutGRDB, byQuery]
    }
}
