/// The rows of a query, computed without SQLite.
struct QueryModel {
    var rows: [[Int?]]
    var width: Int

    func filtered(_ condition: RandomCondition) -> QueryModel {
        QueryModel(rows: rows.filter { condition.truth(in: $0) == true }, width: width)
    }

    enum Join: CaseIterable { case inner, left, right, full }

    func joined(_ other: QueryModel, _ kind: Join, on condition: RandomCondition) -> QueryModel {
        var result: [[Int?]] = []
        var matched = Set<Int>()
        for row in rows {
            let matches = other.rows.indices.filter {
                condition.truth(in: row + other.rows[$0]) == true
            }
            matched.formUnion(matches)
            result += matches.map { row + other.rows[$0] }
            if matches.isEmpty, kind == .left || kind == .full {
                result.append(row + Array(repeating: nil, count: other.width))
            }
        }
        if kind == .right || kind == .full {
            result += other.rows.indices.filter { !matched.contains($0) }.map {
                Array(repeating: nil, count: width) + other.rows[$0]
            }
        }
        return QueryModel(rows: result, width: width + other.width)
    }

    /// The rows in the order of a term, then of all columns. NULL is the least value, unless
    /// `nullsFirst` is set.
    func ordered(
        by term: RandomTerm, descending: Bool, nullsFirst: Bool? = nil
    ) -> QueryModel {
        func key(_ value: Int?) -> Int { value ?? .min }
        func comesFirst(_ lhs: Int?, _ rhs: Int?) -> Bool {
            if let nullsFirst, lhs == nil || rhs == nil { return (lhs == nil) == nullsFirst }
            return descending ? key(lhs) > key(rhs) : key(lhs) < key(rhs)
        }
        let sorted = rows.sorted { lhs, rhs in
            let (left, right) = (term.value(in: lhs), term.value(in: rhs))
            if left != right { return comesFirst(left, right) }
            return lhs.map(key).lexicographicallyPrecedes(rhs.map(key))
        }
        return QueryModel(rows: sorted, width: width)
    }

    func limited(_ count: Int, offset: Int) -> QueryModel {
        QueryModel(rows: Array(rows.dropFirst(offset).prefix(count)), width: width)
    }

    func distinct() -> QueryModel {
        var seen = Set<[Int?]>()
        return QueryModel(rows: rows.filter { seen.insert($0).inserted }, width: width)
    }

    func projected(_ terms: [RandomTerm]) -> QueryModel {
        QueryModel(rows: rows.map { row in terms.map { $0.value(in: row) } }, width: terms.count)
    }
}

// MARK: - Groups

extension QueryModel {
    /// A row for the rows that have the same values of some terms: these values, the number of rows, and for another
    /// term the number of values, of distinct values, and of values in rows for which a condition is true, their sum,
    /// the least and the greatest value.
    func grouped(
        by keys: [RandomTerm], _ term: RandomTerm, filter: RandomCondition
    ) -> QueryModel {
        let groups = Dictionary(grouping: rows) { row in keys.map { $0.value(in: row) } }
        let rows = groups.map { key, rows -> [Int?] in
            let values = rows.compactMap { term.value(in: $0) }
            let filtered = rows.filter { filter.truth(in: $0) == true }
                .compactMap { term.value(in: $0) }
            return key + [
                rows.count, values.count, Set(values).count, filtered.count,
                values.isEmpty ? nil : values.reduce(0, +), values.min(), values.max(),
            ]
        }
        return QueryModel(rows: rows, width: keys.count + 7)
    }

    /// The rows in the order of all columns, NULL first.
    func ordered() -> QueryModel {
        let sorted = rows.sorted { lhs, rhs in
            lhs.map { $0 ?? .min }.lexicographicallyPrecedes(rhs.map { $0 ?? .min })
        }
        return QueryModel(rows: sorted, width: width)
    }
}

// MARK: - Compounds

extension QueryModel {
    enum Operator: CaseIterable { case union, unionAll, intersect, except }

    func combined(_ operator: Operator, _ other: QueryModel) -> QueryModel {
        let rows =
            switch `operator` {
            case .union: Array(Set(rows).union(other.rows))
            case .unionAll: rows + other.rows
            case .intersect: Array(Set(rows).intersection(other.rows))
            case .except: Array(Set(rows).subtracting(other.rows))
            }
        return QueryModel(rows: rows, width: width)
    }
}
