import DataLiteMacros
import Testing

@Table("appSettings") struct AppSettings: Identifiable {
    private(set) var id = 1
    var flag = false

    static var constraints: [TableConstraint<AppSettings>] { [.check { $0.id == 1 }] }

    /// The stored settings, or the default ones.
    static func fetch(_ db: any ConnectionProtocol) throws -> AppSettings {
        try find(1).fetchOne(db) ?? AppSettings()
    }
}

@Suite("A table of one row")
struct OneRowTableTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try AppSettings.createTable().execute(db)
    }

    @Test("Saving inserts the missing row, then updates it")
    func saving() throws {
        var settings = try AppSettings.fetch(db)
        settings.flag = true
        try settings.save(db)
        #expect(try AppSettings.fetch(db).flag)
        settings.flag = false
        try settings.save(db)
        #expect(try !AppSettings.fetch(db).flag)
        #expect(try AppSettings.all.fetchCount(db) == 1)
    }

    @Test("The constraint refuses a second row")
    func secondRow() {
        #expect(throws: SQLiteError.self) {
            try db.execute("INSERT INTO appSettings(id) VALUES (2)")
        }
    }
}
