import Testing

@testable import DataLiteCheck

@Suite("A name that the program declares")
struct KnownNameTests {
    @Test(
        "SQL can call a declared function",
        arguments: [
            ("@DatabaseFunction func slug(_ s: String) -> String { s }", "slug(name)"),
            (#"@DatabaseFunction("slug") func f(_ s: String) -> String { s }"#, "slug(name)"),
            ("@DatabaseFunction func mid(_ x: some Sequence<Int>) -> Int { 0 }", "mid(id) OVER ()"),
            (#"db.add(function: "slug") { (s: String) in s }"#, "slug(name)"),
            (#"db.add(aggregate: "mid", argc: 1, initial: 0)"#, "mid(DISTINCT id)"),
            (#"db.add(window: "mid", argc: 1, initial: 0)"#, "mid(id) FILTER (WHERE id > 1)"),
            (
                #"class Slug: Function.Scalar { override class var name: String { "slug" } }"#,
                "slug(name)"
            ),
            (
                #"class Mid: Function.Aggregate { class var name: String { return "mid" } }"#,
                "mid(id) OVER ()"
            ),
            ("db.add(function: Function.Regexp.self)", "name REGEXP 'a'"),
            (#"db.add(collation: "swedish") { $0.compare($1) }"#, "name < 'a' COLLATE swedish"),
            (
                #"let swedish = Collation("swedish") { $0.compare($1) }"#,
                "name < 'a' COLLATE Swedish"
            ),
            (
                #"let swedish = DatabaseCollation("swedish") { $0.compare($1) }"#,
                "name < 'a' COLLATE Swedish"
            ),
            (
                "@DatabaseCollation func swedish(_ a: String, _ b: String) -> CollationOrder { .same }",
                "name < 'a' COLLATE swedish"
            ),
            (
                """
                @DatabaseCollation("sv") func swedish(_ a: String, _ b: String) -> CollationOrder { .same }
                """,
                "name < 'a' COLLATE sv"
            ),
        ])
    func functions(declaration: String, expression: String) throws {
        let query = "\ntry db.rows(\"SELECT \(expression) FROM artists\")"
        #expect(try errors(query).count == 1)
        #expect(try errors(declaration + query) == [])
    }

    @Test("Options can declare functions and collations")
    func options() throws {
        let query =
            #"try db.rows("SELECT slug(name), mid(id) FROM artists ORDER BY name COLLATE se")"#
        let names = DeclaredNames(scalars: ["slug"], aggregates: ["mid"], collations: ["se"])
        #expect(try errors(query, names: names) == [])
    }

    @Test("The schema can use declared functions and collations")
    func schema() throws {
        let schema = """
            CREATE TABLE t(a COLLATE swedish, b AS (slug(a)));
            CREATE INDEX i ON t(slug(a));
            """
        let names = DeclaredNames(scalars: ["slug"], collations: ["swedish"])
        let source = #"try db.rows("SELECT b FROM t WHERE slug(a) = c")"#
        #expect(
            try errors(source, schema: schema, names: names)
                == ["a.swift:1:46: error: no such column: c"])
    }

    @Test("An invalid function or collation name is ignored")
    func invalid() throws {
        #expect(try errors(#"db.add(function: "") { 1 }; db.add(collation: "\0") { 1 }"#) == [])
    }

    private static let tableTypes = """
        @Table struct Artist { var id: Int }
        enum Music { @Table("albums") struct Record { var id: Int } }

        """

    @Test(
        "A type with @Table declares a table name",
        arguments: [
            (#"_ = #sql("SELECT \(Artist.id), nme FROM \(Artist.self)")"#, "3:32"),
            (#"_ = #sql("SELECT nme FROM \(Music.Record.self) AS r")"#, "3:18"),
        ])
    func tables(source: String, place: String) throws {
        #expect(
            try errors(Self.tableTypes + source) == ["a.swift:\(place): error: no such column: nme"]
        )
    }

    @Test("SQL with the type of an undeclared table is skipped")
    func unknownTable() throws {
        #expect(
            try skipped(#"_ = #sql("SELECT * FROM \(Song.self)")"#)
                == ["a.swift:1:10: note: skipped: the name of Song is not known"])
        let twice = #"@Table struct A {}; enum E { @Table("b") struct A {} };"#
        #expect(try skipped(twice + #" _ = #sql("SELECT * FROM \(A.self)")"#).count == 1)
    }
}
