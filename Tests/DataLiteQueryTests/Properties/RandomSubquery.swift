import DataLiteQuery

/// A random query over table `one`, whose condition also uses the columns of the enclosing queries.
struct RandomSubquery {
    enum Function: CaseIterable { case count, max, min, sum }

    /// All rows of the table.
    let rows: [[Int?]]

    /// A condition over the columns of the enclosing queries and of the table.
    let condition: RandomCondition

    /// A term over the columns of the table.
    let term: RandomTerm

    let function: Function

    static func random(
        columns: Int, depth: Int, rows: [[Int?]], using generator: inout some RandomNumberGenerator
    ) -> RandomSubquery {
        RandomSubquery(
            rows: rows,
            condition: .random(columns: columns + 3, depth: depth, rows: rows, using: &generator),
            // SQL treats an aggregate of an enclosing query's columns as an aggregate of that
            // query.
            term: .sum(
                .column(Int.random(in: 0..<3, using: &generator)),
                .random(columns: 3, depth: 1, using: &generator)),
            function: Function.allCases[Int.random(in: 0..<4, using: &generator)])
    }

    // MARK: - In the model

    func found(in row: [Int?]) -> [[Int?]] {
        rows.filter { condition.truth(in: row + $0) == true }
    }

    func values(in row: [Int?]) -> [Int] { found(in: row).compactMap(term.value) }

    func value(in row: [Int?]) -> Int? {
        let values = values(in: row)
        return switch function {
        case .count: values.count
        case .max: values.max()
        case .min: values.min()
        case .sum: values.isEmpty ? nil : values.reduce(0, +)
        }
    }

    // MARK: - In SQL

    func query(_ columns: [SQLExpression<Int?>]) -> Where<Cell<One>> {
        Cell<One>.where { condition.expression(columns + $0.terms) }
    }

    func members(_ columns: [SQLExpression<Int?>]) -> some Query<Int?> {
        query(columns).select { term.expression($0.terms) }
    }

    func expression(_ columns: [SQLExpression<Int?>]) -> SQLExpression<Int?> {
        query(columns).select { aggregate(of: term.expression($0.terms)) }.scalar()
    }

    private func aggregate(of term: SQLExpression<Int?>) -> SQLExpression<Int?> {
        switch function {
        case .count: term.count().optional()
        case .max: term.max()
        case .min: term.min()
        case .sum: term.sum()
        }
    }
}
