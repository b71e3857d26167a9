import Testing

@testable import DataLiteCheck

@Suite("An interpolation inside quotes")
struct QuotedValueTests {
    private static let message =
        "error: an interpolation within quotes is not replaced: omit the quotes"

    @Test(
        "An interpolation inside quotes is an error, wherever they were opened",
        arguments: [
            (#"try db.rows("SELECT * FROM artists WHERE name = '\(name)'")"#, "1:50"),
            (#"try db.rows("SELECT * FROM artists WHERE name LIKE '%\(name)%'")"#, "1:54"),
            (#"try db.rows("SELECT * FROM artists WHERE name = \(raw: "'")\(name)'")"#, "1:60"),
            (#"try db.rows("SELECT * FROM artists WHERE \(raw: "name = 'a")\(name)'")"#, "1:61"),
            (#"_ = #sql("SELECT * FROM artists WHERE \(#sql("name = '"))\(name)'")"#, "1:58"),
            (#"try db.rows("SELECT id AS \"\(name)\" FROM artists")"#, "1:29"),
            (#"try db.rows("SELECT id AS [\(name)] FROM artists")"#, "1:28"),
            (#"try db.execute("DELETE FROM artists WHERE id IN ('\(list: ids)')")"#, "1:51"),
        ])
    func quoted(source: String, place: String) throws {
        #expect(try errors(source) == ["a.swift:\(place): \(Self.message)"])
    }

    @Test(
        "An interpolation outside quotes is not an error",
        arguments: [
            #"try db.rows("SELECT 'a', \(name), 'b' FROM artists")"#,
            #"try db.rows("SELECT \(raw: "'it''s'"), \(name) FROM artists")"#,
            #"try db.rows("SELECT \(name)||'%', \"name\" FROM \(identifier: "artists")")"#,
            #"try db.rows("SELECT '?' FROM artists")"#,
        ])
    func unquoted(source: String) throws {
        #expect(try errors(source) == [])
    }
}
