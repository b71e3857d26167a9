/// The columns of a row as they are stored.
struct EncodedRecord {
    let table: TableDefinition
    let values: [SQLiteValue]

    /// - Throws: The error of a value that cannot be stored.
    init<Model: PrimaryKeyedTable>(_ row: Model) throws(SQLiteError) {
        table = Model.tableDefinition
        var writer = RowWriter()
        row.encode(to: &writer)
        if let error = writer.error { throw error }
        guard writer.count == table.columns.list.count else {
            throw .wrongWidth(table, writer.count)
        }
        values = writer.values
    }

    /// The positions of the columns of the primary key.
    var keyPositions: [Int] {
        table.columns.list.indices.filter { table.columns.list[$0].isPrimaryKey }
    }

    /// Whether the primary key is complete. A key with a NULL identifies no row: SQLite chooses it when the row is
    /// inserted, or accepts several of them.
    var hasKey: Bool { keyPositions.allSatisfy { !values[$0].isStored(as: .null) } }

    /// Whether all columns of the primary key are NULL.
    var lacksKey: Bool { keyPositions.allSatisfy { values[$0].isStored(as: .null) } }

    /// The columns of the primary key with their values.
    var key: SQLiteRow {
        SQLiteRow(
            keyPositions.map { (column: table.columns.list[$0].name, value: values[$0]) })
    }

    var notFound: SQLiteError {
        .recordNotFound(RecordNotFound(table: table.name, key: key))
    }

    /// Whether the row has the same primary key as another one.
    func hasSameKey(as other: EncodedRecord) -> Bool {
        keyPositions.allSatisfy { values[$0].isStored(as: other.values[$0]) }
    }

    /// The positions of the columns outside the primary key that are not stored as in another row.
    ///
    /// SQLite computes generated columns, so their values do not count.
    func changes(from other: EncodedRecord) -> [Int] {
        let columns = table.columns.list
        return columns.indices.filter {
            columns[$0].generated == nil && !columns[$0].isPrimaryKey
                && !values[$0].isStored(as: other.values[$0])
        }
    }

    /// Positions of columns, together with all other columns of the enums that they belong to: of these, exactly one
    /// case must be set.
    func completingEnums(_ positions: [Int]) -> [Int] {
        let columns = table.columns
        var all = Set(positions)
        for position in positions {
            let column = columns.list[position]
            if column.isCase {
                all.formUnion(columns.list.indices)
            } else if let group = column.group, column.groupType?.type.containsCases == true {
                all.formUnion(columns.columns(ofGroup: group) ?? position..<position)
            }
        }
        return all.filter { !columns.list[$0].isPrimaryKey }.sorted()
    }

    /// The assignments of columns to the values of the row.
    func assignments(to positions: some Sequence<Int>) -> [Assignment] {
        positions.map {
            Assignment(columns: [table.columns.list[$0].name], value: .parameter(values[$0]))
        }
    }
}

extension Selection {
    /// Whether the columns are those of an enum, or contain an enum.
    fileprivate static var containsCases: Bool {
        let definitions = columnDefinitions
        return definitions.areCases
            || definitions.list.contains { $0.groupType?.type.containsCases == true }
    }
}

extension SQLiteError {
    /// - Parameter columns: The number of columns that the row sets.
    static func wrongWidth(
        _ table: TableDefinition, _ count: Int, of columns: Int? = nil
    ) -> SQLiteError {
        SQLiteError.misuse(
            "encode(to:) of a row of \"\(MessageText.name(table.name))\" appended "
                + "\(count.counted("value")), but "
                + (columns.map { "sets \($0.counted("column"))" }
                    ?? "the table has \(table.columns.list.count.counted("column"))"))
    }
}
