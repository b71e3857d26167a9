/// The rows of an `INSERT ... VALUES`.
struct InsertedRows: Sendable {
    var command: InsertCommand

    let sources: [InsertSource]

    let count: Int

    /// The positions of the columns to omit because SQLite computes them.
    let generatedColumns: [Int]

    /// - Parameter choosesColumns: Whether the statement names the columns to write.
    init(_ command: InsertCommand, _ sources: [InsertSource], choosesColumns: Bool = false) {
        self.command = command
        self.sources = sources
        generatedColumns = choosesColumns ? [] : command.table.generatedColumns
        count = sources.reduce(0) { $0 + $1.count }
    }

    func run(
        on db: any ConnectionProtocol, returning: _SelectList?,
        _ step: (StatementLease) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> Int {
        var batches = InsertBatches(self, returning: returning)
        guard try batches.next() else { return 0 }
        if batches.isLast { return try batches.run(on: db, step) }
        var changes = 0
        try db.atomically {
            repeat {
                changes += try batches.run(on: db, step)
                while let count = try batches.runDirectly(on: db, step) { changes += count }
            } while try batches.next()
        }
        return changes
    }

    /// Writes all rows as one statement.
    func write(returning: _SelectList?, to writer: inout _SQLWriter) {
        var batches = InsertBatches(self, returning: returning, limit: .max)
        do {
            guard try batches.next() else {
                writer.fail(misuse: "there are no rows to insert")
                return
            }
            if !batches.isLast, let key = command.integerKey {
                batches = InsertBatches(self, returning: returning, limit: .max, nullableKey: key)
                _ = try batches.next()
            }
            guard batches.isLast else {
                writer.fail(
                    misuse: "the rows do not set the same columns and need several statements")
                return
            }
            writer.write(sql: try batches.sql())
        } catch {
            writer.fail(error)
        }
    }
}

/// Consecutive rows of an insert.
@usableFromInline
struct InsertSource: Sendable {
    let count: Int

    /// Appends the columns of a row. A closure that is created where the type of the row is known calls its `encode`
    /// directly.
    let encode: @Sendable (Int, inout DraftValues) -> Void

    @usableFromInline
    init(count: Int, _ encode: @escaping @Sendable (Int, inout DraftValues) -> Void) {
        self.count = count
        self.encode = encode
    }
}

extension InsertCommand {
    /// The position of the primary key if it is one integer, for which SQLite chooses a value if it is NULL.
    fileprivate var integerKey: Int? {
        let keys = columns.indices.filter { columns[$0].isPrimaryKey }
        guard keys.count == 1, let key = keys.first, columns[key].type == .integer,
            table.columns.list.count(where: \.isPrimaryKey) == 1
        else { return nil }
        return key
    }
}
