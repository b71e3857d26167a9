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

    @Test("A column of an optional group is optional")
    func reading() throws {
        let cities = Hall.order(by: \.id).select { ($0.address.city, $0.address.floor) }
        let rows = try cities.fetchAll(db)
        #expect(rows.map(\.0) == ["Bath", nil])
        #expect(rows.map(\.1) == [nil, nil])
        #expect(try Hall.where { $0.address.city == "Bath" }.fetchAll(db).map(\.id) == [1])
        #expect(try Hall.where { $0.address.city == nil }.fetchAll(db).map(\.id) == [2])
    }

    @Test("An optional group has the computed columns of its extension")
    func computed() throws {
        let labels = try Hall.order(by: \.id).select { $0.address.label }.fetchAll(db)
        #expect(labels == ["High Street, Bath", nil])
    }

    @Test("A column of an optional group can be assigned")
    func assigning() throws {
        let floor: Int? = 3
        try Hall.find(1).update {
            $0.address.city = $0.address.city.upper()
            $0.address.floor = SQLExpression(floor)
        }.execute(db)
        let found = try #require(try Hall.find(1).fetchOne(db))
        #expect(found.address == Hall.Address(street: "High Street", city: "BATH", floor: 3))
    }

    @Test("An expression with one column has no group members")
    func noColumns() {
        func member<Value, Member>(
            _ expression: SQLExpression<Value>, _ path: KeyPath<Value._Columns, Member>
        ) -> Member { expression[dynamicMember: path] }
        let number = SQLExpression<Int>(1)
        let members = member(number, \_NoColumns.self)
        #expect(type(of: members) == _NoColumns.self)
    }

    @Test("Assigning a computed column of an optional group throws")
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
