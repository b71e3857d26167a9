// Properties that cannot be columns.
import DataLiteMacros
import Foundation

struct Duration { static let zero = Duration() }
func makeText() -> String { "" }

@Table struct Untyped {
    // Literals need no type.
    var title = "a", isDone = false, count = -1, price = 1.5
    // expected-error@+2 {{the type of column property 'length' must be written}}
    // expected-note@+1 {{add ': Duration'}} {{9-31=length: Duration = Duration.zero}}
    var length = Duration.zero
    // expected-error@+2 {{the type of column property 'text' must be written}}
    // expected-note@+1 {{add ': Type'}} {{9-26=text: <#Type#> = makeText()}}
    var text = makeText()
    // expected-error@+2 {{the type of column property 'tags' must be written}}
    // expected-note@+1 {{add ': [String]'}} {{9-21=tags: [String] = ["a"]}}
    var tags = ["a"]
    // expected-error@+2 {{the type of column property 'seconds' must be written}}
    // expected-note@+1 {{add ': Int'}} {{9-26=seconds: Int = 60 * 60}}
    var seconds = 60 * 60
    // expected-error@+2 {{the type of column property 'link' must be written}}
    // expected-note@+1 {{add ': URL?'}}
    var link = URL(string: "https://sqlite.org")
    // expected-error@+2 {{the type of column property 'home' must be written}}
    // expected-note@+1 {{add ': Optional<Int>'}}
    var home = Optional<Int>.none
    // expected-error@+2 {{the type of column property 'key' must be written}}
    // expected-note@+1 {{add ': UUID?'}}
    var key = UUID.init(uuidString: "")
    // expected-error@+2 {{the type of column property 'five' must be written}}
    // expected-note@+1 {{add ': Int?'}}
    var five = Int("5")
    // expected-error@+1 {{a column property must have its own declaration}}
    var (a, b) = (1, 2)
    // expected-error@+2 {{a column property cannot be implicitly unwrapped}}
    // expected-note@+1 {{replace '!' with '?'}} {{15-22=String?}}
    var note: String!
}

@Table struct Constant {
    // expected-error@+3 {{constant 'id' has a value already and cannot be read from a row}}
    // expected-note@+2 {{replace 'let' with 'var'}} {{5-15=var id = 5}}
    // expected-note@+1 {{add '@Ephemeral'}} {{5-15=@Ephemeral let id = 5}}
    let id = 5
    @Ephemeral let scale = 5
}

@Table struct Hidden {
    // expected-error@+3 {{a column cannot be 'private'}}
    // expected-note@+2 {{remove 'private'}} {{5-28=var secret = ""}}
    // expected-note@+1 {{add '@Ephemeral'}} {{5-28=@Ephemeral private var secret = ""}}
    private var secret = ""
    // expected-error@+3 {{a column cannot be 'fileprivate'}}
    // expected-note@+2 {{remove 'fileprivate'}}
    // expected-note@+1 {{add '@Ephemeral'}}
    fileprivate let code: Int
    private(set) var counter = 0
}

@Table struct Lazy {
    var id: Int
    // expected-error@+2 {{a lazy property cannot be a column}}
    // expected-note@+1 {{add '@Ephemeral'}} {{5-24=@Ephemeral lazy var square = 4}}
    lazy var square = 4
}

@Table struct Temporary {
    var id: Int
    @Ephemeral var isSelected = false
    @Ephemeral var cache: [Int]?
    @Ephemeral lazy var size = 4
    // expected-error@+2 {{'color' is not read from a row and needs a default value}}
    // expected-note@+1 {{add a default value}} {{20-30=color: Int = <#default#>}}
    @Ephemeral var color: Int
    // expected-error@+2 {{'shade' is not read from a row and needs a default value}}
    // expected-note@+1 {{add a default value}}
    @Ephemeral let shade: Int?
}

@Table struct Conditional {
    var id: Int
    // expected-error@+1 {{a stored property in '#if' cannot be a column}}
    #if os(Linux)
        var handle: Int
    #endif
    #if os(Linux)
        var description: String { "\(id)" }
    #endif
}

// Properties that are not stored instance properties are skipped without an error.
@Table struct Skipped {
    static let shared = 1
    var id: Int
    var title: String { "\(id)" }
    var observed: Int = 0 {
        didSet {}
    }
    var size: Int {
        get { 1 }
        set {}
    }
}

// Types that need a representation.
@Table struct Compound {
    // expected-error@+2 {{'a' is an array, which cannot be stored in a column without a}}
    // expected-note@+1 {{as JSON}} {{5-17=@Column(as: JSONRepresentation<[Int]>.self) var a: [Int]}}
    var a: [Int]
    // expected-error@+2 {{'scores' is a dictionary}}
    // expected-note@+1 {{'@Column(as: JSONRepresentation<[String: Int]>.self)'}}
    var scores: [String: Int]?
    // expected-error@+1 {{'size' is a tuple}}
    var size: (Int, Int)
    // expected-error@+1 {{'action' is a function}}
    var action: ((Int) -> Int)?
    var number: (Int)
    // expected-error@+2 {{'names' is an array}}
    // expected-note@+1 {{'@Column(as: JSONRepresentation<[String]>.self)'}}
    var names = [String]()
    // expected-error@+2 {{'numbers' is an array}}
    // expected-note@+1 {{'@Column(as: JSONRepresentation<[Int]>.self)'}}
    var numbers = [] as [Int]
    // expected-error@+2 {{'words' is an array}}
    // expected-note@+1 {{'@Column(as: JSONRepresentation<Array<String>>.self)'}}
    var words: Array<String>
    // expected-error@+2 {{'index' is a dictionary}}
    // expected-note@+1 {{'@Column(as: JSONRepresentation<Dictionary<String, Int>>.self)'}}
    var index: Dictionary<String, Int>?
    // expected-error@+2 {{'tags' is a set}}
    // expected-note@+1 {{'@Column(as: JSONRepresentation<Swift.Set<Int>>.self)'}}
    var tags: Swift.Set<Int>?
    // expected-error@+2 {{'marks' is a set}}
    // expected-note@+1 {{'@Column(as: JSONRepresentation<Set<String>>.self)'}}
    var marks = Set<String>()
}

// Names that the generated code needs.
@Table struct Reserved {
    let id: Int
    // expected-error@+1 {{'_source' is a member of 'Columns' already}}
    @Column("origin") var _source: String
    // expected-error@+1 {{'primaryKey' is the value of key 'id'; give the property another name}}
    var primaryKey: Int
}

@Table struct ReservedInDraft {
    let id: Int
    // expected-error@+1 {{'self' is the draft already; give the property another name}}
    var `self` = 1
    // expected-error@+1 {{'_title' is where the draft stores 'title' already; give the property}}
    var _title = ""
    var title = ""
}
