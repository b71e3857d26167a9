// The compiler reports these errors in the generated code, because only the compiler knows which types are groups.
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

@Table struct Call {
    let id: Int
    @Column(collate: .nocase) var span: Span
    @Column(collate: .rtrim) var other: Span?
    @Column(collate: "german") var title: String?
}

@Selection enum Entry {
    @Column("time") case span(Span)
    @Column(collate: .nocase) case other(Span)
    @Column(collate: .nocase) case text(String)
}
