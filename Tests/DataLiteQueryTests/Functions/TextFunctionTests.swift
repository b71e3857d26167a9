import DataLiteQuery
import DataLiteTesting
import Foundation
import Testing

@Suite("A text function")
struct TextFunctionTests {
    private static let functions = Form.list {
        Form("upper(\"name\")", "'APPLE' | ' FIG ' | 'KALE'") { $0.name.upper() }
        Form("lower(\"note\")", "'50% off' | NULL | 'a_b\\c'") { $0.note.lower() }
        Form("trim(\"name\")", "'Apple' | 'Fig' | 'Kale'") { $0.name.trim() }
        Form("trim(\"name\", ?) ['Ae']", "'ppl' | ' Fig ' | 'Kal'") { $0.name.trim("Ae") }
        Form("ltrim(\"name\")", "'Apple' | 'Fig ' | 'Kale'") { $0.name.ltrim() }
        Form("ltrim(\"note\", ?) ['5a']", "'0% off' | NULL | '_b\\c'") { $0.note.ltrim("5a") }
        Form("rtrim(\"name\")", "'Apple' | ' Fig' | 'Kale'") { $0.name.rtrim() }
        Form("rtrim(\"name\", ?) ['e']", "'Appl' | ' Fig ' | 'Kal'") { $0.name.rtrim("e") }
        Form("substr(\"name\", ?) [2]", "'pple' | 'Fig ' | 'ale'") { $0.name.substr(2) }
        Form("substr(\"note\", ?, ?) [-3, 2]", "'of' | NULL | 'b\\'") { $0.note.substr(-3, 2) }
        Form("replace(\"name\", ?, ?) ['p', 'b']", "'Abble' | ' Fig ' | 'Kale'") {
            $0.name.replace("p", "b")
        }
        Form("replace(\"note\", ?, \"name\") ['%']", "'50Apple off' | NULL | 'a_b\\c'") {
            $0.note.replace("%", $0.name)
        }
        Form("length(\"name\")", "5 | 5 | 4") { $0.name.length() }
        Form("length(\"note\")", "7 | NULL | 5") { $0.note.length() }
        Form("instr(\"name\", ?) ['p']", "2 | 0 | 0") { $0.name.instr("p") }
        Form("instr(\"note\", ?) ['b']", "0 | NULL | 3") { $0.note.instr("b") }
    }

    private static let anyValue = Form.list {
        Form("hex(\"note\")", "'353025206F6666' | '' | '615F625C63'") { $0.note.hex() }
        Form("quote(\"rating\")", "'4' | 'NULL' | '4'") { $0.rating.quote() }
        Form("printf(?, \"price\") ['%.1f!']", "'1.5!' | '4.0!' | '2.3!'") {
            $0.price.printf("%.1f!")
        }
        Form("\"name\" COLLATE \"NOCASE\" = ? ['kale']", "0 | 0 | 1") {
            $0.name.collate(.nocase) == "kale"
        }
    }

    private static let conditions = Form.list {
        Form("\"name\" LIKE ? ['_ale']", "0 | 0 | 1") { $0.name.like("_ale") }
        Form("\"note\" LIKE ? ESCAPE ? ['%!%%', '!']", "1 | NULL | 0") {
            $0.note.optionalLike("%!%%", escape: "!")
        }
        Form("\"name\" GLOB ? ['*[ei]*']", "1 | 1 | 1") { $0.name.glob("*[ei]*") }
        Form("\"name\" LIKE ? ESCAPE '\\' ['%PP%']", "1 | 0 | 0") { $0.name.contains("PP") }
        Form("\"name\" LIKE ? ESCAPE '\\' ['ka%']", "0 | 0 | 1") { $0.name.hasPrefix("ka") }
        Form("\"name\" LIKE ? ESCAPE '\\' ['%e']", "1 | 0 | 1") { $0.name.hasSuffix("e") }
        Form(
            "\"name\" LIKE '%' || replace(replace(replace(\"category\", '\\', '\\\\'), "
                + "'%', '\\%'), '_', '\\_') || '%' ESCAPE '\\'", "0 | 0 | 0"
        ) { $0.name.contains($0.category) }
        Form("NOT \"name\" LIKE ? ['A%']", "0 | 1 | 1") { !$0.name.like("A%") }
    }

    @Test("A text function has its SQL and result", arguments: functions + anyValue + conditions)
    func form(_ form: Form) throws {
        try form.check(on: Product.connection())
    }

