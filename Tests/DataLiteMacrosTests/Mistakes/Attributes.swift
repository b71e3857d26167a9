// Errors in the arguments of attributes.
import DataLiteMacros

let name = "a"

@Table struct Name {
    @Column("key") var id: Int
    // expected-error@+1 {{column "Key" is already the column of property 'id'}}
    @Column("Key") var other: Int
    // expected-error@+1 {{column "id" is already the column of property 'id2'}}
    @Column("id") var id2: Int, id3: Int
    // expected-error@+1 {{expected a string literal}}
    @Column(name) var computed: Int
    // expected-error@+1 {{expected a string literal}}
    @Column("a\(name)") var interpolated: Int
    // expected-error@+1 {{the name is empty}}
    @Column("") var empty: Int
}

@Table struct Key {
    var id: Int
    @Column(primaryKey: true) var first: Int
    // expected-error@+2 {{'first' is the primary key already}}
    // expected-note@+1 {{remove 'primaryKey: true'}} {{5-35=@Column("2")}}
    @Column("2", primaryKey: true) var second: Int
    // expected-error@+2 {{'first' is the primary key already}}
    // expected-note@+1 {{remove 'primaryKey: true'}}
    @Column(primaryKey: true, unique: true) var third: Int
    // expected-error@+1 {{expected 'true' or 'false'}}
    @Column(primaryKey: !false) var fourth: Int
}

@Table struct Twice {
    var id: Int
    // expected-error@+1 {{a property can have only one '@Column'}}
    @Column("a") @Column("b") var title: String
    // expected-error@+2 {{'@Column' has no effect on an '@Ephemeral' property}}
    // expected-note@+1 {{remove '@Column'}} {{5-47=@Ephemeral var isOpen = false}}
    @Column("a") @Ephemeral var isOpen = false
}

@Table struct Place {
    var id: Int
    // expected-error@+1 {{'@Column' can only be attached to a stored property}}
    @Column("a") static let shared = 1
    // expected-error@+1 {{'@Ephemeral' can only be attached to a stored property}}
    @Ephemeral var title: String { "" }
    // expected-error@+1 {{'@Column' can only be attached to a stored property}}
    @Column func size() -> Int { 1 }
}

@Selection struct Group {
    // expected-error@+2 {{a '@Selection' has no primary key}}
    // expected-note@+1 {{remove 'primaryKey'}} {{5-30=@Column}}
    @Column(primaryKey: true) var id: Int
}

@Table struct Option {
    // The compiler knows the options from the declaration of the macro.
    // expected-error@+1 {{have 'primarykey:', expected 'primaryKey:'}} {{13-23=primaryKey}}
    @Column(primarykey: true) var id: Int
    // expected-error@+1 {{extra argument 'length' in macro expansion}}
    @Column("b", length: 3) var title: String
}

@Table struct Phrase {
    var id: Int
    // expected-error@+1 {{type 'CollationName?' has no member 'noCase'}}
    @Column(collate: .noCase) var title: String
    // expected-error@+1 {{the name is empty}}
    @Column(collate: "") var text: String
    // expected-error@+2 {{'storage' has no effect without 'generated'}}
    // expected-note@+1 {{remove 'storage'}}
    @Column(storage: .stored) var size: Int
    // expected-error@+2 {{'onDelete' has no effect without 'references'}}
    // expected-note@+1 {{remove 'onDelete'}}
    @Column(unique: true, onDelete: .cascade) var owner: Int
    // expected-error@+1 {{argument 'collate' must precede argument 'default'}}
    @Column(default: "''", collate: .nocase) var note: String
}

let form = StoredDateForm.julianDay

// expected-error@+1 {{expected one of the cases, such as '.text'}}
@Table(dates: form) struct Event {
    var id: Int
}

// expected-error@+1 {{type 'StoredUUIDForm' has no member 'upper'}}
@Table(uuids: .upper) struct Place2 {
    var id: Int
}

@Table struct Total {
    // expected-error@+1 {{a generated column cannot be the primary key}}
    @Column(generated: "rowid + 1") let id: Int
}

@Table struct Sum {
    let id: Int
    // expected-error@+1 {{'@Columns' can only be attached to a stored property}}
    @Columns var both: Int { id }
}
