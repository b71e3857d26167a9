import DataLiteMacros
import DataLiteTesting
import Foundation
import Testing

@Table("shelves") private struct Shelf {
    let id: Int
    var name = ""
    var size: Int?
    @Column(as: JSONRepresentation<[String]>.self) var tags: [String] = []
}

/// A table of the program for a table-valued function.
@Table("pragma_table_info") private struct ColumnName: TableFunction {
    let cid: Int
    let name: String
    @Column("dflt_value") let defaultValue: String?

    static func columns(of table: some SQLOperand<String>) -> Where<ColumnName> { call(table) }
}

@Table("json_each") private struct Digit: TableFunction {
    let value: Int

    static func digits(_ json: some SQLOperand<String>) -> Where<Digit> { call(json) }
}

@Suite("A table-valued function")
struct TableFunctionTests {
    private let db: Connection

    init() throws { db = try Self.database() }

    static func database() throws -> Connection {
        let db = try Connection(location: .inMemory)
        try db.execute(
            script: """
                CREATE TABLE "shelves"("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL DEFAULT 'x' UNIQUE,
                    "size" INTEGER, "tags" TEXT NOT NULL);
                CREATE TABLE "books"("shelf" INTEGER REFERENCES "shelves" ON DELETE CASCADE,
                    "title" TEXT COLLATE NOCASE, "length" AS (length("title")),
                    FOREIGN KEY ("title") REFERENCES "shelves"("name"));
                CREATE UNIQUE INDEX "by_title" ON "books"("title" DESC, lower("title"))
                    WHERE "title" IS NOT NULL;
                INSERT INTO "shelves" VALUES (1, 'shelves', 3, '["a","b"]'), (2, 'books', NULL, '[]'),
                    (3, 'none', 1, '["c"]');
                ATTACH ':memory:' AS "archive";
                CREATE TABLE "archive"."old"("x" TEXT);
                CREATE TEMPORARY VIEW "recent" AS SELECT 1 AS "one";
                """)
        return db
    }

    @Test("A function of the program is a table with typed arguments")
    func adopted() throws {
        try assertQuery(
            ColumnName.columns(of: "shelves").where { $0.defaultValue == nil }.order(by: \.cid)
                .select { ($0.cid, $0.name) },
            on: db,
            sql: """
                SELECT "pragma_table_info"."cid", "pragma_table_info"."name" \
                FROM "pragma_table_info"(?) AS "pragma_table_info" \
                WHERE "pragma_table_info"."dflt_value" IS NULL ORDER BY "pragma_table_info"."cid"
                """,
            rows: "0 | 'id'\n2 | 'size'\n3 | 'tags'")
        let rows = try ColumnName.columns(of: "books").fetchAll(db)
        #expect(rows.map(\.name) == ["shelf", "title"])
        #expect(try ColumnName.columns(of: "'; DROP TABLE shelves").fetchAll(db).isEmpty)
    }

