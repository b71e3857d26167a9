import DataLiteQuery
import DataLiteTesting
import Foundation
import Testing

@Suite("A JSON function with what is not JSON")
struct JSONFunctionFailureTests {
    @Test("A JSON function refuses infinite numbers, which JSON does not have")
    func infinity() throws {
        let db = try Document.connection()
        for number in [Double.infinity, -.infinity] {
            let update = Document.where { $0.id == 1 }.update {
                $0.counts = $0.counts.jsonSet((.root["x"], number))
            }
            let error = #expect(throws: SQLiteError.self) { try update.execute(db) }
            #expect(error?.message == "JSON has no infinite numbers")
            #expect(throws: SQLiteError.self) {
                try Document.select { _ in jsonArray(SQLExpression<Double?>(number)) }.sql()
            }
        }
        let row = try Document.limit(1).select { _ in jsonArray(Double.nan, 1.5) }.fetchOne(db)
        #expect(row == "[null,1.5]")
    }

    @Test("A JSON function reports text that is not JSON, which jsonValid avoids")
    func malformed() throws {
        let db = try Document.connection()
        try db.execute("UPDATE \"d\" SET \"text\" = 'no json' WHERE \"id\" = 2")
        let error = #expect(throws: SQLiteError.self) {
            try Document.select { $0.text.json[0] }.fetchAll(db)
        }
        #expect(error?.message.contains("malformed JSON") == true)
        let valid = Document.where { $0.text.jsonValid() }.select { $0.text.json[0] }
        #expect(try valid.fetchAll(db) == [1])
    }

    @Test("A query of JSON values runs on a mock")
    func mock() throws {
        let mock = MockConnection()
        mock.expectQuery(#"SELECT "d"."tags" ->> ? FROM "d" WHERE "d"."counts" ->> ? IS ?"#)
            .with("$[0]", #"$."a.b""#, 7).returning(.row(["tag": "car"]))
        let tags = try Document.where { $0.counts.json["a.b"] == 7 }.select { $0.tags.json[0] }
            .fetchAll(mock)
        #expect(tags == ["car"])
        mock.verify()
    }
}
