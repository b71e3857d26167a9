import DataLiteMacros
import Foundation
import Testing

@Table private struct Poster: Equatable, Identifiable {
    let id: Int
    @Column(as: Writer.JSONRepresentation.self) var author: Writer
    @Column(as: Page?.JSONRepresentation.self) var link: Page?
}

@Suite("Members of JSON as columns of a group")
struct JSONColumnTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Poster.createTable().execute(db)
        try Poster.insert {
            Poster(
                id: 1,
                author: Writer(
                    name: "Blob", isVerified: true, links: [Page(homepage: "a.example")],
                    tags: ["x"], home: Home(city: "Rome", zip: 5)),
                link: nil)
            Poster(id: 2, author: Writer(name: "Bob"), link: Page(homepage: "b.example"))
        }.execute(db)
    }

    @Test("A member is read as a column of a group")
    func reading() throws {
        let query = Poster.where(\.author.isVerified).select { $0.author.name }
        #expect(
            try query.sql().text
                == """
                SELECT CASE WHEN json_type("posters"."author", ?) IN ('array', 'object') \
                THEN CAST("posters"."author" ->> ? AS BLOB) ELSE "posters"."author" ->> ? END \
                FROM "posters" WHERE "posters"."author" ->> ?
                """)
        #expect(try query.fetchAll(db) == ["Blob"])
        let homes = Poster.order { $0.author.home.city.desc() }.select(\.author.home)
        #expect(try homes.fetchAll(db) == [Home(city: "Rome", zip: 5), Home(city: "", zip: nil)])
        let links = Poster.order(by: \.id).select { $0.link.homepage }
        #expect(try links.fetchAll(db) == [nil, "b.example"])
        #expect(try Poster.where { $0.author.tags == ["x"] }.select(\.id).fetchAll(db) == [1])
        #expect(try Poster.where { $0.author.home.zip > 4 }.select(\.id).fetchAll(db) == [1])
    }

    @Test("A member is assigned a value, in the form of its column")
    func values() throws {
        let (id, seen) = (UUID(), Date(timeIntervalSince1970: 90))
        try Poster.find(1).update {
            $0.author.name = "New"
            $0.author.score = 2
            $0.author.key = id
            $0.author.seenAt = seen
            $0.author.tags = ["a", "b"]
        }.execute(db)
        let writer = try Poster.find(1).fetchRequired(db).author
        #expect((writer.name, writer.score, writer.key, writer.seenAt) == ("New", 2, id, seen))
        #expect(writer.tags == ["a", "b"] && writer.isVerified && writer.links.count == 1)
    }

    @Test("A member is assigned in an update")
    func assigning() throws {
        try Poster.find(1).update {
            $0.author.name = $0.author.name + ", Esq."
            $0.author.isVerified = #bind(false)
            $0.author.home.zip = #bind(7)
            $0.author.joinedAt = #bind(Date(timeIntervalSince1970: 0))
        }.execute(db)
        let author = try Poster.find(1).fetchRequired(db).author
        #expect(author.name == "Blob, Esq.")
        #expect(!author.isVerified)
        #expect(author.home == Home(city: "Rome", zip: 7))
        #expect(author.joinedAt == Date(timeIntervalSince1970: 0))
        #expect(author.tags == ["x"])
    }

    @Test(
        "An array in the binary form is read from SQLite 3.45",
        .enabled(if: Connection.libraryVersionNumber >= 3_045_000))
    func binary() throws {
        let links = Poster.find(1).select { $0.author.jsonbExtract(\.tags) }
        #expect(try links.fetchOne(db) == ["x"])
    }
}
