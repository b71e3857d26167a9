import DataLiteCore
import Foundation
import Testing

@Suite("A row")
struct SQLiteRowTests {
    let row: SQLiteRow = [
        "id": 7, "name": "Ada", "email": nil, "id": 8, "born": Date(timeIntervalSince1970: 0),
    ]

    @Test("A row keeps its columns in order, including repeated names")
    func order() {
        #expect(row.map(\.column) == ["id", "name", "email", "id", "born"])
        #expect(row.map(\.value) == [7, "Ada", nil, 8, "1970-01-01 00:00:00.000"])
        #expect(row.columns.names == row.map(\.column))
        #expect(row.values == row.map(\.value))
        #expect(row.namedParameters == [":id", ":name", ":email", ":id", ":born"])
    }

    /// A statement whose result has other values than names.
    @Test("A row of a custom statement has one value for each name", arguments: [0, 1, 3, 5])
    func otherCounts(count: Int) throws {
        final class Uneven: StatementProtocol {
            let sql = ""
            let values: [SQLiteValue]
            init(_ values: [SQLiteValue]) { self.values = values }
            func parameterCount() -> Int32 { 0 }
            func parameterNameBy(_ index: Int32) -> String? { nil }
            func bind(_ value: SQLiteValue, at index: Int32) {}
            func clearBindings() {}
            func step() -> Bool { true }
            func reset() {}
            func columnNames() -> [String] { ["a", "b", "c"] }
            func columnCount() -> Int32 { Int32(values.count) }
            func columnName(at index: Int32) -> String? { "x" }
            func columnValue(at index: Int32) -> SQLiteValue { values[Int(index)] }
        }
        let values = (0..<count).map { SQLiteValue.text(String(repeating: "x", count: $0 + 40)) }
        var row = try #require(Uneven(values).currentRow())
        #expect(row.count == 3)
        #expect(row["c"] == (count > 2 ? values[2] : .null))
        row["c"] = 7
        #expect(row["c"] == 7 && row.values.count == 3)
    }

    @Test("A row is a bidirectional collection")
    func collection() throws {
        #expect(row.count == 5)
        #expect(!row.isEmpty)
        #expect(SQLiteRow([]).isEmpty)
        #expect(row[1].column == "name")
        #expect(row[1].value == "Ada")
        #expect(row.reversed().map(\.column) == ["born", "id", "email", "name", "id"])
        #expect(try #require(row.last).column == "born")
        #expect(row.dropFirst().prefix(2).map(\.column) == ["name", "email"])
        #expect(row.firstIndex { $0.value == 8 } == 3)
        #expect(row.indices == 0..<5)
        var columns: [String] = []
        for (column, _) in row { columns.append(column) }
        #expect(columns == row.columns.names)
    }

    @Test("A row finds the first column with a name")
    func lookup() {
        #expect(row["id"] == .int(7))
        #expect(row["name"] == .text("Ada"))
        #expect(row["email"] == .some(.null))
        #expect(row["NAME"] == .text("Ada"))
        #expect(row["names"] == nil)
        #expect(row[""] == nil)
    }

    @Test("A row converts values by name and by position")
    func typed() throws {
        #expect(try row["id", as: Int.self] == 7)
        #expect(try row["born", as: Date.self] == Date(timeIntervalSince1970: 0))
        #expect(try row["email", as: String?.self] == nil)
        #expect(try row["name", as: String?.self] == "Ada")
        #expect(try row[3, as: Int8.self] == 8)
        #expect(row.lenientValue("id") == 7)
        #expect(row.lenientValue("name") == "Ada")
        #expect(row.lenientValue(at: 3) == UInt(8))
    }

    @Test("A row returns nil for a missing column, NULL, and a value that cannot be converted")
    func untypedNil() {
        #expect(row.lenientValue("nickname") as String? == nil)
        #expect(row.lenientValue("email") as String? == nil)
        #expect(row.lenientValue("name") as Int? == nil)
        #expect(row.lenientValue(at: 5) as Int? == nil)
        #expect(row.lenientValue(at: -1) as Int? == nil)
        #expect(row.lenientValue(at: 1) as Int? == nil)
        #expect(row.lenientValue(at: .min) as Int? == nil)
    }

