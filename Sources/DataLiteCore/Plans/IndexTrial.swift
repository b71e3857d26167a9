import DataLiteSyntax

/// A copy of a schema, in which indexes are tried for a statement.
struct IndexTrial {
    let copy: Connection

    /// The tables that the statement mentions, each with the columns that it mentions.
    private var tables: [(name: String, columns: [String])] = []

    /// The beginning of the names of the candidates, with which no name of the schema begins.
    private var prefix = "datalite advice "

    /// The indexes of the schema.
    private var existing: [IndexAdvice] = []

    init(copying connection: some ConnectionProtocol, for sql: String) throws(SQLiteError) {
        copy = try Connection(location: .inMemory)
        try copySchema(of: connection)
        let all = try copy.rows("SELECT name FROM sqlite_schema", as: String.self).map(
            \.lowercasedASCII)
        while all.contains(where: { $0.hasPrefix(prefix) }) { prefix += "x " }
        try copyStatistics(of: connection)
        let words = Set(SQLTokens(sql).compactMap(\.name).map(\.lowercasedASCII))
        for table in try copy.schema.tables where words.contains(table.name.lowercasedASCII) {
            guard table.kind == .table || table.kind == .shadow else { continue }
            let columns = table.columns.filter { $0.storage == .ordinary }.map(\.name)
            tables.append((table.name, columns.filter { words.contains($0.lowercasedASCII) }))
            addIndexes(of: table)
        }
    }

    /// Partial indexes and indexes on expressions do not replace others.
    private mutating func addIndexes(of table: DatabaseSchema.Table) {
        for index in table.indexes where !index.isPartial {
            let columns = index.terms.map { $0.column ?? "" }
            existing.append(IndexAdvice(table: table.name, columns: columns))
        }
    }

    /// Copies what can be created without the functions and modules of the connection.
    private func copySchema(of connection: some ConnectionProtocol) throws(SQLiteError) {
        let statements = try connection.rows(
            """
            SELECT sql, name FROM main.sqlite_schema WHERE sql IS NOT NULL AND type <> 'trigger'
            ORDER BY type = 'view', type = 'index', rowid
            """)
        for row in statements {
            guard let sql: String = row.lenientValue(at: 0),
                let name: String = row.lenientValue(at: 1), !name.isReservedBySQLite
            else { continue }
            _ = try? copy.execute(SQL(raw: sql))
        }
    }

    private func copyStatistics(of connection: some ConnectionProtocol) throws(SQLiteError) {
        let query: SQL = "SELECT 1 FROM main.sqlite_schema WHERE name = 'sqlite_stat1'"
        guard try connection.value(query, as: Int.self) != nil else { return }
        try copy.execute("ANALYZE")
        for row in try connection.rows("SELECT tbl, idx, stat FROM main.sqlite_stat1") {
            try copy.execute("INSERT INTO sqlite_stat1 VALUES (?, ?, ?)", SQLParameters(row.values))
        }
        try copy.execute("ANALYZE sqlite_schema")
    }

    /// Tries indexes of one column, then indexes that extend those that were used.
    func advice(
        _ plan: () throws(SQLiteError) -> QueryPlan
    ) throws(SQLiteError) -> [IndexAdvice] {
        var used: [IndexAdvice] = []
        for length in 1...3 {
            let candidates = length == 1 ? indexesOfOneColumn : used.flatMap(extensions)
            let better = try usedIndexes(
                extending: used, by: candidates.filter { !exists($0) }, plan)
            if better == used { break }
            used = better
        }
        return used
    }

    private var indexesOfOneColumn: [IndexAdvice] {
        tables.flatMap { table in
            table.columns.map { IndexAdvice(table: table.name, columns: [$0]) }
        }
    }

    private func extensions(of index: IndexAdvice) -> [IndexAdvice] {
        let columns = tables.first { SQLName.same($0.name, index.table) }?.columns ?? []
        return columns.filter { !index.columns.contains($0) }
            .map { IndexAdvice(table: index.table, columns: index.columns + [$0]) }
    }

    /// Whether an index of the schema begins with the columns.
    private func exists(_ index: IndexAdvice) -> Bool {
        existing.contains {
            SQLName.same($0.table, index.table)
                && $0.columns.starts(with: index.columns, by: SQLName.matches)
        }
    }

