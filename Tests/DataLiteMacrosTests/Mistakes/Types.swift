// Declarations that '@Table' and '@Selection' cannot be attached to.
import DataLiteMacros

// expected-error@+2 {{'@Table' can be attached to a struct or an enum, not to a class}}
// expected-note@+1 {{replace 'class' with 'struct'}} {{8-14=}} {{14-19=struct}}
@Table final class Album {
    var title = ""
}

// expected-error@+2 {{'@Table' can be attached to a struct or an enum, not to an actor}}
// expected-note@+1 {{replace 'actor' with 'struct'}} {{8-13=struct}}
@Table actor Song {
    var title = ""
}

// expected-error@+2 {{'@Selection' can be attached to a struct or an enum, not to a class}}
// expected-note@+1 {{replace 'class' with 'struct'}} {{12-17=struct}}
@Selection class Stamp {
    let time = 0
}

// expected-error@+1 {{'Empty' has no stored properties to use as columns}}
@Table struct Empty {
    var title: String { "" }
}

// expected-warning@+3 {{the table of 'Person' is named "persons"}}
// expected-note@+2 {{name the table "people"}} {{1-7=@Table("people")}}
// expected-note@+1 {{name the table "persons"}} {{1-7=@Table("persons")}}
@Table struct Person {
    let name: String
}

// expected-warning@+3 {{the table of 'AppSettings' is named "appSettingses"}}
// expected-note@+2 {{name the table "appSettings"}} {{1-23=@Table("appSettings", schema: "temp")}}
// expected-note@+1 {{name the table "appSettingses"}}
@Table(schema: "temp") struct AppSettings {
    let name: String
}

// The name is written, so there is no warning.
@Table("people") struct Child {
    let name: String
}

func makeQuery() {
    // expected-error@+1 {{local type cannot have attached extension macro}}
    @Selection struct Result {
        let count: Int
    }
}

// expected-error@+1 {{'@Table' can only be attached to a copyable type}}
@Table struct Ticket: ~Copyable {
    let id: Int
}

// expected-error@+1 2 {{a type can have only one '@Table'}}
@Table @Table("b") struct Twice {
    let id: Int
}

@Table struct MemberOwner {
    let id: Int
    // expected-error@+1 {{'@Table' generates a member named 'Columns'; rename this one}}
    enum Columns { case id }
    // expected-error@+1 {{'@Table' generates a member named 'Draft'; rename this one}}
    struct Draft {}
    // expected-error@+1 {{'@Table' generates a member named 'primaryKey'; rename this one}}
    var primaryKey: Int { id }
    // expected-error@+1 {{'@Table' generates a member named 'tableDefinition'; rename this one}}
    static let tableDefinition = 1
    static let primaryKey = "id"
}

@Selection struct SelectionWithMembers {
    var n = 1
    // expected-error@+1 {{'@Selection' generates a member named 'Columns'; rename this one}}
    typealias Columns = Int
    struct Draft {}
    var primaryKey: Int { n }
}

@Selection enum CasesWithMembers {
    case n(Int)
    // expected-error@+1 {{'@Selection' generates a member named 'Columns'; rename this one}}
    class Columns {}
}

@Table struct WithoutKey {
    var n = 1
    struct Draft {}
    var primaryKey: Int { n }
}

enum Outer {
    // expected-error@+2 {{'@Table' extends 'Inner', which is not visible outside}}
    // expected-note@+1 {{replace 'private' with 'fileprivate'}} {{12-19=fileprivate}}
    @Table private struct Inner {
        let id: Int
    }

    @Table fileprivate struct Visible {
        let id: Int
        fileprivate var note: String?
    }

    private struct Hidden {
        // expected-error@+1 {{'@Table' extends 'Deep', whose enclosing type is 'private' in another type}}
        @Table struct Deep {
            let id: Int
        }
    }

    fileprivate struct Shown {
        @Table struct Deep {
            let id: Int
        }
    }
}

enum GeneratedNames {
    // expected-error@+1 {{'@Table' cannot be attached to a type named 'Columns'}}
    @Table("columns") struct Columns {
        let id: Int
    }

    // expected-error@+1 {{'@Table' cannot be attached to a type named 'OuterColumns'}}
    @Table("columns") enum OuterColumns {
        case note(String)
    }

    // expected-error@+1 {{give the type another name, with the table's name in '@Table(...)'}}
    @Table("drafts") struct Draft {
        let id: Int
    }

    // expected-error@+1 {{'@Table' cannot be attached to a type named 'PrimaryKey'}}
    @Table("keys") struct PrimaryKey {
        let id: Int
    }

    // expected-error@+1 {{'@Table' cannot be attached to a type named 'StoredKey'}}
    @Table("keys") struct StoredKey {
        var name = ""
    }
}

enum SelectedNames {
    // expected-error@+1 {{'@Selection' cannot be attached to a type named 'Columns'}}
    @Selection struct Columns {
        let id: Int
    }

    // expected-error@+1 {{in it; give the type another name}}
    @Selection enum OuterColumns {
        case note(String)
    }

    // A selection has no types with these names.
    @Selection struct Draft {
        let id: Int
    }

    @Selection struct PrimaryKey {
        let id: Int
    }
}

// MARK: - Members with a meaning in GRDB

@Table struct Track: Identifiable {
    let id: Int
    var title: String

    // expected-warning@+1 {{'databaseTableName' has no effect: the table is named "tracks"; write '@Table("track")'}}
    static let databaseTableName = "track"

    // expected-warning@+1 {{'willInsert' is not called: rows have no callbacks}}
    mutating func willInsert(_ db: any ConnectionProtocol) throws { title = "" }
    func didInsert(with rowID: Int64) {}
}

@Table("discs") struct Disc: Identifiable {
    let id: Int
    static let databaseTableName = "discs"
}

protocol PersistableRecord {}

@Table struct Label: Identifiable, PersistableRecord {
    let id: Int
    static let databaseTableName = "label"
    func didInsert(_ inserted: Int) {}
}

// MARK: - Members with a meaning in StructuredQueries

@Table("notes", schema: "archive") struct ArchivedNote: Identifiable {
    let id: Int

    // expected-error@+1 {{'schemaName' has no effect: '@Table' has the argument 'schema:'}}
    static let schemaName = "old"
}

@Table struct Info {
    // expected-error@+1 {{'tableAlias' has no effect: where a query needs an alias, write 'as(Alias.self)'}}
    static var tableAlias: String? { "info" }
    // expected-error@+1 {{'tableFragment' has no effect: write '@Table("name", schema: "schema")'; a table-valued function conforms to 'TableFunction'}}
    static let tableFragment = "pragma_table_info('notes')"
    let name: String
}

@Table struct Entry {
    // expected-warning@+1 {{'tableName' has no effect: the table is named "entries"; write '@Table("log")'}}
    static var tableName: String { "log" }
    let name: String
}

@Table enum Choice {
    case text(String)
    // expected-error@+1 {{'tableAlias' has no effect}}
    static let tableAlias = "info"
}
