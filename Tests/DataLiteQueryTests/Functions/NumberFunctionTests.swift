import Foundation
import Testing

@testable import DataLiteQuery

@Suite("A function of numbers")
struct NumberFunctionTests {
    private static let limit = 1.75

    private static let functions = Form.list {
        Form("abs(\"stock\")", "10 | 0 | 7") { $0.stock.abs() }
        Form("abs(\"discount\")", "0.25 | NULL | 1.0") { $0.discount.abs() }
        Form("round(\"price\")", "2.0 | 4.0 | 2.0") { $0.price.round() }
        Form("round(\"price\", ?) [1]", "1.5 | 4.0 | 2.3") { $0.price.round(to: 1) }
        Form("round(\"rating\", ?) [1]", "4.0 | NULL | 4.0") { $0.rating.round(to: 1) }
        Form("sign(\"stock\")", "1 | 0 | -1") { $0.stock.sign() }
        Form("sign(\"discount\")", "1 | NULL | 1") { $0.discount.sign() }
        Form("min(\"stock\", ?) [3]", "3 | 0 | -7") { $0.stock.min(3) }
        Form("max(\"stock\", \"id\", ?) [2]", "10 | 2 | 3") { $0.stock.max($0.id, 2) }
        Form("max(\"discount\", \"price\")", "1.5 | NULL | 2.25") {
            $0.discount.max($0.price.optional())
        }
        Form("max(\"discount\", ?) [0.5]", "0.5 | NULL | 1.0") { $0.discount.max(0.5) }
        Form("min(\"discount\", ?) [0.5]", "0.25 | NULL | 0.5") { $0.discount.min(0.5) }
        Form("max(?, \"rating\") [5]", "5 | NULL | 5") { SQLExpression(5).max($0.rating) }
        Form("max(\"discount\", \"price\", ?) [2.0]", "2.0 | NULL | 2.25") {
            $0.discount.max($0.price, 2)
        }
        Form("min(\"price\", \"discount\")", "0.25 | NULL | 1.0") { $0.price.min($0.discount) }
        Form("min(\"price\", ?) [1.75]", "1.5 | 1.75 | 1.75") { $0.price.min(limit) }
        Form("max(\"note\", ?) ['a']", "'a' | NULL | 'a_b\\c'") { $0.note.max("a") }
        Form("max(\"stock\", ?) + ? [3, 1]", "11 | 4 | 4") { $0.stock.max(3) + 1 }
        Form("random() IS NOT NULL", "1 | 1 | 1") { _ in SQLExpression.random().optional() != nil }
    }

    private static let math = Form.list {
        Form("ceil(\"price\")", "2.0 | 4.0 | 3.0") { $0.price.ceil() }
        Form("floor(\"discount\")", "0.0 | NULL | 1.0") { $0.discount.floor() }
        Form("trunc(\"stock\")", "10 | 0 | -7") { $0.stock.trunc() }
        Form("sqrt(\"price\")", "1.224744871391589 | 2.0 | 1.5") { $0.price.sqrt() }
        Form("sqrt(\"stock\" - ?) [10]", "0.0 | NULL | NULL") { ($0.stock - 10).sqrt() }
        Form("pow(\"price\", ?) [2]", "2.25 | 16.0 | 5.0625") { $0.price.pow(2) }
        Form("mod(\"price\", \"discount\")", "0.0 | NULL | 0.25") { $0.price.mod($0.discount) }
        Form("mod(\"stock\", ?) [0]", "NULL | NULL | NULL") { $0.stock.mod(0) }
        Form("exp(\"stock\" - \"stock\")", "1.0 | 1.0 | 1.0") { ($0.stock - $0.stock).exp() }
        Form("ln(\"stock\" / ?) [10]", "0.0 | NULL | NULL") { ($0.stock / 10).ln() }
        Form("log(\"stock\")", "1.0 | NULL | NULL") { $0.stock.log() }
        Form("round(log(?, \"price\"), ?) [2, 3]", "0.585 | 2.0 | 1.17") {
            $0.price.log(base: 2).round(to: 3)
        }
        Form("log2(\"rating\")", "2.0 | NULL | 2.0") { $0.rating.log2() }
        Form("log10(\"stock\")", "1.0 | NULL | NULL") { $0.stock.log10() }
    }

    private static let angles = Form.list {
        Form("round(sin(\"price\"), ?) [3]", "0.997 | -0.757 | 0.778") {
            $0.price.sin().round(to: 3)
        }
        Form("round(cos(\"price\"), ?) [3]", "0.071 | -0.654 | -0.628") {
            $0.price.cos().round(to: 3)
        }
        Form("round(tan(\"price\"), ?) [2]", "14.1 | 1.16 | -1.24") { $0.price.tan().round(to: 2) }
        Form("round(asin(\"price\"), ?) [3]", "NULL | NULL | NULL") { $0.price.asin().round(to: 3) }
        Form("acos(\"discount\" / \"discount\")", "0.0 | NULL | 0.0") {
            ($0.discount / $0.discount).acos()
        }
        Form("atan(\"discount\" - \"discount\")", "0.0 | NULL | 0.0") {
            ($0.discount - $0.discount).atan()
        }
        Form("atan2(\"discount\" * ?, \"price\") [0.0]", "0.0 | NULL | 0.0") {
            ($0.discount * 0.0).atan2($0.price)
        }
        Form("sinh(\"rating\" - ?) [4]", "0.0 | NULL | 0.0") { ($0.rating - 4).sinh() }
        Form("cosh(\"rating\" - ?) [4]", "1.0 | NULL | 1.0") { ($0.rating - 4).cosh() }
        Form("tanh(\"rating\" - ?) [4]", "0.0 | NULL | 0.0") { ($0.rating - 4).tanh() }
        Form("asinh(\"rating\" - ?) [4]", "0.0 | NULL | 0.0") { ($0.rating - 4).asinh() }
        Form("acosh(\"rating\" - ?) [3]", "0.0 | NULL | 0.0") { ($0.rating - 3).acosh() }
        Form("atanh(\"rating\")", "NULL | NULL | NULL") { $0.rating.atanh() }
        Form("degrees(radians(\"stock\"))", "10.0 | 0.0 | -7.0") { $0.stock.radians().degrees() }
    }

