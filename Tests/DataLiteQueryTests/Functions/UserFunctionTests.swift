import DataLiteQuery
import DataLiteTesting
import Testing

/// A function as a type.
private struct Distance: SQLFunction {
    typealias Value = Double
    static let definition = FunctionDefinition(
        name: "distance\"; --", argc: 2, options: .deterministic)
    let from, to: SQLExpression<Double>

    var arguments: [any SQLExpressionProtocol] { [from, to] }

    static func execute(args: any ArgumentsProtocol) throws -> Double {
        guard let from = args[0] as Double?, let to = args[1] as Double? else {
            throw SQLiteError(.mismatch, message: "a distance needs two numbers")
        }
        return abs(from - to)
    }
}

/// A function that takes fewer arguments than its call has.
private struct Unary: SQLFunction {
    typealias Value = String?
    static let definition = FunctionDefinition(name: "unary", argc: 1)
    var arguments: [any SQLExpressionProtocol] {
        [SQLExpression<Int>(1), SQLExpression<String>("x")]
    }

    static func execute(args: any ArgumentsProtocol) throws -> String? { nil }
}

private final class Shout: Function.Scalar {
    override class var name: String { "shout" }
    override class var argc: Int32 { 1 }

    override class func invoke(args: any ArgumentsProtocol) throws -> (any SQLiteRepresentable)? {
        (args[0] as String?).map { $0.uppercased() + "!" }
    }

    static func shout(_ text: SQLExpression<String?>) -> SQLExpression<String?> { call(text) }
}

private final class Multiply: Function.Window {
    override class var name: String { "product" }
    override class var argc: Int32 { 1 }
    private var factors: [Double] = []

    override func step(args: any ArgumentsProtocol) throws {
        factors.append(args[0] as Double? ?? 1)
    }

    override func inverse(args: any ArgumentsProtocol) throws { factors.removeFirst() }

    override func value() throws -> (any SQLiteRepresentable)? { factors.reduce(1, *) }

    override func finalize() throws -> (any SQLiteRepresentable)? { factors.reduce(1, *) }

    static func product(
        _ factor: SQLExpression<Double>, filter: SQLExpression<Bool>? = nil
    ) -> SQLExpression<Double> { call(factor, filter: filter) }
}

@Suite("An application-defined function")
struct UserFunctionTests {
    @Test("A function type is an expression, with the functions of its value")
    func functionType() throws {
        let db = try Product.connection()
        try db.add(function: Distance.self)
        try assertQuery(
            Product.order { Distance(from: $0.price, to: 2).asc() }
                .select { ($0.id, Distance(from: $0.price, to: 2).round(to: 1)) },
            on: db,
            sql: """
                SELECT "p"."id", round("distance""; --"("p"."price", ?), ?) FROM "p" \
                ORDER BY "distance""; --"("p"."price", ?) ASC
                """,
            rows: "3 | 0.3\n1 | 0.5\n2 | 2.0")
        #expect(
            try Product.where { Distance(from: $0.price, to: 2).expression < 1 }.select(\.id)
                .fetchAll(db) == [1, 3])
        #expect(
            try Product.limit(1).select { Distance(from: $0.price, to: 2) }.fetchOne(db) == 0.5)
    }

    @Test("SQLite names an application-defined function that was not added")
    func missing() throws {
        let db = try Product.connection()
        let error = #expect(throws: SQLiteError.self) {
            try Product.select { Distance(from: $0.price, to: 2) }.fetchAll(db)
        }
        #expect(error?.message == "no such function: distance\"; --")
    }

    @Test("An application-defined function must be called with as many arguments as it takes")
    func argumentCount() throws {
        let query = Product.select { _ in Unary() }
        let error = #expect(throws: SQLiteError.self) { try query.sql() }
        #expect(error?.message == "the function unary takes 1 argument, but the call has 2")
    }

    @Test("An application-defined function can be a subclass of Function.Scalar")
    func scalar() throws {
        let db = try Product.connection()
        try db.add(function: Shout.self)
        let hostile = SQLExpression<String>("'; --").optional()
        try assertQuery(
            Product.order(by: \.id).select { (Shout.shout($0.note), Shout.shout(hostile)) },
            on: db,
            sql: """
                SELECT "shout"("p"."note"), "shout"(?) FROM "p" ORDER BY "p"."id"
                """,
            rows: """
                '50% OFF!' | '''; --!'
                NULL | '''; --!'
                'A_B\\C!' | '''; --!'
                """)
    }

    @Test("An application-defined function can be an aggregate with a filter or a window")
    func window() throws {
        let db = try Product.connection()
        try db.add(function: Multiply.self)
        try assertQuery(
            Product.select {
                (Multiply.product($0.price), Multiply.product($0.price, filter: $0.isActive))
            },
            on: db,
            sql: """
                SELECT "product"("p"."price"), \
                "product"("p"."price") FILTER (WHERE "p"."isActive") FROM "p"
                """,
            rows: "13.5 | 3.375")
        try assertQuery(
            Product.order(by: \.id).select {
                Multiply.product($0.price).over(orderBy: $0.id, frame: .rows(.preceding(1)))
            },
            on: db,
            sql: """
                SELECT "product"("p"."price") \
                OVER (ORDER BY "p"."id" ROWS BETWEEN ? PRECEDING AND CURRENT ROW) FROM "p" \
                ORDER BY "p"."id"
                """,
            rows: "1.5\n6.0\n9.0")
    }

    @Test("An application-defined function is added to a mock by its definition")
    func mock() throws {
        let mock = MockConnection()
        try mock.add(function: Distance.self)
        #expect(mock.functions.map(\.name) == ["distance\"; --"])
        #expect(mock.functions.first?.argc == 2)
    }
}
