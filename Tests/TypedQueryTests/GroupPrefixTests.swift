import DataLiteMacros
import Testing

@Suite("Two groups of one type in a table")
struct GroupPrefixTests {
    private let home = Premises(street: "High Street", city: "Bath")
    private let office = Premises(street: "Quay", city: "Bristol")

    @Test("A prefix distinguishes the columns of two groups of one type")
    func prefix() throws {
        let db = try Connection(location: .inMemory)
        try Worker.createTable().execute(db)
        #expect(
            Worker.columnDefinitions.list.map(\.name)
                == ["id", "home_street", "home_city", "street", "city"])
        let worker = Worker(id: 1, home: home, office: office)
        try Worker.insert { worker }.execute(db)
        #expect(try Worker.all.fetchAll(db) == [worker])
        #expect(try Worker.where { $0.home.city == "Bath" }.fetchCount(db) == 1)
        #expect(try Worker.where { $0.office.city == "Bath" }.fetchCount(db) == 0)
        #expect(try Worker.where { $0.home == office }.fetchCount(db) == 0)
        #expect(
            try Worker.select { ($0.home, $0.office) }.fetchOne(db).map { $0 == (home, office) }
                == true)
        try Worker.find(1).update {
            $0.home.city = "Wells"
            $0.office = SQLExpression(Premises(street: "Lane", city: "Frome"))
        }.execute(db)
        let found = try #require(try Worker.find(1).fetchOne(db))
        #expect(found.home == Premises(street: "High Street", city: "Wells"))
        #expect(found.office.city == "Frome")
        #expect(try Worker.order { $0.home.desc() }.fetchCount(db) == 1)
        let joined = Worker.leftJoin(Worker.self) { $0.home.city == $1.office.city }
        #expect(
            try joined.select { ($0.home.city, $1.home.city) }.fetchOne(db).map { $0.1 }
                == .some(nil))
        try Worker.createIndex(on: \.home).execute(db)
    }

    @Test("Creating a table with two groups of one type and no prefix throws")
    func noPrefix() throws {
        let db = try Connection(location: .inMemory)
        #expect {
            try Commuter.createTable().execute(db)
        } throws: { error in
            "\(error)".contains("two columns of \"commuters\" would be called \"street\"")
        }
    }
}

@Selection struct Premises: Hashable {
    var street = ""
    var city = ""
}

@Table struct Worker: Hashable {
    let id: Int
    @Column(prefix: "home_") var home: Premises
    var office: Premises
}

@Table struct Commuter: Hashable {
    let id: Int
    var home: Premises
    var office: Premises
}