    @Test("A text search escapes wildcards", arguments: ["%", "_", "\\", "a_b\\c", "50%"])
    func wildcards(text: String) throws {
        let db = try Product.connection()
        for (id, other) in [(10, "nothing"), (11, "x\(text)y"), (12, text)] {
            try db.execute(
                "INSERT INTO p VALUES (\(id), \(other), NULL, '', 0, NULL, 0, NULL, 0)")
        }
        let pattern = SQLExpression<String>(text)
        let added = Product.where { $0.id >= 10 }
        #expect(try added.where { $0.name.contains(text) }.select(\.id).fetchAll(db) == [11, 12])
        #expect(try added.where { $0.name.hasPrefix(text) }.select(\.id).fetchAll(db) == [12])
        #expect(try added.where { $0.name.hasSuffix(text) }.select(\.id).fetchAll(db) == [12])
        #expect(
            try added.where { $0.name.contains(pattern.replace("#", "")) }.select(\.id)
                .fetchAll(db) == [11, 12])
        #expect(
            try added.where { $0.name.hasPrefix(pattern.replace("#", "")) }.select(\.id)
                .fetchAll(db) == [12])
    }

    @Test("A text search refuses a NUL character, at which LIKE stops")
    func nul() throws {
        let db = try Product.connection()
        let error = #expect(throws: SQLiteError.self) {
            try Product.where { $0.name.contains("a\0b") }.fetchAll(db)
        }
        #expect(error?.message == "LIKE cannot search for text with a NUL character")
    }

    @Test(
        "A text function binds hostile text",
        arguments: ["'; DROP TABLE p; --", "\"", "''", "?1", "\0", "\u{1F600}"])
    func hostile(text: String) throws {
        let db = try Product.connection()
        let query = Product.limit(1).select {
            (
                $0.name.trim(text), $0.name.ltrim(text), $0.name.rtrim(text),
                $0.name.replace(text, text), $0.name.instr(text), $0.name.groupConcat(text),
                $0.id.printf(SQLExpression(text).replace("%", "%%")),
                $0.name.like(text, escape: "!"), $0.name.glob(text),
                Case($0.name).when(text, then: text).else(text)
            )
        }
        #expect(!(try query.sql().text.contains(text == "\"" ? "\"\"" : text)) || text == "\0")
        let row = try query.fetchOne(db)
        #expect(row?.9 == text)
        #expect(try Product.count().fetchOne(db) == 3)
    }

    @Test("A text comparison quotes the name of a collating sequence")
    func collation() throws {
        let db = try Product.connection()
        try db.add(collation: "\"; DROP TABLE p") { lhs, rhs in
            lhs == rhs ? .orderedSame : lhs < rhs ? .orderedDescending : .orderedAscending
        }
        let query = Product.order { $0.name.collate("\"; DROP TABLE p") }.select(\.id)
        #expect(try query.fetchAll(db) == [3, 1, 2])
    }

    @Test("REGEXP and MATCH call the functions of the connection")
    func regexp() throws {
        let db = try Product.connection()
        try db.add(function: Function.Regexp.self)
        try db.add(function: "match") { (pattern: String, text: String) in text == pattern }
        let query = Product.where { $0.name.regexp("[A-K].*e") && !$0.name.match("Kale") }
        #expect(
            try query.sql().text.hasSuffix(
                "WHERE \"p\".\"name\" REGEXP ? AND NOT \"p\".\"name\" MATCH ?"))
        #expect(try query.select(\.name).fetchAll(db) == ["Apple"])
    }

    @Test("unhex names the version that it requires")
    func unhex() throws {
        let db = try Product.connection()
        let query = Product.limit(1).select { $0.name.hex().unhex() }
        if Connection.libraryVersionNumber >= 3_041_000 {
            #expect(try query.fetchAll(db) == [Data("Apple".utf8)])
        } else {
            let error = #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
            #expect(
                error?.message == "the function unhex requires SQLite 3.41.0 or later; "
                    + "the linked library is \(Connection.libraryVersion)")
        }
    }

    @Test("A text function runs on a mock")
    func mock() throws {
        let mock = MockConnection()
        mock.expectQuery(
            "SELECT upper(\"p\".\"name\") FROM \"p\" WHERE \"p\".\"note\" LIKE ? ESCAPE '\\'"
        ).with("%50\\%%").returning(.row(["name": "APPLE"]))
        let names = try Product.where { $0.note.contains("50%") }.select { $0.name.upper() }
            .fetchAll(mock)
        #expect(names == ["APPLE"])
        mock.verify()
    }
}

extension SQLExpression where Value == String? {
    /// `LIKE` as a result, which is NULL for NULL.
    fileprivate func optionalLike(_ pattern: String, escape: Character) -> SQLExpression<Bool?> {
        like(pattern, escape: escape)
    }
}
