import DataLiteQuery
import Foundation
import Testing

@Suite("The JSON text null")
struct NullJSONTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Measurement.createTable().execute(db)
        try db.execute(
            """
            INSERT INTO measurements VALUES
                (1, '[1.5]', 'null'), (2, '[]', NULL), (3, '[]', X'6E756C6C'), (4, '[]', '[2.5]')
            """)
    }

    @Test("An optional column reads it as nil")
    func column() throws {
        let rows = try Measurement.order(by: \.id).fetchAll(db)
        #expect(rows.map(\.notes) == [nil, nil, nil, [2.5]])
        let notes = try Measurement.order(by: \.id).select(\.notes).fetchAll(db)
        #expect(notes == [nil, nil, nil, [2.5]])
        let pairs = try Measurement.order(by: \.id).select { ($0.id, $0.notes) }.fetchAll(db)
        #expect(pairs.map(\.1) == [nil, nil, nil, [2.5]])
    }

    @Test("In SQL, it is not NULL")
    func condition() throws {
        #expect(try Measurement.where { $0.notes == nil }.select(\.id).fetchAll(db) == [2])
    }

    @Test("A required column refuses it, and an optional one refuses other text")
    func refused() throws {
        try db.execute("UPDATE measurements SET samples = 'null' WHERE id = 1")
        #expect(throws: SQLiteError.self) { try Measurement.find(1).fetchOne(db) }
        #expect(throws: SQLiteError.self) { try Measurement.find(1).select(\.samples).fetchOne(db) }
        try db.execute("UPDATE measurements SET notes = 'nul' WHERE id = 2")
        #expect(throws: SQLiteError.self) { try Measurement.find(2).fetchOne(db) }
        #expect(throws: SQLiteError.self) { try Measurement.find(2).select(\.notes).fetchOne(db) }
    }

    @Test("The binary form and rows read it, too")
    func otherForms() {
        typealias Binary = JSONBRepresentation<[Int]>?
        #expect(Binary(.blob(Data([0])))?.value == .some(nil))
        #expect(Binary(.text("null"))?.value == .some(nil))
        #expect(Binary(.blob(Data([1]))) == nil)
        #expect(JSONRow<Measurement>?(.text("null"))?.value == .some(nil))
        #expect(JSONRows<Measurement>?(.text("null"))?.value == .some(nil))
    }
}
