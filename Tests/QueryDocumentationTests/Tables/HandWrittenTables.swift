import DataLite
import Foundation

struct City {
    let id: Int
    var name: String
    var population: Int?
}

extension City: PrimaryKeyedTable {
    static let tableDefinition = TableDefinition("cities") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("name", String.self)
        columns.add("population", Int?.self)
    }

    var primaryKey: Int { id }

    init(row: inout RowReader) throws(SQLiteError) {
        id = try row.next()
        name = try row.next()
        population = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(name)
        values.append(population)
    }

    struct Columns: ColumnSet {
        typealias Model = City
        typealias Output = City

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int> { _source.column("id") }
        var name: SQLExpression<String> { _source.column("name") }
        var population: SQLExpression<Int?> { _source.column("population") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = City
        typealias Output = City?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var id: SQLExpression<Int?> { _source.column("id") }
        var name: SQLExpression<String?> { _source.column("name") }
        var population: SQLExpression<Int?> { _source.column("population") }
    }

    struct Draft: TableDraft {
        typealias Model = City

        var id: Int?
        var name: String?
        @DraftField() var population: Int?

        init(
            id: Int? = nil, name: String? = nil, population: DraftArgument<Int?> = .some(nil)
        ) {
            self.id = id
            self.name = name
            _population.set(population)
        }

        init(_ row: City) {
            self.init(id: row.id, name: row.name, population: row.population)
        }

        func encode(to values: inout DraftValues) {
            values.append(id)
            values.append(name)
            values.append(_population)
        }
    }
}

struct CityStatistics: Equatable {
    let count: Int
    let largest: Int?
}

extension CityStatistics: Selection {
    static let columnDefinitions = ColumnDefinitions { columns in
        columns.add("count", Int.self)
        columns.add("largest", Int?.self)
    }

    init(row: inout RowReader) throws(SQLiteError) {
        count = try row.next()
        largest = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(count)
        values.append(largest)
    }

    struct Columns: ColumnSet {
        typealias Model = CityStatistics
        typealias Output = CityStatistics

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        init(count: some Selectable<Int>, largest: some Selectable<Int?>) {
            var fields = SelectedFields()
            fields.add("count", count)
            fields.add("largest", largest)
            _source = ColumnSource(CityStatistics.self, fields)
        }

        var count: SQLExpression<Int> { _source.column("count") }
        var largest: SQLExpression<Int?> { _source.column("largest") }
    }
}
