import DataLiteQuery

/// A table with a column of each kind that functions distinguish. Its name is short because the
/// expected SQL contains it often.
struct Product: Equatable {
    let id: Int
    var name: String
    var note: String?
    var category: String
    var price: Double
    var discount: Double?
    var stock: Int
    var rating: Int?
    var isActive: Bool

    static func connection() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            sql: """
                CREATE TABLE "p"(
                    "id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL, "note" TEXT,
                    "category" TEXT NOT NULL, "price" REAL NOT NULL, "discount" REAL,
                    "stock" INTEGER NOT NULL, "rating" INTEGER, "isActive" INTEGER NOT NULL) STRICT;
                INSERT INTO "p" VALUES
                    (1, 'Apple', '50% off', 'fruit', 1.5, 0.25, 10, 4, 1),
                    (2, ' Fig ', NULL, 'fruit', 4.0, NULL, 0, NULL, 0),
                    (3, 'Kale', 'a_b\\c', 'green', 2.25, 1.0, -7, 4, 1);
                """)
        return connection
    }
}

extension Product: Table {
    static let tableDefinition = TableDefinition("p") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("name", String.self)
        columns.add("note", String?.self)
        columns.add("category", String.self)
        columns.add("price", Double.self)
        columns.add("discount", Double?.self)
        columns.add("stock", Int.self)
        columns.add("rating", Int?.self)
        columns.add("isActive", Bool.self)
    }

    init(row: inout RowReader) throws(SQLiteError) {
        self.id = try row.next()
        self.name = try row.next()
        self.note = try row.next()
        self.category = try row.next()
        self.price = try row.next()
        self.discount = try row.next()
        self.stock = try row.next()
        self.rating = try row.next()
        self.isActive = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(name)
        values.append(note)
        values.append(category)
        values.append(price)
        values.append(discount)
        values.append(stock)
        values.append(rating)
        values.append(isActive)
    }

    struct Columns: ColumnSet {
        typealias Model = Product
        typealias Output = Product

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int> { _source.column("id") }
        var name: SQLExpression<String> { _source.column("name") }
        var note: SQLExpression<String?> { _source.column("note") }
        var category: SQLExpression<String> { _source.column("category") }
        var price: SQLExpression<Double> { _source.column("price") }
        var discount: SQLExpression<Double?> { _source.column("discount") }
        var stock: SQLExpression<Int> { _source.column("stock") }
        var rating: SQLExpression<Int?> { _source.column("rating") }
        var isActive: SQLExpression<Bool> { _source.column("isActive") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Product
        typealias Output = Product?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int?> { _source.column("id") }
    }
}
