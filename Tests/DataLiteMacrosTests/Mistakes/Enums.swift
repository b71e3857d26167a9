// Cases that cannot be columns.
import DataLiteMacros

@Selection enum Kind {
    // expected-error@+1 {{case 'none' has no value to store}}
    case none
    // expected-error@+1 {{case 'size' has several values; put them into a '@Selection' struct}}
    case size(width: Int, height: Int)
    // expected-error@+2 {{the value of case 'text' cannot be optional}}
    // expected-note@+1 {{make the value non-optional}} {{15-22=String}}
    case text(String?)
    case number(Int)
    // expected-error@+1 {{column "NUMBER" is already the column of case 'number'}}
    @Column("NUMBER") case decimal(Double)
    // expected-error@+1 {{a property can have only one '@Column'}}
    @Column("a") @Column("b") case link(String)
}

// expected-error@+1 {{'Nothing' has no cases to use as columns}}
@Selection enum Nothing {
    static let all = 1
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@Selection enum ReservedCase {
    // expected-error@+1 {{'Columns' is the type of the columns already; give the case another name}}
    case Columns(Int)
    case rows(Int)
}

@Table enum Track {
    // expected-error@+2 {{a case cannot be the primary key, because it is NULL in rows of the other cases}}
    // expected-note@+1 {{remove 'primaryKey'}} {{5-30=@Column}}
    @Column(primaryKey: true) case title(String)
    // expected-error@+1 {{case 'silence' has no value to store}}
    case silence
    // expected-error@+1 {{column "title" is already the column of case 'title'}}
    @Column("title") case name(String)
}

@Table enum Post {
    case text(String)
    // expected-error@+1 {{a case in '#if' cannot be a column; move it out of '#if'}}
    #if DEBUG
        case draft(Int)
    #endif
}

// expected-error@+1 {{'NoTrack' has no cases to use as columns}}
@Table enum NoTrack {}
