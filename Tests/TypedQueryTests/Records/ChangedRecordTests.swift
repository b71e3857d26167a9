import DataLiteMacros
import Foundation
import Testing

@Suite("A row that writes what has changed")
struct ChangedRecordTests {
    private let log: RecordLog
    private var db: Connection { log.db }
    private let old = Record(id: 1, title: "Blue", year: 1)

    init() throws {
        log = try RecordLog()
        try old.insert(db)
    }

    @Test("Only the columns that differ are written")
    func changes() throws {
        var record = old
        record.title = "Green"
        record.isPlaying = true
        let update = try log.running { try record.updateChanges($0, from: old) }
        #expect(update == (#"UPDATE "records" SET "title" = ? WHERE "records"."id" = ?"#, true))
        var copy = record
        copy.isPlaying = false
        let none = try log.running { try copy.updateChanges($0, from: record) }
        #expect(none == ("", false))
        #expect(try log.table("SELECT * FROM records") == "1 | 'Green' | 1 | 0.0")
    }

    @Test("A closure changes the value, and the row in the columns that then differ")
    func closure() throws {
        var record = old
        let update = try log.running { db in
            try record.updateChanges(db) {
                $0.year = nil
                $0.title = "Blue"
            }
        }
        #expect(update == (#"UPDATE "records" SET "year" = ? WHERE "records"."id" = ?"#, true))
        #expect(record.year == nil)
        #expect(try !record.updateChanges(db) { $0.isPlaying = true })
        #expect(record.isPlaying)
        #expect(try log.table("SELECT year FROM records") == "NULL")
    }

    @Test("A value keeps its state if its change fails")
    func failedClosure() throws {
        try Record(id: 2, title: "Red").insert(db)
        var record = old
        #expect(throws: SQLiteError.self) { try record.updateChanges(db) { $0.title = "Red" } }
        #expect(record == old)
        #expect(throws: CancellationError.self) {
            try record.updateChanges(db) {
                $0.title = "Green"
                throw CancellationError()
            }
        }
        #expect(record == old)
        try Record.delete(old).execute(db)
        #expect(throws: SQLiteError.self) { try record.updateChanges(db) { $0.year = 5 } }
        #expect(record == old)
    }

    @Test("Values are compared as they are stored")
    func storedForms() throws {
        #expect(SQLiteValue.real(.nan).isStored(as: .null))
        #expect(SQLiteValue.null.isStored(as: .real(.nan)))
        #expect(SQLiteValue.real(.nan).isStored(as: .real(-.nan)))
        #expect(!SQLiteValue.real(-0.0).isStored(as: .real(0)))
        #expect(!SQLiteValue.real(1).isStored(as: .int(1)))
        #expect(!SQLiteValue.int(1).isStored(as: .real(1)))
        #expect(SQLiteValue.real(.infinity).isStored(as: .real(.infinity)))
        #expect(!SQLiteValue.text("\u{E9}").isStored(as: .text("e\u{301}")))
        #expect(!SQLiteValue.text("a").isStored(as: .blob(Data("a".utf8))))
        #expect(!SQLiteValue.blob(Data()).isStored(as: .null))
        #expect(SQLiteValue.blob(Data([1])).isStored(as: .blob(Data([0, 1])[1...])))
    }

    @Test("Text that only Swift takes for equal is written, and a date within its precision is not")
    func precision() throws {
        var record = old
        record.title = "\u{E9}"
        try record.update(db)
        #expect(try record.updateChanges(db) { $0.title = "e\u{301}" })
        #expect(try log.table("SELECT hex(title) FROM records") == "'65CC81'")

        let day = Date(timeIntervalSince1970: 1)
        let visit = VisitRecord(id: UUID(), day: day, kind: .note("a"))
        try visit.insert(db)
        var other = visit
        other.day = day.addingTimeInterval(0.000_1)
        #expect(other != visit)
        #expect(try !other.updateChanges(db, from: visit))
        other.day = day.addingTimeInterval(0.002)
        #expect(try other.updateChanges(db, from: visit))
        #expect(try log.table("SELECT day FROM visits") == "1002")
    }

    @Test("NaN is NULL, and the sign of zero counts")
    func numbers() throws {
        try Measure.createTable().execute(db)
        var measure = Measure(id: 1, value: .nan)
        try measure.insert(db)
        #expect(try !measure.updateChanges(db) { $0.value = nil })
        #expect(try measure.updateChanges(db) { $0.value = 0 })
        #expect(try measure.updateChanges(db) { $0.value = -0.0 })
        #expect(try !measure.updateChanges(db) { $0.value = -0.0 })
    }

    @Test("An enum is written with all its cases")
    func enums() throws {
        var visit = VisitRecord(id: UUID(), kind: .note("a"))
        try visit.insert(db)
        let old = visit
        // Another program sets another case in the meantime.
        try db.execute("UPDATE visits SET note = NULL, image = x'01'")
        visit.kind = .link(try #require(URL(string: "https://a.b")))
        let statements = try log.statements { try visit.updateChanges($0, from: old) }
        #expect(
            statements == """
                UPDATE "visits" SET "link" = ?, "note" = ?, "image" = ? WHERE "visits"."id" = ?
                """)
        #expect(try VisitRecord.find(visit.id).fetchOne(db) == visit)
    }

    @Test("Groups are compared by column")
    func groups() throws {
        var visit = VisitRecord(id: UUID(), place: .init(street: "A", city: nil), kind: .note("a"))
        try visit.insert(db)
        let update = try log.running { db in
            try visit.updateChanges(db) { $0.place?.city = "B" }
        }
        #expect(update == (#"UPDATE "visits" SET "city" = ? WHERE "visits"."id" = ?"#, true))
        #expect(try visit.updateChanges(db) { $0.place = nil })
        #expect(try VisitRecord.find(visit.id).fetchOne(db) == visit)
    }

    @Test("Computed columns are not compared")
    func generated() throws {
        var score = ScoreRecord(key: .init(player: "Ada", game: UUID()), points: 1, doubled: 0)
        try score.insert(db)
        #expect(try !score.updateChanges(db) { $0.doubled = 9 })
        #expect(try score.updateChanges(db) { $0.points = 4 })
        #expect(try log.table("SELECT points, doubled FROM scores") == "4 | 8")
    }

    @Test("A changed primary key is refused")
    func changedKey() throws {
        let error = try #require(throws: SQLiteError.self) {
            try Record(id: 2, title: "Blue").updateChanges(db, from: old)
        }
        #expect(error.resultCode == .misuse)
        #expect(
            error.message == """
                the rows of "records" have different primary keys: to change the key, write \
                find(oldKey).update { ... }
                """)
        var entry = NotebookEntry(id: nil, text: "a")
        try entry.insert(db)
        #expect(throws: SQLiteError.self) { try entry.updateChanges(db) { $0.id = 5 } }
        #expect(entry.id == 1)
    }
}

@Table("measures") private struct Measure {
    let id: Int
    var value: Double?
}
