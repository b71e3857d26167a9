import DataLiteQuery

/// The type of a result.
package struct Stats: Hashable {
    package let total: Int
    package let active: Int
    package let average: Double?
    package let revenue: Int?

    package init(total: Int, active: Int, average: Double?, revenue: Int?) {
        (self.total, self.active, self.average, self.revenue) = (total, active, average, revenue)
    }
}

extension Stats: Selection {
    package static let columnDefinitions = ColumnDefinitions { columns in
        columns.add("total", Int.self)
        columns.add("active", Int.self)
        columns.add("average", Double?.self)
        columns.add("revenue", Int?.self)
    }

    package init(row: inout RowReader) throws(SQLiteError) {
        self.total = try row.next()
        self.active = try row.next()
        self.average = try row.next()
        self.revenue = try row.next()
    }

    package func encode(to values: inout RowWriter) {
        values.append(total)
        values.append(active)
        values.append(average)
        values.append(revenue)
    }

    package struct Columns: ColumnSet {
        package typealias Model = Stats
        package typealias Output = Stats

        package let _source: ColumnSource

        package init(_source: ColumnSource) { self._source = _source }

        package init(
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

        package var total: SQLExpression<Int> { _source.column("total") }
        package var active: SQLExpression<Int> { _source.column("active") }
        package var average: SQLExpression<Double?> { _source.column("average") }
        package var revenue: SQLExpression<Int?> { _source.column("revenue") }
    }
}
