import DataLiteMacros
import Foundation
import Testing

@Suite("A primary key with a representation")
struct RepresentedKeyTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Device.createTable().execute(db)
        try Part.createTable().execute(db)
    }

    @Test("Finding a row uses the stored form of the key")
    func find() throws {
        let device = Device(id: UUID(), name: "a")
        try Device.insert { [device, Device(id: UUID(), name: "b")] }.execute(db)
        let stored = try db.value("SELECT id FROM devices WHERE name = 'a'", as: String.self)
        #expect(stored == device.id.uuidString.lowercased())
        #expect(try Device.find(device.id).fetchOne(db) == device)
        #expect(try Device.where { $0.name == "a" }.find(device.id).fetchOne(db) == device)
        #expect(
            try Device.find(SQLExpression<LowercaseID>(device.id)).fetchOne(db)?.name == "a")
        let found = Device.where { outer in Device.find(outer.id).exists() }
        #expect(try found.fetchCount(db) == 2)
    }

    @Test("Updates and deletes use the stored form of the key")
    func changes() throws {
        var device = Device(id: UUID(), name: "a")
        try Device.insert { [device, Device(id: UUID(), name: "b")] }.execute(db)
        device.name = "c"
        #expect(try Device.update(device).execute(db) == 1)
        #expect(try Device.find(device.id).fetchOne(db)?.name == "c")
        device.name = "d"
        try Device.upsert { device }.execute(db)
        #expect(try Device.order(by: \.name).select(\.name).fetchAll(db) == ["b", "d"])
        #expect(try Device.delete(device).execute(db) == 1)
        #expect(try Device.all.fetchAll(db).map(\.name) == ["b"])
    }

    @Test("A key can have a type that only its representation can store")
    func ownType() throws {
        let parts = [Part(code: Code(number: 1), count: 5), Part(code: Code(number: 2), count: 6)]
        try Part.insert { parts }.execute(db)
        #expect(try Part.find(Code(number: 2)).fetchOne(db) == parts[1])
        #expect(try Part.delete(parts[0]).execute(db) == 1)
        #expect(try Part.all.fetchAll(db) == [parts[1]])
    }
}

@Table struct Device: Hashable {
    @Column(as: LowercaseID.self) let id: UUID
    var name = ""
}

@Table struct Part: Hashable {
    @Column(as: CodeText.self, primaryKey: true) let code: Code
    var count = 0
}

struct Code: Hashable {
    let number: Int
}

struct LowercaseID: ColumnRepresentation {
    let value: UUID

    init(_ value: UUID) { self.value = value }

    init?(_ sqliteValue: SQLiteValue) {
        guard case .text(let text) = sqliteValue, let value = UUID(uuidString: text) else {
            return nil
        }
        self.value = value
    }

    var sqliteValue: SQLiteValue { .text(value.uuidString.lowercased()) }
}

struct CodeText: ColumnRepresentation {
    let value: Code

    init(_ value: Code) { self.value = value }

    init?(_ sqliteValue: SQLiteValue) {
        guard case .text(let text) = sqliteValue, let number = Int(text.dropFirst()) else {
            return nil
        }
        value = Code(number: number)
    }

    var sqliteValue: SQLiteValue { .text("P\(value.number)") }
}
