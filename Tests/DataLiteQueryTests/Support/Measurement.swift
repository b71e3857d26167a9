import DataLiteQuery

/// A table with a column of JSON, which cannot contain every value of its type: JSON has no NaN.
struct Measurement: Equatable {
    let id: Int
    var samples: [Double]
    var notes: [Double]?
}

extension Measurement: PrimaryKeyedTable {
    typealias Samples = JSONRepresentation<[Double]>

    static let tableDefinition = TableDefinition("measurements") { columns in
        columns.add("id", Int.self, primaryKey: true)
        columns.add("samples", Samples.self)
        columns.add("notes", Samples?.self)
    }

    var primaryKey: Int { id }

    init(row: inout RowReader) throws(SQLiteError) {
        id = try row.next()
        samples = try row.next(as: Samples.self).value
        notes = try row.next(as: Samples?.self).value
    }

    func encode(to values: inout RowWriter) {
        values.append(id)
        values.append(Samples(samples))
        values.append(Samples?(notes))
    }

    struct Columns: ColumnSet {
        typealias Model = Measurement
        typealias Output = Measurement

        let _source: ColumnSource

        var id: SQLExpression<Int> { _source.column("id") }
        var samples: SQLExpression<Samples> { _source.column("samples") }
        var notes: SQLExpression<Samples?> { _source.column("notes") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Measurement
        typealias Output = Measurement?

        let _source: ColumnSource
    }

    struct Draft: TableDraft {
        typealias Model = Measurement

        var id: Int?
        var samples: [Double]?
        @DraftField var notes: [Double]? = nil

        func encode(to values: inout DraftValues) {
            values.append(id)
            values.append(samples, as: Samples.self)
            values.append(_notes, as: Samples?.self)
        }
    }
}

extension Measurement.Draft {
    init(_ row: Measurement) {
        self.init(id: row.id, samples: row.samples, notes: row.notes)
    }
}
