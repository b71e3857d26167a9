// Library.expanded contains the expansions of the macros in this file.
import DataLiteMacros

public enum Genre: Int, SQLiteRepresentable, Sendable { case novel, poetry }

@Selection public struct Size {
    public let width: Double
    public var height: Double?
}

@Selection public struct Summary {
    public let count: Int
    var note: String?
    var floor = 1
}

@Selection enum Medium {
    case paper(pages: Int)
    case file(String)
}

@Table(schema: "main") public struct Book {
    public let id: Int
    public var title = "Untitled"
    public var genre: Genre? = .novel
    public var size: Size
    @Column("page_count") public var pages: Int?
    @Column(as: JSONRepresentation<[String]>.self) public var tags: [String] = []
    @Column(unique: true, references: Book.self, onDelete: .cascade) var sequelID: Int?
    var medium: Medium
    @Ephemeral public var isOpen = false
}

@available(macOS 10.15, *) @Table struct Loan {
    let bookID: Int
    let reader: String?
}

extension Book {
    @DatabaseFunction("is_open", isDeterministic: true)
    public static func isReadable(_ book: Self, pages: Int?) throws -> Bool { book.isOpen }
}

@DatabaseFunction func total(_ prices: some Sequence<(price: Double, count: Int)>) -> Double { 0 }

func books(_ title: String) -> SQLQuery<Book> {
    #sql(
        "SELECT \(Book.columns) FROM \(Book.self) WHERE \(#sql("title = \(title)"))",
        as: Book.self)
}

func starred() -> Where<Book> {
    Book.where { #sql(#"\#($0.title) GLOB '*'"#) }
}

let statement = #sql(
    """
    DELETE FROM books
     WHERE id = 1
    """)

public extension Book {
    @DatabaseFunction(isDeterministic: false, isDirectOnly: true, isInnocuous: true)
    static func most(_ pages: some Collection<Int>) -> Int { 0 }

    @DatabaseFunction internal static func least(_ pages: some Sequence<Int>) -> Int { 0 }
}

class Shelf {
    @DatabaseFunction class func label(_ number: Int) -> String { "" }
}

@DatabaseFunction private func half(_ number: Int) -> Int { number / 2 }

@available(macOS 10.15, *) @DatabaseFunction func note(_ text: String) throws {}
