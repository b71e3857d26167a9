// SQL text that is not a literal. The compiler reports what to write.

private let unreachable = SQLiteError.misuse("an unavailable name was called")

extension ConnectionProtocol {
    @available(*, unavailable, message: "SQL text that is not a literal: write `SQL(raw: text)`")
    public func execute(_ text: String, _ parameters: SQLParameters = []) throws(SQLiteError) {}

    @available(*, unavailable, message: "SQL text that is not a literal: write `SQL(raw: text)`")
    public func rows(
        _ text: String, _ parameters: SQLParameters = []
    ) throws(SQLiteError) -> [SQLiteRow] { [] }

    @available(*, unavailable, message: "SQL text that is not a literal: write `SQL(raw: text)`")
    public func rows<T>(
        _ text: String, _ parameters: SQLParameters = [], as type: T.Type
    ) throws(SQLiteError) -> [T] { [] }

    @available(*, unavailable, message: "SQL text that is not a literal: write `SQL(raw: text)`")
    public func row(
        _ text: String, _ parameters: SQLParameters = []
    ) throws(SQLiteError) -> SQLiteRow? { nil }

    @available(*, unavailable, message: "SQL text that is not a literal: write `SQL(raw: text)`")
    public func row<T>(
        _ text: String, _ parameters: SQLParameters = [], as type: T.Type
    ) throws(SQLiteError) -> T? { nil }

    @available(*, unavailable, message: "SQL text that is not a literal: write `SQL(raw: text)`")
    public func requiredRow(
        _ text: String, _ parameters: SQLParameters = []
    ) throws(SQLiteError) -> SQLiteRow { [:] }

    @available(*, unavailable, message: "SQL text that is not a literal: write `SQL(raw: text)`")
    public func requiredRow<T>(
        _ text: String, _ parameters: SQLParameters = [], as type: T.Type
    ) throws(SQLiteError) -> T { throw unreachable }

    @available(*, unavailable, message: "SQL text that is not a literal: write `SQL(raw: text)`")
    public func value<T: SQLiteRepresentable>(
        _ text: String, _ parameters: SQLParameters = [], as type: T.Type = T.self
    ) throws(SQLiteError) -> T? { nil }

    @available(*, unavailable, message: "SQL text that is not a literal: write `SQL(raw: text)`")
    public func requiredValue<T: SQLiteRepresentable>(
        _ text: String, _ parameters: SQLParameters = [], as type: T.Type = T.self
    ) throws(SQLiteError) -> T { throw unreachable }

    @available(*, unavailable, message: "SQL text that is not a literal: write `SQL(raw: text)`")
    public func cursor(
        _ text: String, _ parameters: SQLParameters = []
    ) throws(SQLiteError) -> Cursor<SQLiteRow> { throw unreachable }
}
