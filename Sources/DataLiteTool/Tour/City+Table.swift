import DataLiteQuery

// The conformance that `@Table` would generate. It is written by hand, so that the tour needs no macros,
// which take minutes to build.
extension City: Table {
    static let tableDefinition = TableDefinition("city") { columns in
        columns.add("name", String.self)
        columns.add("country", String.self)
        columns.add("continent", String.self)
        columns.add("latitude", Double.self)
        columns.add("longitude", Double.self)
        columns.add("population", Int.self)
    }

    init(row: inout RowReader) throws(SQLiteError) {
        name = try row.next()
        country = try row.next()
        continent = try row.next()
        latitude = try row.next()
        longitude = try row.next()
        population = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(name)
        values.append(country)
        values.append(continent)
        values.append(latitude)
        values.append(longitude)
        values.append(population)
    }

    struct Columns: ColumnSet {
        typealias Model = City
        typealias Output = City

        let _source: ColumnSource

        var name: SQLExpression<String> { _source.column("name") }
        var country: SQLExpression<String> { _source.column("country") }
        var continent: SQLExpression<String> { _source.column("continent") }
        var latitude: SQLExpression<Double> { _source.column("latitude") }
        var longitude: SQLExpression<Double> { _source.column("longitude") }
        var population: SQLExpression<Int> { _source.column("population") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = City
        typealias Output = City?

        let _source: ColumnSource
    }
}
