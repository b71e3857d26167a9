import DataLiteMacros
import Testing

@Suite("A column of an optional group")
struct OptionalGroupTests {
    private let db: Connection
    private let address = Hall.Address(street: "High Street", city: "Bath", floor: nil)

    init() throws {
        db = try Connection(location: .inMemory)
        try Hall.createTable().execute(db)
        try Hall.insert {
            Hall(id: 1, address: address)
            Hall(id: 2, address: nil)
        }.execute(db)
    }

    @Test("is optional")
    func reading() throws {
        let cities = Hall.order(by: \.id).select { ($0.address.city, $0.address.floor) }
        let rows = try cities.fetchAll(db)
        #expect(rows.map(\.0) == ["Bath", nil])
        #expect(rows.map(\.1) == [nil, nil])
        #expect(try Hall.where { $0.address.city == "Bath" }.fetchAll(db).map(\.id) == [1])
        #expect(try Hall.where { $0.address.city == nil }.fetchAll(db).map(\.id) == [2])
    }

    @Test("is computed by what extends the columns of the group")
    func computed() throws {
        let labels = try Hall.order(by: \.id).select { $0.address.label }.fetchAll(db)
        #expect(labels == ["High Street, Bath", nil])
    }

    @Test("can be assigned")
    func assigning() throws {
        let floor: Int? = 3
        try Hall.find(1).update {
            $0.address.city = $0.address.city.upper()
            $0.address.floor = SQLExpression(floor)
        }.execute(db)
        let found = try #require(try Hall.find(1).fetchOne(db))
        #expect(found.address == Hall.Address(street: "High Street", city: "BATH", floor: 3))
    }

    @Test("does not exist for an expression that is one column")
    func noColumns() {
        func member<Value, Member>(
            _ expression: SQLExpression<Value>, _ path: KeyPath<Value._Columns, Member>
        ) -> Member { expression[dynamicMember: path] }
        let number = SQLExpression<Int>(1)
        let members = member(number, \NoColumns.self)
        #expect(type(of: members) == NoColumns.self)
    }

    @Test("is an error in an assignment if it is computed")
    func assigningComputed() throws {
        #expect {
            try Hall.find(1).update { $0.address.label = $0.address.city }.execute(db)
        } throws: {
            "\($0)".contains(
                "a computed property of the columns of Optional<Address> cannot be assigned")
        }
        #expect(try Hall.find(1).fetchOne(db)?.address == address)
    }
}

@Table private struct Hall: Hashable {
    let id: Int
    var address: Address?

    @Selection struct Address: Hashable {
        var street: String
        var city: String
        var floor: Int?
    }
}

extension Hall.Address.Columns {
    fileprivate var label: SQLExpression<String> { street + ", " + city }
}
