import DataLite
import Testing

// sample: collation
@Table struct Genre: Identifiable {
    let id: Int
    @Column(unique: true, collate: .nocase) var name: String
}
// end

@Suite("The samples of the guide to schemas with collations")
struct CollationSamples {
    private let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    @Test("A collation compares the text of a column in every query")
    func collation() throws {
        expect(
            try Genre.createTable().sql(),
            gives: """
                CREATE TABLE "genres" (
                  "id" INTEGER PRIMARY KEY,
                  "name" TEXT NOT NULL UNIQUE COLLATE "NOCASE"
                )
                """)
        try Genre.createTable().execute(db)
        try Genre.insert { Genre.Draft(name: "Jazz") }.execute(db)
        let genre = try Genre.where { $0.name == "JAZZ" }.fetchOne(db)  // "Jazz"
        #expect(genre?.name == "Jazz")
    }
}
