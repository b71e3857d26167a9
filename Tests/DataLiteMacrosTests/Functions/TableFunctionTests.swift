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
        .leftJoin { _, _, column in PragmaTableXInfo.rows(of: column.name) }
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
        let query = GenerateSeries.rows(from: 1, through: 10, by: 3).select(\.value)
        let joined = Shelf.leftJoin { GenerateSeries.rows(from: 1, through: $0.size ?? 0) }
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
                #expect(
                    error?.message == "the linked library, \(Connection.libraryVersion), does not "
                        + "contain the table-valued function generate_series")
            }
        }
    }
}

@Table("no_such_function") private struct Missing: TableFunction { let value: Int }

@Suite("A typed table of SQLite's own")
struct PragmaTableTests {
    private let db: Connection

    init() throws { db = try TableFunctionTests.database() }

    @Test("The columns of a table, with hidden ones where they are asked for")
    func columns() throws {
        let columns = try PragmaTableInfo.rows(of: "shelves").fetchAll(db)
        #expect(columns.map(\.name) == ["id", "name", "size", "tags"])
        #expect(columns.map(\.type) == ["INTEGER", "TEXT", "INTEGER", "TEXT"])
        #expect(columns.map(\.isNotNull) == [false, true, false, true])
        #expect(columns.map(\.defaultValue) == [nil, "'x'", nil, nil])
        #expect(columns.map(\.primaryKeyPosition) == [1, 0, 0, 0])
        let all = try PragmaTableXInfo.rows(of: "books", schema: "main").fetchAll(db)
        #expect(all.map(\.hidden) == [0, 0, 2])
        #expect(try PragmaTableInfo.rows(of: "books", schema: "archive").isEmpty(db))
        #expect(try PragmaTableInfo.rows(of: "old", schema: "archive").fetchCount(db) == 1)
    }

    @Test("Tables, foreign keys and indexes")
    func keys() throws {
        let tables = PragmaTableList.where { $0.schema == "main" && $0.type == "table" }
        #expect(Set(try tables.select(\.name).fetchAll(db)).isSuperset(of: ["books", "shelves"]))
        let old = try PragmaTableList.rows(of: "old").fetchOnly(db)
        #expect(old.schema == "archive" && old.numberOfColumns == 1)
        #expect(!old.isStrict && !old.isWithoutRowID)
        let keys = try PragmaForeignKeyList.rows(of: "books").order(by: \.from).fetchAll(db)
        #expect(keys.map(\.from) == ["shelf", "title"])
        #expect(keys.map(\.to) == [nil, "name"])
        #expect(keys.map(\.onDelete) == ["CASCADE", "NO ACTION"])
        let joined = SQLiteSchema.where { $0.type == "table" }
            .join { PragmaForeignKeyList.rows(of: $0.name) }.select { ($0.name, $1.table) }
        #expect(try joined.fetchAll(db).map(\.1) == ["shelves", "shelves"])
        let index = try PragmaIndexList.rows(of: "books").fetchOnly(db)
        #expect(
            index.name == "by_title" && index.isUnique && index.isPartial && index.origin == "c")
        let parts = PragmaIndexList.rows(of: "books").join { PragmaIndexInfo.rows(of: $0.name) }
            .order { $1.position }.select { ($0.name, $1.column, $1.name) }
        #expect(try parts.fetchAll(db).map(\.1) == [1, -2])
        #expect(try parts.fetchAll(db).map(\.2) == ["title", nil])
        let columns = try PragmaIndexXInfo.rows(of: "by_title").fetchAll(db)
        #expect(columns.map(\.isDescending) == [true, false, false])
        #expect(columns.map(\.collation) == ["NOCASE", "BINARY", "BINARY"])
        #expect(columns.map(\.isKey) == [true, true, false])
    }

    @Test("Schemas, functions, collations and options of the connection")
    func connection() throws {
        let schemas = try PragmaDatabaseList.order(by: \.position).fetchAll(db)
        #expect(schemas.map(\.name) == ["main", "temp", "archive"])
        let upper = try PragmaFunctionList.where { $0.name == "upper" }.fetchAll(db)
        #expect(upper.contains { $0.isBuiltIn && $0.type == "s" && $0.argumentCount == 1 })
        #expect(try !PragmaFunctionList.all.fetchAll(db).isEmpty)
        let collations = try PragmaCollationList.select(\.name).fetchAll(db)
        #expect(Set(collations).isSuperset(of: ["BINARY", "NOCASE", "RTRIM"]))
        let options = try PragmaCompileOptions.all.fetchAll(db)
        #expect(options.contains { $0.option.hasPrefix("THREADSAFE=") })
    }

    @Test("The schema table of each schema")
    func schema() throws {
        let books = try SQLiteSchema.where { $0.name == "books" }.fetchOnly(db)
        #expect(books.type == "table" && books.table == "books" && books.rootPage ?? 0 > 0)
        #expect(books.sql?.hasPrefix("CREATE TABLE") == true)
        try assertQuery(
            SQLiteSchema.all(in: "archive").where { $0.type == "table" }.select(\.name), on: db,
            sql: """
                SELECT "sqlite_master"."name" FROM "archive"."sqlite_master" \
                WHERE "sqlite_master"."type" = ?
                """,
            rows: "'old'")
        #expect(try SQLiteSchema.all(in: "archive").fetchOnly(db).name == "old")
        let view = try SQLiteSchema.temporary.fetchOnly(db)
        #expect(view.type == "view" && view.name == "recent")
        let both = SQLiteSchema.temporary.join(SQLiteSchema.all(in: "archive")) {
            $0.name != $1.name
        }
        let pair = try both.fetchOnly(db)
        #expect(pair.0.name == "recent" && pair.1.name == "old")
        #expect(throws: SQLiteError.self) { try SQLiteSchema.all(in: "none").fetchAll(db) }
    }
}
