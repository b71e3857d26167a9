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

    /// The rows in the order of a term, then of all columns. NULL is the least value, unless it is
    /// said where it comes.
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
