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

@Table struct Booking {
    let id: Int
    @Column(unique: true) var span: Span
    @Column(default: "1") var other: Span?
    @Column(generated: .stored) let computed: Span
    @Column(unique: false, references: nil) var plain: Span
    @Column(unique: true, default: "''", references: Meeting.self) var title: String?
}

@Table struct Journey {
    let id: Int
    @Column(prefix: "out_") var outward: Span
    @Columns(prefix: "back_") var back: Span?
    @Column(prefix: "t_") var title: String
    @Column(prefix: "n_") var note: String?
}

@Selection enum Route {
    @Column(prefix: "a_") case span(Span)
    @Column(prefix: "b_") case text(String)
}

@Selection enum Entry {
    @Column("time") case span(Span)
    @Column(collate: .nocase) case other(Span)
    @Column(collate: .nocase) case text(String)
}
