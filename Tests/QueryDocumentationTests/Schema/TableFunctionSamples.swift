import DataLite
import Testing

// sample: table function
@Table("json_each") struct Digit: TableFunction {
    let value: Int

    static func digits(of json: some SQLOperand<String>) -> Where<Digit> { call(json) }
}
// end

@Suite("The samples of table-valued functions")
struct TableFunctionSamples {
    @Test("read the schema and call table-valued functions")
    func calls() throws {
        let db = try Connection(location: .inMemory)
        try Room.createTable().execute(db)
        try Novel.createTable().execute(db)
        // sample: pragmas
        let columns = SQLiteSchema.where { $0.type == "table" }
            .join { PragmaTableInfo.rows(of: $0.name, schema: "main") }
            .where { table, column in column.primaryKeyPosition > 0 }
            .select { ($0.name, $1.name) }
        let references = try PragmaForeignKeyList.rows(of: "novels").select(\.table).fetchAll(db)
        print(references)  // ["rooms"]
        // end
        #expect(references == ["rooms"])
        let keys = try columns.fetchAll(db)
        #expect(keys.map(\.0) == ["rooms", "novels"])
        #expect(keys.map(\.1) == ["id", "id"])
        // sample: digits
        let digits = try Digit.digits(of: "[1, 2, 3]").where { $0.value > 1 }.fetchAll(db)
        // end
        #expect(digits.map(\.value) == [2, 3])
    }
}
