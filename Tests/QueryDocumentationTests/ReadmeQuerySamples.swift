import DataLite
import Testing

// sample: readme table
@Table struct Book: Identifiable {
    let id: Int
    var title: String
    var author: String
    var price = 0.0
}
// end

@Suite("The README's samples of typed queries")
struct ReadmeQuerySamples {
    @Test("define a table, fill it, query and change it")
    func introduction() throws {
        let connection = try Connection(location: .inMemory)
        // sample: readme queries
        try Book.createTable().execute(connection)
        try Book.insert {
            Book.Draft(title: "Emma", author: "Jane Austen", price: 7.5)
            Book.Draft(title: "Middlemarch", author: "George Eliot", price: 12)
        }
        .execute(connection)

        let cheap = try Book.where { $0.price < 10 && $0.title != "" }
            .order(by: \.title)
            .fetchAll(connection)  // [Book]
        try Book.where { $0.author == "Jane Austen" }
            .update { $0.price = 8 }
            .execute(connection)
        // end
        #expect(cheap.map(\.title) == ["Emma"])
        #expect(try Book.select(\.price).order(by: \.title).fetchAll(connection) == [8, 12])
    }
}
