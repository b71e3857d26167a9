// Errors in statements that change rows, written with clauses. Below each line are the columns of its errors and the
// beginnings of their messages.
import DataLiteClauses
import DataLiteMacros

@Table struct Item: Identifiable {
    let id: Int
    var name: String
    var next: Int?
}

func allRows(_ flag: Bool) {
    let _ = sql { schema in
        //      ^ 'buildFinalResult' is unavailable: add Where(...) that always applies, or for all
        let item = schema.into(Item.self)
        Delete(item)
    }
    let _ = sql { schema in
        //      ^ 'buildFinalResult' is unavailable: add Where(...) that always applies, or for all
        let item = schema.into(Item.self)
        Update(item)
        Setting(item) { $0.name = "a" }
    }
    let _ = sql { schema in
        //      ^ 'buildFinalResult' is unavailable: add Where(...) that always applies, or for all
        let item = schema.into(Item.self)
        Delete(item)
        if flag { Where(item.id == 1) }
    }
    let _ = sql { schema in
        let item = schema.into(Item.self)
        Delete(item)
        if flag { Where(item.id == 1) } else { AllRows() }
    }
}

func withoutStatement(_ db: Connection, _ item: Item.Columns) throws {
    try Delete(item).execute(db)
    //               ^ 'execute' is unavailable: a clause is no statement: write sql { ... } around it
    try Update(item).execute(db)
    //               ^ 'execute' is unavailable: a clause is no statement: write sql { ... } around it
    try Insert(item).execute(db)
    //               ^ 'execute' is unavailable: a clause is no statement: write sql { ... } around it
    try Insert(item, columns: item.name).execute(db)
    //                                   ^ 'execute' is unavailable: a clause is no statement: write
}

func incomplete() {
    let _ = sql { schema in
        //      ^ 'buildPartialBlock(accumulated:next:)' is unavailable: write Setting(table) { row
        let item = schema.into(Item.self)
        Update(item)
        Where(item.id == 1)
    }
    let _ = sql { schema in
        //      ^ 'buildFinalResult' is unavailable: write Setting(table) { row in ... } after Updat
        let item = schema.into(Item.self)
        Update(item)
    }
    let _ = sql { schema in
        //      ^ 'buildFinalResult' is unavailable: write Values(...), Setting(table) { ... } or Se
        let item = schema.into(Item.self)
        Insert(item)
    }
}

func types() {
    let _ = sql { schema in
        let item = schema.into(Item.self)
        Delete(item)
        Where(item.nam == "")
        //         ^ value of type 'Item.Columns' has no member 'nam'
    }
    let _ = sql { schema in
        let item = schema.into(Item.self)
        Insert(item, columns: item.name)
        Values(5)
        //< cannot convert value of type 'Values<Int>' to expected argument type 'Values<SQLExpression
    }
    let _ = sql { schema in
        let item = schema.into(Item.self)
        Insert(item, columns: item.name)
        Select(item.id)
        //< cannot convert value of type 'Select<SQLExpression<Int>.Output, _SelectClause>' (aka 'Selec
        From(item)
    }
}

@Table struct Copy {
    let itemID: Int
    var name: String
}

func queries() {
    let _ = sql { schema in
        //      ^ 'buildPartialBlock(accumulated:next:)' is unavailable: the queries of a compound select
        let copy = schema.into(Copy.self)
        let item = schema.table(Item.self)
        Insert(copy, columns: copy.itemID)
        Select(item.id)
        From(item)
        Union()
        Select(item.name)
        From(item)
    }
    let _ = sql { schema in
        //      ^ 'buildFinalResult' is unavailable: write Values(...), Setting(table) { ... } or Se
        let copy = schema.into(Copy.self)
        let item = schema.table(Item.self)
        Insert(copy, columns: copy.itemID)
        From(item)
    }
    let _ = sql { schema in
        let copy = schema.into(Copy.self)
        Insert(copy, columns: copy.itemID)
        Item.where { $0.id > 1 }.select(\.name)
        //< cannot convert value of type '_QueryStatement<SQLExpression<String>.Output>' (aka '_Que
    }
}
