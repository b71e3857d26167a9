// The compiler reports these in the code that the macros generate: only it knows which types are groups.
import DataLiteMacros

@Selection struct Span {
    var start = 0
}

@Table struct Meeting {
    let id: Int
    @Column("time") var span: Span
    @Column("other_time") var other: Span?
    @Column("name") var title: String?
}

@Selection enum Entry {
    @Column("time") case span(Span)
    case text(String)
}
