/// The observed columns of a table. Insertions and deletions of rows are always observed.
package enum ObservedColumns: Sendable, Equatable {
    case all
    /// Columns by position.
    case some(Set<Int>)

    package func isTouched(by changed: Set<Int>) -> Bool {
        switch self {
        case .all: true
        case .some(let columns): !columns.isDisjoint(with: changed)
        }
    }

    package func union(_ other: ObservedColumns) -> ObservedColumns {
        guard case .some(let columns) = self, case .some(let others) = other else { return .all }
        return .some(columns.union(others))
    }

    package func intersection(_ other: ObservedColumns) -> ObservedColumns {
        switch (self, other) {
        case (.all, let columns), (let columns, .all): columns
        case (.some(let columns), .some(let others)): .some(columns.intersection(others))
        }
    }

    package func isSuperset(of other: ObservedColumns) -> Bool {
        switch (self, other) {
        case (.all, _): true
        case (.some, .all): false
        case (.some(let columns), .some(let others)): columns.isSuperset(of: others)
        }
    }
}