    /// The indexes of both lists that the plan uses to find rows, or to avoid sorting. A candidate that is no better
    /// than the index that it extends is replaced by that one.
    private func usedIndexes(
        extending used: [IndexAdvice], by candidates: [IndexAdvice],
        _ plan: () throws(SQLiteError) -> QueryPlan
    ) throws(SQLiteError) -> [IndexAdvice] {
        let all = used + candidates
        try create(all, used.indices)
        let sorts = try plan().sorts.count
        try create(all, used.endIndex..<all.endIndex)
        let trial = try plan()
        for number in all.indices {
            try copy.execute("DROP INDEX \(identifier: prefix + String(number))")
        }
        let savesSort = trial.sorts.count < sorts
        var better: [IndexAdvice] = []
        for step in trial.steps {
            guard let number = step.access?.index.flatMap(number) else { continue }
            var index = all[number]
            if number >= used.count, !savesSort, !step.finds(byColumns: index.columns.count) {
                index = IndexAdvice(table: index.table, columns: index.columns.dropLast())
            }
            if !index.columns.isEmpty, !exists(index), !better.contains(index) {
                better.append(index)
            }
        }
        return better
    }

    private func create(_ indexes: [IndexAdvice], _ numbers: Range<Int>) throws(SQLiteError) {
        for number in numbers {
            try copy.execute(indexes[number].createIndex(named: prefix + String(number)))
        }
    }

    private func number(of index: String) -> Int? {
        index.hasPrefix(prefix) ? Int(index.dropFirst(prefix.count)) : nil
    }
}

extension QueryPlan.Step {
    /// Whether rows are found by as many terms as an index has columns.
    fileprivate func finds(byColumns count: Int) -> Bool {
        if case .search(_, _, let terms) = operation { terms.count == count } else { false }
    }
}

// MARK: - IndexAdvice

/// An index that SQLite would use for a statement if it existed.
public struct IndexAdvice: Sendable, Equatable {
    /// The table.
    public let table: String

    /// The columns, in the order of the index.
    public let columns: [String]

    /// The statement that creates the index. Its name consists of the table and the columns.
    public var sql: SQL {
        createIndex(named: ([table] + columns).joined(separator: "_"))
    }

    /// An index on columns of a table.
    package init(table: String, columns: [String]) {
        self.table = table
        self.columns = columns
    }

    func createIndex(named name: String) -> SQL {
        var list: SQL = ""
        for column in columns {
            list = list.isEmpty ? "\(identifier: column)" : "\(list), \(identifier: column)"
        }
        return "CREATE INDEX \(identifier: name) ON \(identifier: table) (\(list))"
    }
}

extension ConnectionProtocol {
    /// The indexes that SQLite would use for a statement if they existed: on columns by which the statement joins,
    /// filters or sorts.
    ///
    /// ```swift
    /// for index in try connection.indexAdvice("SELECT * FROM albums WHERE artist = \(artist) ORDER BY year") {
    ///     print(index.sql.text)  // CREATE INDEX "albums_artist_year" ON "albums" ("artist", "year")
    /// }
    /// ```
    ///
    /// The schema is copied into an empty database in memory, with the statistics of `ANALYZE`. There, indexes on the
    /// columns that the statement mentions are tried: first of one column, then of two and of three. Nothing is written
    /// to the database of this connection, and no row is read. An index makes writes slower and the file larger, so
    /// measure before you add one.
    ///
    /// Only ordinary tables of the schema `main` are considered. A statement that needs functions, collations or
    /// virtual tables that the copy does not have gets no advice.
    ///
    /// - Throws: An `SQLiteError` if the statement is invalid.
    /// - Complexity: Three plans, each with an index for every column that the statement mentions.
    public func indexAdvice(
        _ sql: SQL, _ parameters: SQLParameters = SQLParameters()
    ) throws(SQLiteError) -> [IndexAdvice] {
        try indexAdvice(for: sql.text) { db throws(SQLiteError) in
            try db.plan(sql, parameters)
        }
    }

    /// The indexes that SQLite would use for a statement if they existed.
    ///
    /// - Parameter plan: Returns the plan of the statement on this connection and on a copy of its schema.
    package func indexAdvice(
        for sql: String, _ plan: (any ConnectionProtocol) throws(SQLiteError) -> QueryPlan
    ) throws(SQLiteError) -> [IndexAdvice] {
        _ = try plan(self)
        let trial = try IndexTrial(copying: self, for: sql)
        guard (try? plan(trial.copy)) != nil else { return [] }
        return try trial.advice { () throws(SQLiteError) in try plan(trial.copy) }
    }
}