    @Test("Columns of the tables before a join are arguments")
    func joins() throws {
        try assertQuery(
            Shelf.join { ColumnName.columns(of: $0.name) }.where { $1.cid < 1 }.order { shelf, _ in
                shelf.id
            }
            .select { ($0.id, $1.name) },
            on: db,
            sql: """
                SELECT "shelves"."id", "pragma_table_info"."name" FROM "shelves" \
                JOIN "pragma_table_info"("shelves"."name") AS "pragma_table_info" \
                WHERE "pragma_table_info"."cid" < ? ORDER BY "shelves"."id"
                """,
            rows: "1 | 'id'\n2 | 'shelf'")
        let outer = Shelf.leftJoin { ColumnName.columns(of: $0.name).where { $0.cid == 0 } }
            .order { shelf, _ in shelf.id }
        #expect(try outer.fetchAll(db).map(\.1?.name) == ["id", "shelf", nil])
        let three = Shelf.join(Shelf.all) { $0.id == $1.id }.join {
            ColumnName.columns(of: $1.name)
        }
        .leftJoin { _, _, column in ColumnName.columns(of: column.name) }
        #expect(
            try three.fetchAll(db).map(\.2.name).sorted() == [
                "id", "name", "shelf", "size", "tags", "title",
            ])
        #expect(try three.fetchAll(db).allSatisfy { $0.3 == nil })
        let exists = Shelf.where { shelf in
            ColumnName.columns(of: shelf.name).where { $0.name == "title" }.exists()
        }
        #expect(try exists.select(\.id).fetchAll(db) == [2])
    }

    @Test("Rows of a function are the arguments of the same function")
    func nested() throws {
        let query = Digit.digits("[[1,2],[3]]").join {
            Digit.digits($0.value.cast(as: String.self))
        }
        #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
        let info = ColumnName.columns(of: "shelves").join { ColumnName.columns(of: $0.name) }
        try assertQuery(
            info.select { $1.name }, on: db,
            sql: """
                SELECT "pragma_table_info_pragma_table_info"."name" \
                FROM "pragma_table_info"(?) AS "pragma_table_info" \
                JOIN "pragma_table_info"("pragma_table_info"."name") \
                AS "pragma_table_info_pragma_table_info"
                """,
            rows: "(no rows)")
        let elements = Shelf.join { $0.tags.jsonEach() }.order { ($0.id, $1.id) }
            .select { ($0.id, $1.value) }
        #expect(try elements.fetchAll(db).map(\.1) == ["a", "b", "c"])
    }

    @Test("A missing function, and an argument of several columns, are errors with the name")
    func errors() throws {
        let missing = #expect(throws: SQLiteError.self) {
            try Missing.call(1).fetchAll(db)
        }
        #expect(missing?.message.contains("no_such_function") == true)
        let group = #expect(throws: SQLiteError.self) {
            try Missing.call(#bind(Shelf(id: 1))).fetchAll(db)
        }
        #expect(group?.message.contains("no_such_function has several columns") == true)
    }

    @Test("generate_series counts, or is refused by name")
    func series() throws {
        let query = Series.rows(from: 1, through: 10, by: 3).select(\.value)
        let joined = Shelf.leftJoin { Series.rows(from: 1, through: $0.size ?? 0) }
            .select { ($0.id, $1.value) }
        let modules: [String] = try db.rows("SELECT name FROM pragma_module_list", as: String.self)
        if modules.contains("generate_series") {
            #expect(try query.fetchAll(db) == [1, 4, 7, 10])
            #expect(try joined.fetchAll(db).map(\.1) == [1, 2, 3, nil, 1])
        } else {
            for error in [
                #expect(throws: SQLiteError.self) { try query.fetchAll(db) },
                #expect(throws: SQLiteError.self) { try joined.fetchAll(db) },
            ] {
                #expect(error?.message.contains("generate_series") == true)
            }
        }
    }
}

@Table("no_such_function") private struct Missing: TableFunction { let value: Int }

@Table("generate_series") private struct Series: TableFunction {
    let value: Int

    static func rows(
        from first: some SQLOperand<Int>, through last: some SQLOperand<Int>,
        by step: some SQLOperand<Int> = 1
    ) -> Where<Series> { call(first, last, step) }
}

/// SQLite's own table of the schema.
@Table("sqlite_master") private struct SchemaEntry {
    let type: String
    let name: String
    @Column("tbl_name") let table: String
    @Column("rootpage") let rootPage: Int?
    let sql: String?
}

@Table("sqlite_master", schema: "archive") private struct ArchiveEntry {
    let type: String
    let name: String
}

@Table("sqlite_temp_master") private struct TemporaryEntry {
    let type: String
    let name: String
}

@Table("sqlite_master", schema: "none") private struct MissingEntry { let name: String }

/// A column of a table, including hidden and generated ones.
@Table("pragma_table_xinfo") private struct ColumnInfo: TableFunction {
    let name: String
    let hidden: Int

    static func columns(
        of table: some SQLOperand<String>, schema: some SQLOperand<String>
    ) -> Where<ColumnInfo> { call(table, schema) }
}

/// A column of a foreign key.
@Table("pragma_foreign_key_list") private struct KeyColumn: TableFunction {
    let table: String
    let from: String
    let to: String?
    @Column("on_delete") let onDelete: String

