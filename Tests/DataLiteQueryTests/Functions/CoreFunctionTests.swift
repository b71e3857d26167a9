import DataLiteQuery
import DataLiteTesting
import Foundation
import Testing

@Suite("A core function")
struct CoreFunctionTests {
    private static let connection = Form.list {
        Form("last_insert_rowid()", "3 | 3 | 3") { _ in SQLExpression.lastInsertRowID }
        Form("changes()", "3 | 3 | 3") { _ in SQLExpression.changes }
        Form("total_changes()", "3 | 3 | 3") { _ in SQLExpression.totalChanges }
        Form("sqlite_version()", version) { _ in SQLExpression.sqliteVersion }
        Form("length(sqlite_source_id()) > ? [40]", "1 | 1 | 1") { _ in
            SQLExpression.sqliteSourceID.length() > 40
        }
    }

    private static let version = Array(repeating: "'\(Connection.libraryVersion)'", count: 3)
        .joined(separator: " | ")

    private static let hints = Form.list {
        Form("likely(\"isActive\")", "1 | 0 | 1") { $0.isActive.likely() }
        Form("unlikely(\"price\" > ?) [2.0]", "0 | 1 | 1") { ($0.price > 2).unlikely() }
        Form("likelihood(\"isActive\", 0.25)", "1 | 0 | 1") { $0.isActive.likelihood(0.25) }
        Form("likelihood(\"isActive\", 1.0)", "1 | 0 | 1") { $0.isActive.likelihood(1) }
        Form("likelihood(\"isActive\", 0.0)", "1 | 0 | 1") { $0.isActive.likelihood(-0.0) }
    }

    private static let values = Form.list {
        Form("typeof(\"rating\")", "'integer' | 'null' | 'integer'") { $0.rating.typeof() }
        Form("zeroblob(?) [2]", "X'0000' | X'0000' | X'0000'") { _ in zeroBlob(2) }
        Form("length(randomblob(\"id\"))", "1 | 2 | 3") { randomBlob($0.id).length() }
        Form("coalesce(\"note\", \"note\", \"name\")", "'50% off' | ' Fig ' | 'a_b\\c'") {
            coalesce($0.note, $0.note, $0.name.optional())
        }
        Form("length(CAST(\"name\" AS \"BLOB\"))", "5 | 5 | 4") {
            $0.name.cast(as: Data.self).length()
        }
        Form("length(CAST(\"note\" AS \"BLOB\"))", "7 | NULL | 5") {
            $0.note.cast(as: Data.self).length()
        }
    }

    private static let texts = Form.list {
        Form("char(?, \"id\" + ?) [65, 48]", "'A1' | 'A2' | 'A3'") { char(65, $0.id + 48) }
        Form("unicode(\"category\")", "102 | 102 | 103") { $0.category.unicode() }
        Form("unicode(\"note\")", "53 | NULL | 97") { $0.note.unicode() }
        Form(
            "printf(?, \"name\", \"price\", ?) ['%s: %.2f %d', 7]",
            "'Apple: 1.50 7' | ' Fig : 4.00 7' | 'Kale: 2.25 7'"
        ) {
            format("%s: %.2f %d", $0.name, $0.price, 7)
        }
    }

    @Test("A core function has its SQL and result", arguments: connection + hints + values + texts)
    func form(_ form: Form) throws {
        try form.check(on: Product.connection())
    }

    @Test("A likelihood is from 0 to 1", arguments: [-0.1, 1.5, .nan, .infinity])
    func likelihood(_ probability: Double) {
        let error = #expect(throws: SQLiteError.self) {
            try Product.where { $0.isActive.likelihood(probability) }.sql()
        }
        #expect(error?.message == "the likelihood \(probability) is outside 0...1")
    }

    @Test(
        "A core function binds hostile text",
        arguments: ["'; DROP TABLE p; --", "%n%s", "\"", "\0", "?1"])
    func hostile(text: String) throws {
        let db = try Product.connection()
        let query = Product.limit(1).select {
            (format("%s|%s", text, $0.name), format(text), SQLExpression(text).unicode())
        }
        let sql = "SELECT printf(?, ?, \"p\".\"name\"), printf(?), unicode(?) FROM \"p\" LIMIT ?"
        #expect(try query.sql().text == sql)
        #expect(try query.fetchAll(db).count == 1)
        #expect(try Product.count().fetchOne(db) == 3)
    }

    @Test("A core function runs on a mock")
    func mock() throws {
        let mock = MockConnection()
        mock.expectQuery("SELECT printf(?, \"p\".\"id\"), last_insert_rowid() FROM \"p\" LIMIT 1")
            .with("#%d").returning(.row(["format": "#1", "id": 5]))
        let row = try Product.select { (format("#%d", $0.id), SQLExpression.lastInsertRowID) }
            .fetchOne(mock)
        #expect(row?.0 == "#1")
        #expect(row?.1 == 5)
        mock.verify()
    }
}
