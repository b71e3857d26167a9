import DataLiteMacros
import Foundation
import Testing

@Selection private struct Residence: Equatable {
    let street: String
    @Column(as: Date.UnixTimeRepresentation.self) let since: Date
}

@Table("flats") private struct Flat {
    let place: Residence
    let rent: Int
}

@Table("tenants") private struct Tenant {
    let place: Residence
    let name: String
}

@Table("textDays") private struct TextDay { let since: Date }

@Suite("Shared columns of groups and representations")
struct SharedGroupTests {
    private let db: Connection
    private let place = Residence(street: "A 1", since: Date(timeIntervalSince1970: 1000))

    init() throws {
        db = try Connection(location: .inMemory)
        try Flat.createTable().execute(db)
        try Tenant.createTable().execute(db)
        let other = Residence(street: "A 1", since: Date(timeIntervalSince1970: 2000))
        try Flat.insert { Flat(place: place, rent: 700) }.execute(db)
        try Tenant.insert {
            Tenant(place: place, name: "Ada")
            Tenant(place: other, name: "Alan")
        }.execute(db)
    }

    @Test("A shared group is decoded as one value in the form of its columns")
    func group() throws {
        let query = Flat.fullJoin(Tenant.self) { $0.using(\.place, $1, \.place) }
            .order { _, tenant in tenant.name }
            .select { ($0.shared(\.place, with: $1, \.place), $1.name, $0.rent) }
        #expect(try query.sql().text.contains(#"USING ("street", "since")"#))
        let rows: [(Residence, String?, Int?)] = try query.fetchAll(db)
        #expect(rows.map(\.0.since.timeIntervalSince1970) == [1000, 2000])
        #expect(rows[0].0 == place)
        #expect(rows.map(\.2) == [700, nil])
    }

    @Test("Values in different forms are not compared")
    func forms() throws {
        let query = Flat.join(TextDay.self) { $0.natural($1) }
        #expect { try query.sql() } throws: { error in
            (error as? SQLiteError)?.message.contains("different types") ?? false
        }
    }
}
