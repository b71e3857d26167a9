// Calls of GRDB that fetch values. They are unavailable; the compiler reports what to write instead.

public import DataLiteCore

extension SQLiteRepresentable {
    @available(*, unavailable, message: "write `db.value(\"SELECT ...\", [1])`")
    public static func fetchOne(
        _ db: some ConnectionProtocol, sql: String, arguments: SQLParameters = []
    ) throws(SQLiteError) -> Self? { nil }

    @available(*, unavailable, message: "write `db.rows(\"SELECT ...\", [1], as: Int.self)`")
    public static func fetchAll(
        _ db: some ConnectionProtocol, sql: String, arguments: SQLParameters = []
    ) throws(SQLiteError) -> [Self] { [] }

    @available(*, unavailable, message: "write `db.rows(\"SELECT ...\", [1], as: Int.self)`")
    public static func fetchSet(
        _ db: some ConnectionProtocol, sql: String, arguments: SQLParameters = []
    ) throws(SQLiteError) -> [Self] { [] }
}