    private static let bits = Form.list {
        Form("\"stock\" & ? [3]", "2 | 0 | 1") { $0.stock & 3 }
        Form("\"rating\" | ? [1]", "5 | NULL | 5") { $0.rating | 1 }
        Form("\"id\" << ? [2]", "4 | 8 | 12") { $0.id << 2 }
        Form("\"stock\" >> \"id\"", "5 | 0 | -1") { $0.stock >> $0.id }
        Form("~\"stock\"", "-11 | -1 | 6") { ~$0.stock }
        Form("(\"id\" | ?) & ? [4, 6]", "4 | 6 | 6") { ($0.id | 4) & 6 }
    }

    private static let conversions = Form.list {
        Form("CAST(\"price\" AS \"INTEGER\")", "1 | 4 | 2") { $0.price.cast(as: Int.self) }
        Form("CAST(\"price\" AS \"INTEGER\")", "1 | 4 | 2") { $0.price.cast(as: Int?.self) }
        Form("CAST(\"rating\" AS \"TEXT\")", "'4' | NULL | '4'") { $0.rating.cast(as: String.self) }
        Form("CAST(\"stock\" AS \"REAL\")", "10.0 | 0.0 | -7.0") { $0.stock.cast(as: Double.self) }
        Form("CAST(\"name\" AS \"BLOB\")", "X'4170706C65' | X'2046696720' | X'4B616C65'") {
            $0.name.cast(as: Data.self)
        }
        Form("coalesce(\"rating\", ?) [0]", "4 | 0 | 4") { $0.rating.ifnull(0) }
        Form("nullif(\"stock\", ?) [0]", "10 | NULL | -7") { $0.stock.nullif(0) }
        Form("nullif(\"rating\", ?) [4]", "NULL | NULL | NULL") { $0.rating.nullif(4) }
        Form("coalesce(nullif(\"note\", ?), ?) ['', 'none']", "'50% off' | 'none' | 'a_b\\c'") {
            $0.note.nullif("") ?? "none"
        }
        Form("iif(\"isActive\", \"rating\", ?) [0]", "4 | 0 | 4") {
            iif($0.isActive, $0.rating, 0)
        }
        Form("iif(\"isActive\", ?, \"rating\") [NULL]", "NULL | NULL | NULL") {
            iif($0.isActive, nil, $0.rating)
        }
        Form("\"rating\" IS NOT NULL AND \"rating\" BETWEEN ? AND ? [1, 4]", "1 | 0 | 1") {
            (1...4).contains($0.rating).optional()
        }
        Form("\"rating\" IS NOT NULL AND \"rating\" >= ? AND \"rating\" < ? [1, 4]", "0 | 0 | 0") {
            (1..<4).contains($0.rating).optional()
        }
        Form("iif(\"isActive\", ?, ?) ['on', 'off']", "'on' | 'off' | 'on'") {
            iif($0.isActive, "on", "off")
        }
        Form("iif(\"isActive\", \"stock\", ?) [0]", "10 | 0 | -7") { iif($0.isActive, $0.stock, 0) }
    }

    @Test("A number function has its SQL and result", arguments: functions + bits + conversions)
    func form(_ form: Form) throws {
        try form.check(on: Product.connection())
    }

    @Test(
        "A math function has its SQL and result, unless SQLite was compiled without it",
        arguments: math + angles)
    func mathematics(_ form: Form) throws {
        let db = try Product.connection()
        guard SQLiteLibrary.linked.functions?.contains("sqrt") == false else {
            return try form.check(on: db)
        }
        let error = #expect(throws: SQLiteError.self) { try form.check(on: db) }
        #expect(error?.message.contains("SQLITE_ENABLE_MATH_FUNCTIONS") == true)
    }

    @Test("A number function reports an integer overflow")
    func overflow() throws {
        let db = try Product.connection()
        let query = Product.limit(1).select { ($0.stock * 0 + Int.min).abs() }
        let error = #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
        #expect(error?.message == "integer overflow")
    }

    @Test("The functions of numbers do not hide the functions of Swift")
    func swift() {
        #expect(min(1, 2) == 1)
        #expect(max(1.5, 2) == 2)
        #expect(Swift.abs(-1) == 1)
    }

    @Test("A number function that the library lacks is refused by name")
    func missing() {
        let bare = SQLiteLibrary(version: 3_040_001, functions: ["abs"])
        #expect(
            SQLFeature.mathFunction("ceil").error(with: bare)?.message
                == "the function ceil requires SQLite 3.35.0 or later, compiled with "
                + "SQLITE_ENABLE_MATH_FUNCTIONS; the linked library is 3.40.1, without it")
        #expect(SQLFeature.mathFunction("abs").error(with: bare) == nil)
        let unknown = SQLiteLibrary(version: 3_034_000, functions: nil)
        #expect(SQLFeature.mathFunction("ceil").error(with: unknown) == nil)
        #expect(SQLiteLibrary.linked.functions?.contains("abs") == true)
    }

    @Test("A cast to a type that SQL does not have is refused")
    func cast() throws {
        let error = #expect(throws: SQLiteError.self) {
            try Product.select { $0.name.cast(as: SQLiteValue.self) }.sql()
        }
        #expect(error?.message == "a cast needs the type of a number, text or bytes")
    }
}