    @Test("The error of a missing column names the existing columns")
    func missingColumn() throws {
        let byName = #expect(throws: SQLiteError.self) { try row["nickname", as: String.self] }
        #expect(byName?.resultCode == .range)
        #expect(
            byName?.message
                == #"no column "nickname" among "id", "name", "email", "id", "born""#)
        for position in [-1, 5, .max, .min] {
            let byPosition = #expect(throws: SQLiteError.self) { try row[position, as: Int.self] }
            #expect(byPosition?.resultCode == .range)
            #expect(byPosition?.message == "no column \(position) among 5")
            #expect(row[position] == ("", .null))
        }
    }

    @Test(
        "A failed conversion reports the column, the type and the value",
        arguments: [
            ("name", #"column "name": expected Int, found TEXT 'Ada'"#),
            ("email", #"column "email": expected Int, found NULL"#),
        ])
    func mismatch(column: String, message: String) throws {
        let byName = #expect(throws: SQLiteError.self) { try row[column, as: Int.self] }
        #expect(byName?.resultCode == .mismatch)
        #expect(byName?.message == message)
        let position = try #require(row.firstIndex { $0.column == column })
        let byPosition = #expect(throws: SQLiteError.self) { try row[position, as: Int.self] }
        #expect(byPosition == byName)
    }

    @Test("A row can be a literal of implicit members, Swift values and nil")
    func literal() {
        let optional: Int? = 3
        let existential: any SQLiteBindable = Mood.calm
        let row: SQLiteRow = [
            "a": .int(1), "b": .real(2), "c": .text("x"), "d": .blob(Data([1])), "e": .null,
            "f": nil, "g": optional, "h": existential, "i": true, "j": UInt64.max, "k": Data(),
        ]
        let expected: [SQLiteValue] = [
            1, 2.0, "x", .blob(Data([1])), nil, nil, 3, "calm", 1,
            .blob(Data(repeating: 0xFF, count: 8)), .blob(Data()),
        ]
        #expect(row.values == expected)
        #expect(([:] as SQLiteRow).isEmpty)
    }

    @Test("A row can be created from any sequence of columns")
    func sequence() {
        let pairs = [(column: "a", value: SQLiteValue.int(1)), (column: "a", value: .null)]
        #expect(SQLiteRow(pairs) == ["a": 1, "a": nil])
        #expect(SQLiteRow(row) == row)
        #expect(SQLiteRow(row.dropFirst(4)).columns.names == ["born"])
    }

    @Test("A row is equal to another row with the same columns, values and order")
    func equality() {
        let rows: [SQLiteRow] = [
            [:], ["a": 1], ["a": 1.0], ["a": "1"], ["a": nil], ["b": 1], ["a": 1, "b": 2],
            ["b": 2, "a": 1], ["a": 1, "a": 1],
        ]
        #expect(Set(rows + rows).count == rows.count)
        #expect(row == SQLiteRow(Array(row)))
    }

    @Test("A row's description is its columns and values, with long values truncated")
    func description() {
        #expect(
            (["id": 1, "name": "O'Brien"] as SQLiteRow).description == "[id: 1, name: 'O''Brien']")
        #expect((["x": Data(count: 100_000)] as SQLiteRow).description.count < 300)
        #expect(([:] as SQLiteRow).description == "[]")
    }

    @Test("A row can be sent to another task")
    func sending() async {
        let row = row
        #expect(await Task.detached { row["name"] }.value == "Ada")
    }
}

@Suite("The columns of a row")
struct ColumnsTests {
    @Test(
        "Columns are found by name, for any number of columns",
        arguments: [1, 2, 11, 12, 13, 14, 200])
    func position(count: Int) {
        let names = (0..<count).map { "c\($0)" }
        let columns = SQLiteRow.Columns(names)
        #expect(columns.count == count)
        #expect(names.map { columns.position(of: $0) } == Array(0..<count))
        #expect(columns.position(of: "c\(count)") == nil)
        #expect(columns.position(of: "C0") == 0)
    }

    @Test(
        "Columns with equal names are found in order: the first is used",
        arguments: [2, 12, 13, 40])
    func duplicates(count: Int) {
        let names = ["x"] + Array(repeating: "same", count: count)
        #expect(SQLiteRow.Columns(names).position(of: "same") == 1)
    }

    @Test("Columns have the same names only in the same order")
    func equality() {
        let headers = [[], ["a"], ["b"], ["a", "b"], ["b", "a"], ["a", "a"]]
            .map { SQLiteRow.Columns($0) }
        let copies = headers.map { SQLiteRow.Columns($0.names) }
        for (i, header) in headers.enumerated() {
            for (j, copy) in copies.enumerated() {
                #expect(header.hasSameNames(as: copy) == (i == j))
            }
        }
    }
}
