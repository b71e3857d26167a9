import DataLite
import Foundation
import Testing

// This target is compiled with `-default-isolation MainActor`, the default of new app projects: declarations are
// isolated to the main actor unless they specify otherwise. Rows, queries and functions are used on other threads.

enum Genre: String, SQLiteRepresentable {
    case novel, poem
}

@Selection struct Pages: Hashable {
    var count = 0
    var width: Double?
}

@Selection enum Medium: Hashable {
    case paper(Pages)
    case file(String)
}

@Table struct Writer: Identifiable, Hashable {
    let id: Int
    var name = ""
    @Column(as: JSONRepresentation<[String]>.self) var tags: [String] = []
    @Ephemeral var isOpen = false
}

@Table struct Book: Identifiable, Hashable {
    let id: UUID
    var title = "Untitled"
    var genre: Genre? = .novel
    @Column(prefix: "page_") var pages = Pages()
    var medium: Medium?
    var writerID: Int?
    @Column(generated: "length(title)") var titleLength = 0

    static let titled = Book.where { $0.title != "" }
}

@Table("notes") @Selection struct Note: Hashable {
    let id: Int
    var text: String?
}

enum Library {
    @Table("shelves") struct Shelf {
        let id: Int
        var label = ""
    }
}

enum Other: TableAlias { typealias Table = Writer }

extension Writer.Columns {
    var shortName: SQLExpression<String> { name.substr(1, 2) }
}

@DatabaseFunction nonisolated func twice(_ number: Int) -> Int { number * 2 }

@DatabaseFunction nonisolated func longest(_ texts: some Sequence<String>) -> Int {
    texts.map(\.count).max() ?? 0
}

nonisolated final class Reversed: Function.Scalar {
    override class var name: String { "reversed" }
    override class var argc: Int32 { 1 }

    override class func invoke(args: any ArgumentsProtocol) throws -> (any SQLiteRepresentable)? {
        (args[0] as String?).map { String($0.reversed()) }
    }
}

final class WriterModel {
    @FetchAll(Writer.order(by: \.name)) var writers
    @FetchOne(Writer.select { $0.id.count() }) var count = 0
}

@Suite("A module that is isolated to the main actor by default")
struct MainActorTests {
    private let database: Database

    init() async throws {
        let configuration = Database.Configuration {
            $0.onOpen = { db in
                try db.add(function: $twice)
                try db.add(function: $longest)
                try db.add(function: Reversed.self)
            }
        }
        database = try Database.inMemory(configuration: configuration)
        try await database.write { db in
            try Writer.createTable().execute(db)
            try Book.createTable().execute(db)
            try Note.createTable().execute(db)
            try Library.Shelf.createTable().execute(db)
        }
    }

    @Test("Rows of a main-actor module are written and read on other threads")
    func rows() async throws {
        let writer = Writer(id: 1, name: "Ada", tags: ["a"])
        let book = Book(
            id: UUID(), pages: Pages(count: 3), medium: .file("a.txt"), writerID: 1, titleLength: 8)
        try await database.write { db in
            try Writer.insert { writer }.execute(db)
            try Writer.insert { Writer.Draft(name: "Bob") }.execute(db)
            try Book.upsert { book }.execute(db)
            try Note.insert { Note.Columns(id: 1, text: "x") }.execute(db)
            try Writer.find(2).update { $0.name = "Bo" }.execute(db)
        }
        let read = try await database.read { db in
            (
                try Writer.where { $0.name == "Ada" }.fetchAll(db),
                try Book.titled.fetchAll(db),
                try Writer.leftJoin(Book.all) { $0.id == $1.writerID }.order { writer, _ in
                    writer.id
                }
                .fetchAll(db).map(\.1),
                try Note.select { Note.Columns(id: $0.id, text: $0.text) }.fetchAll(db),
                try Library.Shelf.all.fetchCount(db)
            )
        }
        #expect(read.0 == [writer] && read.1 == [book] && read.2 == [book, nil])
        #expect(read.3 == [Note(id: 1, text: "x")] && read.4 == 0)
    }

    @Test("Functions of a main-actor module run on other threads")
    func functions() async throws {
        try await database.write { db in
            try Writer.insert { Writer(id: 4, name: "Ada") }.execute(db)
        }
        let row = try await database.read { db in
            try Writer.select { ($twice($0.id), $longest($0.name), $0.shortName) }.fetchOne(db)
        }
        #expect(row.map { $0 == (8, 3, "Ad") } == true)
        let reversed = try await database.read { try $0.value("SELECT reversed('abc')") as String? }
        #expect(reversed == "cba")
    }
}
