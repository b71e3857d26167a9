import CInterface
import DataLiteDatabase
import DataLiteC
import Foundation

/// Calls of Swift code by SQLite: of a scalar function of two REALs, four in each row, and of a collation.
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
        Operation(name: "collation", count: 100, c: cSorting, dataLite: sorting),
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

    // MARK: A sort of 500 rows by a collation that reverses the order of the bytes

    private static let sort = """
        SELECT id FROM entries WHERE id <= 500 ORDER BY text COLLATE reversed LIMIT 1
        """

    private static func cSorting() -> Contender {
        let c = EntryTable.openC()
        c.require(
            sqlite3_create_collation_v2(
                c.pointer, "reversed", SQLITE_UTF8, nil,
                { _, count, bytes, otherCount, otherBytes in
                    let order = memcmp(otherBytes!, bytes!, Int(min(count, otherCount)))
                    return order == 0 ? otherCount - count : order
                }, nil))
        return Contender { range in range.reduce(0) { sum, _ in sum + Int(c.number(sort)) } }
    }

    private static func sorting() throws -> Contender {
        let connection = try EntryTable.openDataLite()
        try connection.add(collation: "reversed") { lhs, rhs in
            lhs < rhs ? .orderedDescending : lhs > rhs ? .orderedAscending : .orderedSame
        }
        return Contender { range in
            try range.reduce(0) { sum, _ in try sum + (connection.value(SQL(raw: sort)) ?? 0) }
        }
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
