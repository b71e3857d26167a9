import DataLiteMacros
import Testing

@Table("parcels") private struct Parcel: Identifiable {
    let id: Int
    var city: String
    var weight: Int?
}

@Selection private struct CityWeight: Equatable {
    let city: String
    var weight = 0
}

@Selection private struct HeavyCity: Equatable { let name: String }
@Selection private struct Numeral: Equatable { let value: Int }

@Suite("A common table expression of a selection that is no table")
struct SelectionTableTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Parcel.createTable().execute(db)
        try Parcel.insert {
            Parcel(id: 1, city: "Ulm", weight: 3)
            Parcel(id: 2, city: "Ulm", weight: 4)
            Parcel(id: 3, city: "Bonn", weight: nil)
        }.execute(db)
    }

    private var weights: Select<CityWeight, Parcel.Columns> {
        Parcel.group(by: \.city).select {
            CityWeight.Columns(city: $0.city, weight: $0.weight.sum() ?? 0)
        }
    }

    @Test("The query uses the type, and the table has its name")
    func query() throws {
        let query = With {
            weights
        } query: {
            CityWeight.where { $0.weight > 1 }.order(by: \.city)
        }
        let text = try query.sql().text
        #expect(text.hasPrefix(#"WITH "cityWeight"("city", "weight") AS (SELECT "#))
        #expect(text.hasSuffix(#"WHERE "cityWeight"."weight" > ? ORDER BY "cityWeight"."city""#))
        #expect(try query.fetchAll(db) == [CityWeight(city: "Ulm", weight: 7)])
        let named = With(materialized: false) {
            weights
        } query: {
            CityWeight.order { $0.weight.desc() }.limit(1).select(\.city)
        }
        #expect(try named.fetchAll(db) == ["Ulm"])
    }

    @Test("Every starting point reads the table")
    func startingPoints() throws {
        func rows<Output>(_ query: () -> Select<Output, CityWeight.Columns>) throws -> [Output] {
            try With {
                weights
            } query: {
                query()
            }.fetchAll(db)
        }
        #expect(try rows { CityWeight.all }.count == 2)
        #expect(try rows { CityWeight.limit(1, offset: 1) }.count == 1)
        #expect(try rows { CityWeight.distinct() }.count == 2)
        #expect(try rows { CityWeight.order(by: \.weight) }.map(\.weight) == [0, 7])
        #expect(try rows { CityWeight.group(by: \.city) }.count == 2)
        #expect(try rows { CityWeight.select { $0.weight + 1 } }.sorted() == [1, 8])
        #expect(try rows { CityWeight.select(\.weight) }.sorted() == [0, 7])
        #expect(try rows { CityWeight.count() } == [2])
    }

    @Test("A row in a union with its rows begins a recursion")
    func recursion() throws {
        let numbers = With {
            Numeral(value: 1).union(
                all: true, Numeral.select { Numeral.Columns(value: $0.value + 1) })
        } query: {
            Numeral.limit(4)
        }
        #expect(try numbers.fetchAll(db).map(\.value) == [1, 2, 3, 4])
    }

    @Test("Two tables are the queries in one closure, and the second uses the first")
    func twoTables() throws {
        let query = With {
            weights
            CityWeight.where { $0.weight > 1 }.select { HeavyCity.Columns(name: $0.city) }
        } query: {
            HeavyCity.join(CityWeight.all) { $0.name == $1.city }
        }
        let rows = try query.fetchAll(db)
        #expect(rows.map(\.0) == [HeavyCity(name: "Ulm")])
        #expect(rows.map(\.1.weight) == [7])
    }

    @Test("Three tables are the queries in one closure")
    func threeTables() throws {
        let query = With {
            weights
            CityWeight.where { $0.weight > 1 }.select { HeavyCity.Columns(name: $0.city) }
            HeavyCity.select { Numeral.Columns(value: $0.count()) }
        } query: {
            CityWeight.leftJoin(HeavyCity.all) { $0.city == $1.name }
                .join(Numeral.all) { _, _, tally in tally.value == 1 }
                .order { weight, _, _ in weight.city }.select { ($0.city, $1.name, $2.value) }
        }
        let rows = try query.fetchAll(db)
        #expect(rows.map(\.0) == ["Bonn", "Ulm"])
        #expect(rows.map(\.1) == [nil, "Ulm"])
    }

    @Test("Subqueries and changes use the type, also twice in one statement")
    func nested() throws {
        let heaviest = With {
            weights
        } query: {
            CityWeight.where { row in
                CityWeight.where { $0.weight > row.weight }.select(\.city).exists().not()
            }
        }
        #expect(try heaviest.fetchAll(db).map(\.city) == ["Ulm"])
        let delete = With {
            weights
        } query: {
            Parcel.where { $0.city.in(CityWeight.where { $0.weight == 0 }.select(\.city)) }.delete()
        }
        #expect(try delete.execute(db) == 1)
        let insert = With {
            weights
        } query: {
            Parcel.insert {
                $0.city
            } select: {
                CityWeight.select(\.city)
            }
        }
        #expect(try insert.execute(db) == 1)
        #expect(try Parcel.order(by: \.id).fetchAll(db).map(\.id) == [1, 2, 3])
    }

    @Test("Outside of With, SQLite reports the missing table")
    func outside() throws {
        #expect {
            try CityWeight.all.fetchAll(db)
        } throws: { error in
            (error as? SQLiteError)?.message.contains("no such table: cityWeight") ?? false
        }
    }
}