    static func columns(of table: some SQLOperand<String>) -> Where<KeyColumn> { call(table) }
}

@Table("pragma_database_list") private struct SchemaName: TableFunction {
    let seq: Int
    let name: String
}

/// The pages of a table or index, or their sum.
@Table("dbstat") private struct TableSize: TableFunction {
    let name: String
    @Column("pageno") let pageNumber: Int
    @Column("pgsize") let pageSize: Int

    static func pages(of schema: String = "main") -> Where<TableSize> { call(schema) }
    static func sums(of schema: String = "main") -> Where<TableSize> { call(schema, 1) }
}

@Suite("A table of SQLite's own")
struct PragmaTableTests {
    private let db: Connection

    init() throws { db = try TableFunctionTests.database() }

    @Test("Pragmas with a schema, and of the columns of a join")
    func pragmas() throws {
        let columns = try ColumnInfo.columns(of: "books", schema: "main").fetchAll(db)
        #expect(columns.map(\.hidden) == [0, 0, 2])
        #expect(try ColumnInfo.columns(of: "books", schema: "archive").isEmpty(db))
        #expect(try ColumnInfo.columns(of: "old", schema: "archive").fetchCount(db) == 1)
        let keys = try KeyColumn.columns(of: "books").order(by: \.from).fetchAll(db)
        #expect(keys.map(\.from) == ["shelf", "title"])
        #expect(keys.map(\.to) == [nil, "name"])
        #expect(keys.map(\.onDelete) == ["CASCADE", "NO ACTION"])
        let joined = SchemaEntry.where { $0.type == "table" }
            .join { KeyColumn.columns(of: $0.name) }.select { ($0.name, $1.table) }
        #expect(try joined.fetchAll(db).map(\.1) == ["shelves", "shelves"])
    }

    @Test("Pragmas without arguments are tables")
    func withoutArguments() throws {
        let schemas = try SchemaName.order(by: \.seq).fetchAll(db)
        #expect(schemas.map(\.name) == ["main", "temp", "archive"])
    }

    @Test("Pages and their sums are rows of dbstat")
    func pages() throws {
        let options = try db.rows("PRAGMA compile_options", as: String.self)
        guard options.contains("ENABLE_DBSTAT_VTAB") else { return print("skipped: no dbstat") }
        let pages = try TableSize.pages().where { $0.name == "books" }.fetchAll(db)
        #expect(pages.allSatisfy { $0.pageNumber > 0 })
        let sum = try TableSize.sums().where { $0.name == "books" }.fetchOnly(db)
        #expect(sum.pageSize == pages.map(\.pageSize).reduce(0, +))
        #expect(sum.pageNumber == pages.count)
        #expect(try TableSize.sums(of: "archive").select(\.name).fetchAll(db).contains("old"))
        #expect(try TableSize.pages(of: "missing").fetchAll(db).isEmpty)
    }

    @Test("The schema table of each schema")
    func schema() throws {
        let books = try SchemaEntry.where { $0.name == "books" }.fetchOnly(db)
        #expect(books.type == "table" && books.table == "books" && books.rootPage ?? 0 > 0)
        #expect(books.sql?.hasPrefix("CREATE TABLE") == true)
        try assertQuery(
            ArchiveEntry.where { $0.type == "table" }.select(\.name), on: db,
            sql: """
                SELECT "sqlite_master"."name" FROM "archive"."sqlite_master" \
                WHERE "sqlite_master"."type" = ?
                """,
            rows: "'old'")
        #expect(try ArchiveEntry.all.fetchOnly(db).name == "old")
        let view = try TemporaryEntry.all.fetchOnly(db)
        #expect(view.type == "view" && view.name == "recent")
        let both = TemporaryEntry.join(ArchiveEntry.self) { $0.name != $1.name }
        let pair = try both.fetchOnly(db)
        #expect(pair.0.name == "recent" && pair.1.name == "old")
        #expect(throws: SQLiteError.self) { try MissingEntry.fetchAll(db) }
    }
}
