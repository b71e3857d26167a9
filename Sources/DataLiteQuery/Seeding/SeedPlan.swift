/// The rows of `seed`, one list for each table.
struct SeedPlan {
    private typealias Name = ExactName

    /// The rows of each table, in the order in which the tables occur first.
    private var lists: [any SeedCollection] = []

    init(_ rows: [SeedRows]) {
        // Two types can have the same table.
        var positions: [Name: [Int]] = [:]
        for list in rows.map(\.list) {
            let key = Self.key(list.table.schema, list.table.name)
            let known = positions[key, default: []]
            guard !known.contains(where: { lists[$0].append(list) }) else { continue }
            positions[key, default: []].append(lists.count)
            lists.append(list.collected())
        }
    }

    func run(on db: any ConnectionProtocol) throws(SQLiteError) {
        guard !lists.isEmpty else { return }
        let parents = try parents(on: db)
        let order = Self.order(parents)
        let defers = order.isCyclic ? try db.checksForeignKeysAtOnce : false
        guard defers else {
            for position in order.positions { try lists[position].insert(db) }
            return
        }
        let before = try violations(in: db)
        try db.execute("PRAGMA defer_foreign_keys = ON")
        do throws(SQLiteError) {
            for position in order.positions { try lists[position].insert(db) }
            try requireNoViolations(in: db, except: before)
        } catch {
            // Only the end of the transaction, which may be far away, would undo it. After some errors there is none.
            _ = try? db.execute("PRAGMA defer_foreign_keys = OFF")
            throw error
        }
        try db.execute("PRAGMA defer_foreign_keys = OFF")
    }

    private func requireNoViolations(
        in db: any ConnectionProtocol, except before: Set<String>
    ) throws(SQLiteError) {
        let added = try violations(in: db).subtracting(before)
        guard added.isEmpty else {
            throw SQLiteError(
                .constraintForeignKey,
                message: "the rows violate foreign keys: "
                    + MessageText.lines(added.sorted()).joined(separator: "; "))
        }
    }

    /// For each list, the lists of the tables that its table refers to.
    private func parents(on db: any ConnectionProtocol) throws(SQLiteError) -> [Set<Int>] {
        var positions: [Name: [Int]] = [:]
        for (position, list) in lists.enumerated() {
            positions[Self.key(list.table.schema, list.table.name), default: []].append(position)
        }
        var schemas: [String: DatabaseSchema] = [:]
        var parents: [Set<Int>] = []
        for list in lists {
            let name = list.table.schema ?? "main"
            let schema: DatabaseSchema
            if let known = schemas[name] {
                schema = known
            } else {
                schema = try name == "main" ? db.schema : db.schema(of: name)
                schemas[name] = schema
            }
            let keys = schema.table(list.table.name)?.foreignKeys ?? []
            parents.append(
                Set(keys.flatMap { positions[Self.key(list.table.schema, $0.parent)] ?? [] }))
        }
        return parents
    }

    private static func key(_ schema: String?, _ table: String) -> Name {
        Name(name: "\((schema ?? "main").lowercasedASCII).\(table.lowercasedASCII)")
    }

    /// An order in which each list comes after its parents, and otherwise as early as before. Lists in a cycle, and
    /// those that depend on them, keep their order.
    private static func order(_ parents: [Set<Int>]) -> (positions: [Int], isCyclic: Bool) {
        var positions: [Int] = []
        var done: Set<Int> = []
        var isCyclic = parents.enumerated().contains { $1.contains($0) }
        while positions.count < parents.count {
            let waiting = parents.indices.filter { !done.contains($0) }
            let ready = waiting.first { parents[$0].subtracting([$0]).isSubset(of: done) }
            if ready == nil { isCyclic = true }
            guard let next = ready ?? waiting.first else { break }
            positions.append(next)
            done.insert(next)
        }
        return (positions, isCyclic)
    }

    /// The descriptions of the violations of foreign keys in the tables of the lists.
    private func violations(in db: any ConnectionProtocol) throws(SQLiteError) -> Set<String> {
        var violations: Set<String> = []
        for list in lists {
            let found = try db.foreignKeyViolations(
                in: list.table.name, of: list.table.schema ?? "main")
            violations.formUnion(found.lazy.map(\.description))
        }
        return violations
    }
}

extension ConnectionProtocol {
    /// Whether foreign keys are enforced, and not only at the end of the transaction.
    fileprivate var checksForeignKeysAtOnce: Bool {
        get throws(SQLiteError) {
            guard try foreignKeys else { return false }
            return try value("PRAGMA defer_foreign_keys", as: Bool.self) != true
        }
    }
}
