/// A page of a database, or the sum of the pages of a table or index: a row of `dbstat`, which requires an SQLite that
/// was built with `SQLITE_ENABLE_DBSTAT_VTAB` (<https://sqlite.org/dbstat.html>).
///
/// ```swift
/// let largest = try DBStat.sums().order { $0.pageSize.desc() }.fetchOne(db)
/// ```
public struct DBStat: Hashable, Sendable {
    /// The table or index that the page belongs to.
    public let name: String
    /// The path from the root of its B-tree to the page; `nil` in a sum.
    public let path: String?
    /// The number of the page in the file; in a sum, the number of pages.
    public let pageNumber: Int
    /// The kind of page, `internal`, `leaf` or `overflow`; `nil` in a sum.
    public let pageType: String?
    /// The number of cells.
    public let cellCount: Int
    /// The number of bytes of the content.
    public let payload: Int
    /// The number of unused bytes.
    public let unused: Int
    /// The number of bytes of the largest cell.
    public let maximumPayload: Int
    /// The position of the page in the file; `nil` in a sum.
    public let pageOffset: Int?
    /// The number of bytes of the page or pages.
    public let pageSize: Int
}

extension DBStat: TableFunction {
    public static let tableDefinition = TableDefinition("dbstat") { columns in
        columns.add("name", String.self)
        columns.add("path", String?.self)
        columns.add("pageno", Int.self)
        columns.add("pagetype", String?.self)
        columns.add("ncell", Int.self)
        columns.add("payload", Int.self)
        columns.add("unused", Int.self)
        columns.add("mx_payload", Int.self)
        columns.add("pgoffset", Int?.self)
        columns.add("pgsize", Int.self)
    }

    public init(row: inout RowReader) throws(SQLiteError) {
        name = try row.next()
        path = try row.next()
        pageNumber = try row.next()
        pageType = try row.next()
        cellCount = try row.next()
        payload = try row.next()
        unused = try row.next()
        maximumPayload = try row.next()
        pageOffset = try row.next()
        pageSize = try row.next()
    }

    public func encode(to values: inout RowWriter) {
        values.append(name)
        values.append(path)
        values.append(pageNumber)
        values.append(pageType)
        values.append(cellCount)
        values.append(payload)
        values.append(unused)
        values.append(maximumPayload)
        values.append(pageOffset)
        values.append(pageSize)
    }

    /// The columns.
    public struct Columns: ColumnSet {
        public typealias Model = DBStat
        public typealias Output = DBStat

        public let _source: ColumnSource

        public init(_source: ColumnSource) { self._source = _source }

        /// The table or index that the page belongs to.
        public var name: SQLExpression<String> { _source.column("name") }
        /// The path from the root of its B-tree to the page; `nil` in a sum.
        public var path: SQLExpression<String?> { _source.column("path") }
        /// The number of the page in the file; in a sum, the number of pages.
        public var pageNumber: SQLExpression<Int> { _source.column("pageno") }
        /// The kind of page, `internal`, `leaf` or `overflow`; `nil` in a sum.
        public var pageType: SQLExpression<String?> { _source.column("pagetype") }
        /// The number of cells.
        public var cellCount: SQLExpression<Int> { _source.column("ncell") }
        /// The number of bytes of the content.
        public var payload: SQLExpression<Int> { _source.column("payload") }
        /// The number of unused bytes.
        public var unused: SQLExpression<Int> { _source.column("unused") }
        /// The number of bytes of the largest cell.
        public var maximumPayload: SQLExpression<Int> { _source.column("mx_payload") }
        /// The position of the page in the file; `nil` in a sum.
        public var pageOffset: SQLExpression<Int?> { _source.column("pgoffset") }
        /// The number of bytes of the page or pages.
        public var pageSize: SQLExpression<Int> { _source.column("pgsize") }
    }
}

extension DBStat {
    /// The pages of a database: `dbstat(schema)`.
    ///
    /// - Parameter schema: `main`, or the name of an attached database. There are no rows for any other name.
    public static func pages(of schema: String = "main") -> Where<DBStat> {
        rows(calling: .user("dbstat"), as: "dbstat", [.parameter(.text(schema))])
    }

    /// One row for each table and index, with the sums of its pages: `dbstat(schema, 1)`. In such a row, `pageNumber`
    /// is the number of pages.
    ///
    /// - Parameter schema: `main`, or the name of an attached database. There are no rows for any other name.
    public static func sums(of schema: String = "main") -> Where<DBStat> {
        rows(
            calling: .user("dbstat"), as: "dbstat",
            [.parameter(.text(schema)), .parameter(.int(1))])
    }
}
