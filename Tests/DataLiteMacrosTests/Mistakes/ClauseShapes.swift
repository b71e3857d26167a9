// Pairs of queries as in `Shapes.swift`, written with clauses: conditions, joins and orders of ten tables and of one.
import DataLiteClauses
import DataLiteMacros

@Table struct T0: Identifiable {
    let id: Int
    var name: String
    var next: Int?
    var rank: Int?
}
@Table struct T1: Identifiable {
    let id: Int
    var name: String
    var next: Int?
    var rank: Int?
}
@Table struct T2: Identifiable {
    let id: Int
    var name: String
    var next: Int?
    var rank: Int?
}
@Table struct T3: Identifiable {
    let id: Int
    var name: String
    var next: Int?
    var rank: Int?
}
@Table struct T4: Identifiable {
    let id: Int
    var name: String
    var next: Int?
    var rank: Int?
}
@Table struct T5: Identifiable {
    let id: Int
    var name: String
    var next: Int?
    var rank: Int?
}
@Table struct T6: Identifiable {
    let id: Int
    var name: String
    var next: Int?
    var rank: Int?
}
@Table struct T7: Identifiable {
    let id: Int
    var name: String
    var next: Int?
    var rank: Int?
}
@Table struct T8: Identifiable {
    let id: Int
    var name: String
    var next: Int?
    var rank: Int?
}
@Table struct T9: Identifiable {
    let id: Int
    var name: String
    var next: Int?
    var rank: Int?
}

// MARK: - Ten tables

func tenTables() {
    let _ = sql { schema in
        let t0 = schema.table(T0.self)
        let t1 = schema.table(T1.self)
        let t2 = schema.table(T2.self)
        let t3 = schema.table(T3.self)
        let t4 = schema.optionalTable(T4.self)
        let t5 = schema.table(T5.self)
        let t6 = schema.table(T6.self)
        let t7 = schema.table(T7.self)
        let t8 = schema.table(T8.self)
        let t9 = schema.table(T9.self)
        Select(t0.name, t4.rank, t9.name)
        From(t0)
        Join(t1, on: t0.next == t1.id)
        Join(t2, on: t1.next == t2.id)
        Join(t3, on: t2.next == t3.id && t3.rank > 3)
        LeftJoin(t4, on: t3.next == t4.id)
        Join(t5, on: t3.next == t5.id)
        Join(t6, on: t5.next == t6.id)
        Join(t7, on: t6.next == t7.id)
        Join(t8, on: t7.next == t8.id)
        Join(t9, on: t8.next == t9.id)
        Where(t0.name == "a" && t9.rank == nil)
        OrderBy(t0.name, t9.rank.desc())
    }
}

func tenTablesTextMistake() {
    let _ = sql { schema in
        let t0 = schema.table(T0.self)
        let t1 = schema.table(T1.self)
        let t2 = schema.table(T2.self)
        let t3 = schema.table(T3.self)
        let t4 = schema.optionalTable(T4.self)
        let t5 = schema.table(T5.self)
        let t6 = schema.table(T6.self)
        let t7 = schema.table(T7.self)
        let t8 = schema.table(T8.self)
        let t9 = schema.table(T9.self)
        Select(t0.name, t4.rank, t9.name)
        From(t0)
        Join(t1, on: t0.next == t1.id)
        Join(t2, on: t1.next == t2.id)
        Join(t3, on: t2.next == t3.id && t3.rank > 3)
        LeftJoin(t4, on: t3.next == t4.id)
        Join(t5, on: t3.next == t5.id)
        Join(t6, on: t5.next == t6.id)
        Join(t7, on: t6.next == t7.id)
        Join(t8, on: t7.next == t8.id)
        Join(t9, on: t8.next == t9.id)
        Where(t0.name == 5 && t9.rank == nil)
        //            ^ referencing operator function '==' on 'BinaryInteger' requires that 'SQLExpressi
        OrderBy(t0.name, t9.rank.desc())
    }
}

func tenTablesJoinMistake() {
    let _ = sql { schema in
        let t0 = schema.table(T0.self)
        let t1 = schema.table(T1.self)
        let t2 = schema.table(T2.self)
        let t3 = schema.table(T3.self)
        let t4 = schema.optionalTable(T4.self)
        let t5 = schema.table(T5.self)
        let t6 = schema.table(T6.self)
        let t7 = schema.table(T7.self)
        let t8 = schema.table(T8.self)
        let t9 = schema.table(T9.self)
        Select(t0.name, t4.rank, t9.name)
        From(t0)
        Join(t1, on: t0.next == t1.id)
        Join(t2, on: t1.next == t2.id)
        Join(t3, on: t2.next == t3.id && t3.name > 3)
        //                                       ^ referencing operator function '>' on 'BinaryInteger' requires
        LeftJoin(t4, on: t3.next == t4.id)
        Join(t5, on: t3.next == t5.id)
        Join(t6, on: t5.next == t6.id)
        Join(t7, on: t6.next == t7.id)
        Join(t8, on: t7.next == t8.id)
        Join(t9, on: t8.next == t9.id)
        Where(t0.name == "a" && t9.rank == nil)
        OrderBy(t0.name, t9.rank.desc())
    }
}

