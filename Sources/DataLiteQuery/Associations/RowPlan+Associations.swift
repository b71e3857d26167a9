// One overload for each number of associations: the compiler cannot append to a parameter pack ("could not infer pack
// element") nor constrain all its elements to one parent ("same-element requirements are not yet supported"), Swift
// 6.3.

extension _RowPlan {
    @inlinable
    init<A: Association<Model>>(_ a: A) where Row == (Model, A.Value) {
        self.init([a._parentKey]) { (rows, keys, db) throws(SQLiteError) in
            let aValues = try a._load(keys[0], db)
            return rows.indices.map { (rows[$0], aValues[$0]) }
        }
    }

    @inlinable
    init<A: Association<Model>, B: Association<Model>>(_ a: A, _ b: B)
    where Row == (Model, A.Value, B.Value) {
        self.init([a._parentKey, b._parentKey]) { (rows, keys, db) throws(SQLiteError) in
            let aValues = try a._load(keys[0], db)
            let bValues = try b._load(keys[1], db)
            return rows.indices.map { (rows[$0], aValues[$0], bValues[$0]) }
        }
    }

    @inlinable
    init<A: Association<Model>, B: Association<Model>, C: Association<Model>>(
        _ a: A, _ b: B, _ c: C
    ) where Row == (Model, A.Value, B.Value, C.Value) {
        self.init([a._parentKey, b._parentKey, c._parentKey]) {
            (rows, keys, db) throws(SQLiteError) in
            let aValues = try a._load(keys[0], db)
            let bValues = try b._load(keys[1], db)
            let cValues = try c._load(keys[2], db)
            return rows.indices.map { (rows[$0], aValues[$0], bValues[$0], cValues[$0]) }
        }
    }

    @inlinable
    init<
        A: Association<Model>, B: Association<Model>, C: Association<Model>, D: Association<Model>
    >(_ a: A, _ b: B, _ c: C, _ d: D) where Row == (Model, A.Value, B.Value, C.Value, D.Value) {
        self.init([a._parentKey, b._parentKey, c._parentKey, d._parentKey]) {
            (rows, keys, db) throws(SQLiteError) in
            let aValues = try a._load(keys[0], db)
            let bValues = try b._load(keys[1], db)
            let cValues = try c._load(keys[2], db)
            let dValues = try d._load(keys[3], db)
            return rows.indices.map {
                (rows[$0], aValues[$0], bValues[$0], cValues[$0], dValues[$0])
            }
        }
    }

    @inlinable
    init<
        A: Association<Model>, B: Association<Model>, C: Association<Model>, D: Association<Model>,
        E: Association<Model>
    >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E)
    where Row == (Model, A.Value, B.Value, C.Value, D.Value, E.Value) {
        self.init([a._parentKey, b._parentKey, c._parentKey, d._parentKey, e._parentKey]) {
            (rows, keys, db) throws(SQLiteError) in
            let aValues = try a._load(keys[0], db)
            let bValues = try b._load(keys[1], db)
            let cValues = try c._load(keys[2], db)
            let dValues = try d._load(keys[3], db)
            let eValues = try e._load(keys[4], db)
            return rows.indices.map {
                (rows[$0], aValues[$0], bValues[$0], cValues[$0], dValues[$0], eValues[$0])
            }
        }
    }

    @inlinable
    init<
        A: Association<Model>, B: Association<Model>, C: Association<Model>, D: Association<Model>,
        E: Association<Model>, F: Association<Model>
    >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F)
    where Row == (Model, A.Value, B.Value, C.Value, D.Value, E.Value, F.Value) {
        self.init([
            a._parentKey, b._parentKey, c._parentKey, d._parentKey, e._parentKey, f._parentKey,
        ]) { (rows, keys, db) throws(SQLiteError) in
            let aValues = try a._load(keys[0], db)
            let bValues = try b._load(keys[1], db)
            let cValues = try c._load(keys[2], db)
            let dValues = try d._load(keys[3], db)
            let eValues = try e._load(keys[4], db)
            let fValues = try f._load(keys[5], db)
            return rows.indices.map {
                (
                    rows[$0], aValues[$0], bValues[$0], cValues[$0], dValues[$0], eValues[$0],
                    fValues[$0]
                )
            }
        }
    }
}
