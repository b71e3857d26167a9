import DataLiteMacros
import Testing

@Table private struct PostParcel: Equatable, Identifiable {
    let id: Int
    var city = ""
    var weight = 0
}

@Table private struct PostDepot: Identifiable {
    let id: Int
    var city = ""
}

@Table("parcel_counts") @Selection private struct ParcelCount { let count: Int }
@Table("depot_counts") @Selection private struct DepotCount { let count: Int }
@Table("steps") @Selection private struct Stair: Equatable { let value: Int }

@Suite("Common table expressions as other libraries write them")
struct PeerCommonTableTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try PostParcel.createTable().execute(db)
        try PostDepot.createTable().execute(db)
        try PostDepot.insert { [PostDepot(id: 1, city: "A"), PostDepot(id: 2, city: "B")] }.execute(
            db)
        try PostParcel.insert {
            PostParcel(id: 1, city: "A", weight: 5)
            PostParcel(id: 2, city: "B", weight: 9)
            PostParcel(id: 3, city: "C", weight: 9)
        }.execute(db)
    }

    @Test("Two tables are the queries in one closure")
    func twoTables() throws {
        let query = With {
            PostParcel.where { $0.weight > 5 }
            PostDepot.all
        } query: { heavy, depots in
            heavy.where { $0.city.in(depots.select(\.city)) }
        }
        #expect(try query.fetchAll(db).map(\.id) == [2])
        let counts = With {
            PostParcel.select { ParcelCount.Columns(count: $0.count()) }
            PostDepot.select { DepotCount.Columns(count: $0.count()) }
        } query: {
            ParcelCount.join(DepotCount.all) { _, _ in true }.select { ($0.count, $1.count) }
        }
        #expect(try counts.fetchRequired(db) == (3, 2))
    }

    @Test("Three tables are the queries in one closure, and a change uses them")
    func threeTables() throws {
        let change = With {
            PostParcel.where { $0.weight > 5 }
            PostDepot.all
            PostParcel.where { $0.id < 3 }
        } query: { heavy, depots, first in
            PostParcel.where {
                $0.id.in(heavy.select(\.id)) && $0.city.in(depots.select(\.city))
                    && $0.id.in(first.select(\.id))
            }.delete()
        }
        #expect(try change.execute(db) == 1)
        #expect(try PostParcel.order(by: \.id).select(\.id).fetchAll(db) == [1, 3])
        let named = With {
            PostParcel.select { ParcelCount.Columns(count: $0.count()) }
            PostDepot.select { DepotCount.Columns(count: $0.count()) }
            ParcelCount.select { Stair.Columns(value: $0.count + 1) }
        } query: {
            Stair.all
        }
        #expect(try named.fetchAll(db) == [Stair(value: 3)])
    }

    @Test("The limit and the order of the last member apply to a recursive table")
    func recursion() throws {
        let limited = With {
            Stair(value: 1).union(
                all: true, Stair.select { Stair.Columns(value: $0.value + 1) }.limit(4))
        } query: {
            Stair.all
        }
        #expect(try limited.fetchAll(db).map(\.value) == [1, 2, 3, 4])
        let distinct = With {
            Values(Stair(value: 3)).union(Values(Stair(value: 1))).union(
                Stair.where { $0.value < 4 }.select { Stair.Columns(value: $0.value + 1) }.limit(3))
        } query: {
            Stair.order(by: \.value)
        }
        #expect(try distinct.fetchAll(db).count == 3)
    }

    @Test("A limit of a member that does not read the table applies to the member")
    func otherMembers() throws {
        let query = With {
            Stair(value: 1).union(
                all: true,
                PostParcel.order(by: \.id).limit(1).select { Stair.Columns(value: $0.weight) })
        } query: {
            Stair.all
        }
        #expect(try query.fetchAll(db).map(\.value) == [1, 5])
    }

    /// Before the closure of the query was a result builder, the compiler gave up on these expressions.
    @Test("A query and what uses its rows are one expression")
    func inline() throws {
        #expect(
            try With {
                PostParcel.group(by: \.city).leftJoin(PostDepot.all) { $0.city.eq($1.city) }
                    .select { parcel, _ in ParcelCount.Columns(count: parcel.id.max() ?? 0) }
                    .having { parcel, _ in parcel.weight.avg() > 5.5 }
            } query: { counts in
                PostParcel.where { $0.id.in(counts.select(\.count)) }
                    .where { $0.city.contains("C") }.order(by: \.city)
            }.fetchAll(db).map(\.city) == ["C"])
    }

    @Test("The closure of the query can contain if and switch", arguments: [true, false])
    func branches(isHeavy: Bool) throws {
        let query = With {
            PostParcel.where { $0.weight > 5 }
        } query: { heavy in
            if isHeavy { heavy.order(by: \.id) } else { PostParcel.where { $0.id < 2 } }
        }
        #expect(try query.fetchAll(db).map(\.id) == (isHeavy ? [2, 3] : [1]))
    }
}
