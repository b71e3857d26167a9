import DataLite
import Testing

@Table("json_each") struct Digit: TableFunction {
    let value: Int

    static func digits(of json: some SQLOperand<String>) -> Where<Digit> { call(json) }
}

// sample: pragma
@Table("sqlite_master") struct SchemaEntry {
    let type: String
    let name: String
}

@Table("pragma_table_info") struct ColumnInfo: TableFunction {
    let name: String
    @Column("pk") let keyPosition: Int

    static func columns(of table: some SQLOperand<String>) -> Where<ColumnInfo> {
        call(table, "main")
    }
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
        let columns = SchemaEntry.where { $0.type == "table" }
            .join { ColumnInfo.columns(of: $0.name) }
            .where { table, column in column.keyPosition > 0 }
            .select { ($0.name, $1.name) }
        // end
        let keys = try columns.fetchAll(db)
        #expect(keys.map(\.0) == ["rooms", "novels"])
        #expect(keys.map(\.1) == ["id", "id"])
        let digits = try Digit.digits(of: "[1, 2, 3]").where { $0.value > 1 }.fetchAll(db)
        #expect(digits.map(\.value) == [2, 3])
    }
}
