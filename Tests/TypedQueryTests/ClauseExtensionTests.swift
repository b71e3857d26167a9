import DataLiteClauses
import DataLiteMacros
import Testing

@Suite("A query with clauses in an extension of Where")
struct ClauseExtensionTests {
    @Test("Clauses in an extension of Where have their usual meaning")
    func queries() throws {
        let db = try Connection(location: .inMemory)
        try Parcel.createTable().execute(db)
        try Parcel.insert {
            Parcel(id: 1, town: "Ulm", isSent: true)
            Parcel(id: 2, town: "Bonn", isSent: false)
            Parcel(id: 3, town: "Trier", isSent: false)
        }.execute(db)
        #expect(try Parcel.where { $0.id < 3 }.openTowns.fetchAll(db) == ["Bonn"])
        #expect(try Where<Parcel>.towns.fetchAll(db) == ["Bonn", "Trier"])
        #expect(try Parcel.where { $0.id > 1 }.text().hasPrefix("SELECT"))
        #expect(try Parcel.all.again.fetchAll(db).count == 3)
    }
}

@Table private struct Parcel: Hashable {
    let id: Int
    var town: String
    var isSent: Bool
}

extension Where<Parcel> {
    fileprivate var openTowns: some Query<String> {
        sql { schema in
            let parcel = schema.table(self)
            Select(parcel.town)
            From(parcel)
            Where(!parcel.isSent)
            OrderBy(parcel.town)
        }
    }

    fileprivate static var towns: some Query<String> {
        sql { schema in
            let parcel = schema.table(Parcel.self)
            Select(parcel.town)
            From(parcel)
            Where(!parcel.isSent)
            OrderBy(parcel.town)
        }
    }

    fileprivate func text() throws -> String { try sql().text }

    fileprivate var again: Select<Parcel, Parcel.Columns> { self }
}