func tenTablesOrderMistake() {
    let _ = sql { schema in
        let t0 = schema.table(T0.self)
        let t1 = schema.table(T1.self)
        let t2 = schema.table(T2.self)
        let t3 = schema.table(T3.self)
        let t4 = schema.optionalTable(T4.self)
        let t5 = schema.table(T5.self)
        let t6 = schema.table(T6.self)
        let t7 = schema.table(T7.self)
        let t8 = schema.table(T8.self)
        let t9 = schema.table(T9.self)
        Select(t0.name, t4.rank, t9.name)
        From(t0)
        Join(t1, on: t0.next == t1.id)
        Join(t2, on: t1.next == t2.id)
        Join(t3, on: t2.next == t3.id && t3.rank > 3)
        LeftJoin(t4, on: t3.next == t4.id)
        Join(t5, on: t3.next == t5.id)
        Join(t6, on: t5.next == t6.id)
        Join(t7, on: t6.next == t7.id)
        Join(t8, on: t7.next == t8.id)
        Join(t9, on: t8.next == t9.id)
        Where(t0.name == "a" && t9.rank == nil)
        OrderBy(t0.name, t9.rank.des())
        //                       ^ value of type 'SQLExpression<Int?>' has no dynamic member 'des'
    }
}

func tenTablesSelectMistake() {
    let _ = sql { schema in
        let t0 = schema.table(T0.self)
        let t1 = schema.table(T1.self)
        let t2 = schema.table(T2.self)
        let t3 = schema.table(T3.self)
        let t4 = schema.optionalTable(T4.self)
        let t5 = schema.table(T5.self)
        let t6 = schema.table(T6.self)
        let t7 = schema.table(T7.self)
        let t8 = schema.table(T8.self)
        let t9 = schema.table(T9.self)
        Select(t0.name, t4.rnk, t9.name)
        //                 ^ value of type 'T4.OuterColumns' has no dynamic member 'rnk'
        //                 ^ generic parameter 'Value' could not be inferred
        From(t0)
        Join(t1, on: t0.next == t1.id)
        Join(t2, on: t1.next == t2.id)
        Join(t3, on: t2.next == t3.id && t3.rank > 3)
        LeftJoin(t4, on: t3.next == t4.id)
        Join(t5, on: t3.next == t5.id)
        Join(t6, on: t5.next == t6.id)
        Join(t7, on: t6.next == t7.id)
        Join(t8, on: t7.next == t8.id)
        Join(t9, on: t8.next == t9.id)
        Where(t0.name == "a" && t9.rank == nil)
        OrderBy(t0.name, t9.rank.desc())
    }
}

// MARK: - One table

func method() {
    let _ = sql { schema in
        let t = schema.table(T0.self)
        Select(t.name)
        From(t)
        Where(t.name.upper().hasPrefix("a") && t.id > 5)
    }
}
func methodMistake() {
    let _ = sql { schema in
        let t = schema.table(T0.self)
        Select(t.name)
        From(t)
        Where(t.name.uper().hasPrefix("a") && t.id > 5)
        //           ^ value of type 'SQLExpression<String>' has no dynamic member 'uper'
    }
}

func having() {
    let _ = sql { schema in
        let t = schema.table(T0.self)
        Select(t.name)
        From(t)
        Having(t.id.count() > 5)
    }
}
func havingMistake() {
    let _ = sql { schema in
        let t = schema.table(T0.self)
        Select(t.name)
        From(t)
        Having(t.id.cont() > 5)
        //          ^ value of type 'SQLExpression<Int>' has no dynamic member 'cont'
    }
}

func order() {
    let _ = sql { schema in
        let t = schema.table(T0.self)
        Select(t.name)
        From(t)
        OrderBy(t.name, t.rank.desc())
    }
}
func orderMistake() {
    let _ = sql { schema in
        let t = schema.table(T0.self)
        Select(t.name)
        From(t)
        OrderBy(t.nam, t.rank.desc())
        //        ^ value of type 'T0.Columns' has no member 'nam'
    }
}

func group() {
    let _ = sql { schema in
        let t = schema.table(T0.self)
        Select(t.name)
        From(t)
        GroupBy(t.name, t.rank)
    }
}
func groupMistake() {
    let _ = sql { schema in
        let t = schema.table(T0.self)
        Select(t.name)
        From(t)
        GroupBy(t.name, t.rnk)
        //                ^ value of type 'T0.Columns' has no member 'rnk'
    }
}
