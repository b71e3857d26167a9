// Nested associations: the rows of an association with the values of their own associations. Each one is loaded with
// one statement for the rows of all parents.

extension HasMany {
    @inlinable
    func including<Row: Sendable>(_ plan: _RowPlan<Child, Row>) -> Related<Parent, [Row]> {
        let path = _path
        return Related(_parentKey) { (keys, db) throws(SQLiteError) in
            keys.distribute(try path.groups(plan, keys, db), none: [])
        }
    }
}

extension ToOneAssociation {
    @inlinable
    func including<Row: Sendable>(_ plan: _RowPlan<Child, Row>) -> Related<Parent, Row?> {
        let path = _path
        return Related(_parentKey) { (keys, db) throws(SQLiteError) in
            keys.distribute(try path.firstRows(plan, keys, db), none: nil)
        }
    }
}

extension BelongsTo {
    @inlinable
    func including<Row: Sendable>(_ plan: _RowPlan<Child, Row>) -> Related<Parent, Row> {
        let path = _path
        return Related(_parentKey) { (keys, db) throws(SQLiteError) in
            try keys.required(path.firstRows(plan, keys, db), Parent.self, Child.self)
        }
    }
}
