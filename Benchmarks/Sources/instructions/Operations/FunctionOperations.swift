import CInterface
import DataLiteDatabase
import DataLiteC

/// Calls of a scalar function of two REALs, four in each row.
enum FunctionOperations {
    static let all = [
        Operation(
            name: "function-class", c: c,
            dataLite: { try calling { try $0.add(function: Plus.self) } }),
        Operation(
            name: "function-closure", c: c,
            dataLite: {
                try calling { connection in
                    try connection.add(function: "plus") { (x: Double, y: Double) in x + y }
                }
            }),
    ]

    private static let sql = """
        SELECT cast(total(plus(plus(plus(plus(x, y), y), y), y)) AS INTEGER) FROM entries WHERE id <= 500
        """

    private static func c() -> Contender {
        let c = EntryTable.openC()
        c.require(
            sqlite3_create_function_v2(
                c.pointer, "plus", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
                { context, _, values in
                    sqlite3_result_double(
                        context, sqlite3_value_double(values![0]) + sqlite3_value_double(values![1])
                    )
                }, nil, nil, nil))
        return Contender { _ in Int(c.number(sql)) }
    }

    private static func calling(_ add: (Connection) throws -> Void) throws -> Contender {
        let connection = try EntryTable.openDataLite()
        try add(connection)
        return Contender { _ in try connection.value(SQL(raw: sql)) ?? 0 }
    }

    private final class Plus: Function.Scalar {
        override class var name: String { "plus" }
        override class var argc: Int32 { 2 }
        override class var options: Options { [.deterministic] }

        override class func invoke(
            args: any ArgumentsProtocol
        ) throws -> (any SQLiteRepresentable)? {
            guard let x = args[0] as Double?, let y = args[1] as Double? else { return nil }
            return x + y
        }
    }
}
