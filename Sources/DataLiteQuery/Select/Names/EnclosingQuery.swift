/// The queries that are running the closure of a clause on the current thread.
///
/// A query created in such a closure is part of the query that runs the closure, and the closure can use the columns of
/// both. If both have a table with the same name, SQLite would resolve a column of the outer table to the inner table,
/// so the inner table gets another name.
@usableFromInline
enum EnclosingQuery {
    /// The names of the tables of a query that has more than one table or a table under an alias.
    private final class Names: NamedTables, Sendable {
        let names: [String]

        init(_ names: [String]) { self.names = names }
    }

    /// Whether the closure of a query is running on this thread.
    @usableFromInline
    static var isCurrent: Bool { ThreadStack.depth > 0 }

    /// Records that the closure of a query starts to run.
    ///
    /// - Parameters:
    ///   - core: The query. If it is nested deeper than SQLite allows, it gets an error.
    ///   - other: The name of a table that is not yet part of the query.
    @usableFromInline
    static func enter(_ core: inout SelectCore, and other: String? = nil) {
        let isNoted =
            if other == nil, core.rare == nil, let table = core.from.plainTable {
                ThreadStack.push(table)
            } else {
                ThreadStack.push(Names(core.tableNames + [other].compactMap { $0 }))
            }
        if !isNoted { core.conditions.append(.failure(.nestedTooDeeply)) }
    }

    /// Records that the closure has returned.
    @usableFromInline
    static func leave() { ThreadStack.pop() }

    /// Calls a closure for a statement that inserts or returns rows of a table.
    static func during<T: Table, R>(_ table: T.Type, _ closure: () -> R) -> R {
        var core = SelectCore(from: FromItem(T.tableDefinition))
        enter(&core, and: "excluded")
        defer { leave() }
        return closure()
    }

    /// Calls a closure for the statements and the condition of a trigger, in which `new` and `old` are rows.
    ///
    /// - Parameter closure: Receives an error if the trigger is nested deeper than SQLite allows.
    static func duringTrigger<R>(_ closure: (SQLiteError?) -> R) -> R {
        Names(["new", "old"]).enclosing(closure)
    }

    /// Whether a query whose closure is running has a table with the given name.
    static func hasTable(named name: String) -> Bool {
        ThreadStack.contains { query in
            if let table = query as? TableDefinition { return SQLName.matches(table.name, name) }
            guard let names = (query as? any NamedTables)?.names else { return false }
            return names.contains { SQLName.matches($0, name) }
        }
    }

    /// A name for a table that no table of an enclosing query has and for which `isTaken` returns `false`.
    static func freeName(for name: String, isTaken: (String) -> Bool) -> String {
        var candidate = name
        var number = 1
        while hasTable(named: candidate) || isTaken(candidate) {
            number += 1
            candidate = "\(name):\(number)"
        }
        return candidate
    }
}

/// A query that a closure is building, with the names of its tables so far.
package protocol NamedTables: AnyObject {
    var names: [String] { get }
}

extension NamedTables {
    /// Calls `body` as a closure of the query.
    ///
    /// - Parameter body: Receives an error if the query is nested deeper than SQLite allows.
    package func enclosing<Result>(_ body: (SQLiteError?) -> Result) -> Result {
        let isNoted = ThreadStack.push(self)
        defer { EnclosingQuery.leave() }
        return body(isNoted ? nil : .nestedTooDeeply)
    }
}
