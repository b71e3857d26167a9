import DataLiteQuery
import Testing

@Suite("A CASE expression")
struct CaseTests {
    private static let forms = Form.list {
        Form(
            "CASE \"rating\" WHEN ? THEN ? WHEN ? THEN ? ELSE ? END [1, 'Low', 4, 'High', 'Unknown']",
            "'High' | 'Unknown' | 'High'"
        ) { Case($0.rating).when(1, then: "Low").when(4, then: "High").else("Unknown") }
        Form(
            "CASE WHEN \"note\" IS NULL THEN ? WHEN \"price\" > ? THEN ? ELSE ? END "
                + "['none', 2.0, 'dear', 'cheap']", "'cheap' | 'none' | 'dear'"
        ) {
            Case().when($0.note == nil, then: "none").when($0.price > 2, then: "dear")
                .else("cheap")
        }
        Form(
            "CASE WHEN \"isActive\" THEN \"name\" ELSE \"category\" END",
            "'Apple' | 'fruit' | 'Kale'"
        ) {
            Case().when($0.isActive, then: $0.name).else($0.category)
        }
        Form("CASE \"id\" WHEN ? THEN ? END [2, 1.5]", "NULL | 1.5 | NULL") {
            Case($0.id).when(2, then: 1.5).end()
        }
        Form("CASE WHEN \"id\" IS \"rating\" - ? THEN ? ELSE \"stock\" END [1, 0]", "10 | 0 | 0") {
            Case($0.id.optional()).when($0.rating - 1, then: 0).else($0.stock)
        }
        Form("CASE \"isActive\" WHEN ? THEN ? ELSE ? END [1, 1, 2]", "1 | 2 | 1") {
            Case($0.isActive).when(true, then: 1).else(2)
        }
        Form("CASE \"rating\" WHEN ? THEN ? ELSE ? END + ? [4, 2, 1, 1]", "3 | 2 | 3") {
            Case($0.rating).when(4, then: 2).else(1) + 1
        }
        Form(
            "CASE WHEN \"isActive\" THEN ? ELSE ? END * \"price\" [0.5, 1.0]", "0.75 | 4.0 | 1.125"
        ) {
            Case().when($0.isActive, then: 0.5).else(1) * $0.price
        }
        Form("\"stock\" + CASE \"id\" WHEN ? THEN ? END [1, 2]", "12 | NULL | NULL") {
            $0.stock + Case($0.id).when(1, then: 2).end()
        }
        Form(
            "CASE \"category\" WHEN ? THEN ? ELSE ? END || ? ['fruit', 'a', 'b', 'c']",
            "'ac' | 'ac' | 'bc'"
        ) {
            Case($0.category).when("fruit", then: "a").else("b") + "c"
        }
        Form("CASE \"id\" WHEN ? THEN ? ELSE ? END = ? [1, 2, 1, 1]", "0 | 1 | 1") {
            Case($0.id).when(1, then: 2).else(1) == 1
        }
        Form("CASE WHEN \"isActive\" THEN \"rating\" ELSE ? END [NULL]", "4 | NULL | 4") {
            Case().when($0.isActive, then: $0.rating).else(nil)
        }
        Form("CASE WHEN \"isActive\" THEN \"note\" ELSE ? END ['x']", "'50% off' | 'x' | 'a_b\\c'")
        {
            Case().when($0.isActive, then: $0.note).else("x")
        }
    }

    @Test("A CASE expression has its SQL and result", arguments: forms)
    func form(_ form: Form) throws {
        try form.check(on: Product.connection())
    }

    @Test(
        "A CASE expression takes the cases of an enum",
        arguments: [
            (Status.incomplete, Status.completing), (.completing, .incomplete),
            (.completed, .incomplete),
        ])
    func enums(status: Status, next: Status) throws {
        let query = Product.limit(1).select { _ in
            Case(SQLExpression(status)).when(.incomplete, then: Status.completing)
                .else(.incomplete)
        }
        #expect(try query.fetchOne(Product.connection()) == next)
    }
}
