import DataLiteQuery

/// The type of a result.
struct Stats: Hashable {
    let total: Int
    let active: Int
    let average: Double?
    let revenue: Int?
}

extension Stats: Selection {
    static let columnDefinitions = ColumnDefinitions { columns in
        columns.add("total", Int.self)
        columns.add("active", Int.self)
        columns.add("average", Double?.self)
        columns.add("revenue", Int?.self)
    }

    init(row: inout RowColumns) throws(SQLiteError) {
        self.total = try row.next()
        self.active = try row.next()
        self.average = try row.next()
        self.revenue = try row.next()
    }

    func encode(to values: inout RowValues) {
        values.append(total)
        values.append(active)
        values.append(average)
        values.append(revenue)
    }

    struct Columns: ColumnSet {
        typealias Model = Stats
        typealias Output = Stats

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        init(
            total: some Selectable<Int>,
            active: some Selectable<Int>,
            average: some Selectable<Double?>,
            revenue: some Selectable<Int?>
        ) {
            var fields = SelectedFields()
            fields.add("total", total)
            fields.add("active", active)
            fields.add("average", average)
            fields.add("revenue", revenue)
            _source = ColumnSource(Stats.self, fields)
        }

        var total: SQLExpression<Int> { _source.column("total") }
        var active: SQLExpression<Int> { _source.column("active") }
        var average: SQLExpression<Double?> { _source.column("average") }
        var revenue: SQLExpression<Int?> { _source.column("revenue") }
    }
}
