import DataLiteMacros
import Foundation
import Synchronization
import Testing

@Table struct Stamped: Equatable, Identifiable {
    let id: Int
    var title = ""
    var notes = ""
    var version = 0
    var plain: Date?
    @Column(as: Date.ISO8601Representation?.self) var text: Date?
    @Column(as: Date.UnixTimeRepresentation?.self) var seconds: Date?
    @Column(as: Date.FractionalUnixTimeRepresentation?.self) var fraction: Date?
    @Column(as: Date.UnixMillisecondsRepresentation?.self) var milliseconds: Date?
    @Column(as: Date.JulianDayRepresentation?.self) var days: Date?
    var history = History()
}

@Selection struct History: Equatable { var editedAt: Date? }

@Table struct Keyed: Equatable {
    @Column(primaryKey: true) let name: String
    var version = 0
}

@Suite("Triggers as other libraries write them")
struct PeerTriggerTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Stamped.createTable().execute(db)
        try Stamped.insert {
            Stamped(id: 1)
            Stamped(id: 2)
        }.execute(db)
    }

    private func row(_ id: Int) throws -> Stamped { try Stamped.find(id).fetchRequired(db) }

    @Test("Touching sets a date to the current time in each representation")
    func touching() throws {
        let triggers = [
            Stamped.createTemporaryTrigger(after: .update(of: { $0.title }, touch: \.plain)),
            Stamped.createTemporaryTrigger(after: .update(of: { $0.title }, touch: \.text)),
            Stamped.createTemporaryTrigger(after: .update(of: { $0.title }, touch: \.seconds)),
            Stamped.createTemporaryTrigger(after: .update(of: { $0.title }, touch: \.fraction)),
            Stamped.createTemporaryTrigger(after: .update(of: { $0.title }, touch: \.milliseconds)),
            Stamped.createTemporaryTrigger(after: .update(of: { $0.title }, touch: \.days)),
            Stamped.createTemporaryTrigger(
                after: .update(of: { $0.title }, touch: \.history.editedAt)),
        ]
        for trigger in triggers { try trigger.execute(db) }
        let start = Date()
        try Stamped.find(1).update { $0.title = "A" }.execute(db)
        let first = try row(1)
        let dates = [
            first.plain, first.text, first.seconds, first.fraction, first.milliseconds, first.days,
            first.history.editedAt,
        ]
        for date in dates {
            let date = try #require(date)
            #expect(date.timeIntervalSince(start) > -1.01 && date.timeIntervalSince(start) < 60)
        }
        let types = """
            SELECT typeof(plain), typeof(text), typeof(seconds), typeof(fraction),
                typeof(milliseconds), typeof(days) FROM stampeds WHERE id = 1
            """
        let row = try #require(try db.row(SQL(raw: types)))
        #expect(
            (0..<6).map { String(row[$0].value) }
                == ["text", "text", "integer", "real", "integer", "real"])
        #expect(try self.row(2) == Stamped(id: 2))
    }

    @Test("Touching renders an update of the row that fired the trigger")
    func text() throws {
        let trigger = Stamped.createTrigger("touch", after: .update(touch: \.seconds))
        #expect(
            try trigger.sql().text == """
                CREATE TRIGGER "touch"
                AFTER UPDATE ON "stampeds"
                BEGIN
                  UPDATE "stampeds" SET "seconds" = unixepoch('now') WHERE "stampeds"."id" = "new"."id";
                END
                """)
    }

    @Test("Touching takes a condition and another date")
    func conditions() throws {
        let date = Date(timeIntervalSince1970: 1000)
        try Stamped.createTrigger(
            after: .update(touch: \.plain, date: SQLExpression(date)) { old, new in
                old.title != new.title
            }
        ).execute(db)
        try Stamped.all.update { $0.notes = "N" }.execute(db)
        #expect(try row(1).plain == nil)
        try Stamped.find(2).update { $0.title = "T" }.execute(db)
        #expect(try row(2).plain == date)
        try Stamped.createTrigger(
            after: .insert(touch: \.seconds) { $0.id > 3 }
        ).execute(db)
        try Stamped.insert {
            Stamped(id: 3)
            Stamped(id: 4)
        }.execute(db)
        #expect(try row(3).seconds == nil)
        #expect(try row(4).seconds != nil)
    }

    @Test("A trigger changes the row that fired it, by rowid or primary key")
    func changing() throws {
        try Stamped.createTrigger(after: .update(touch: { $0.version += 1 })).execute(db)
        try Stamped.find(1).update { $0.title = "A" }.execute(db)
        try Stamped.find(1).update { $0.title = "B" }.execute(db)
        #expect(try row(1).version == 2)
        #expect(try row(2).version == 0)
        try Keyed.createTable().execute(db)
        try Keyed.createTrigger(after: .insert(touch: { $0.version = 9 })).execute(db)
        try Keyed.insert { Keyed(name: "k") }.execute(db)
        #expect(try Keyed.find("k").fetchOne(db)?.version == 9)
    }

    @Test("A trigger runs after updates of the columns that a closure names")
    func columns() throws {
        let trigger = Stamped.createTemporaryTrigger(
            after: .update(of: { ($0.title, $0.notes) }) { _, new in
                Stamped.update { $0.version += 1 }.where { $0.id == new.id }
            } when: { old, new in
                new.title != "skip"
            })
        #expect(try trigger.sql().text.contains(#"AFTER UPDATE OF "title", "notes" ON"#))
        try trigger.execute(db)
        try Stamped.find(1).update { $0.plain = Date() }.execute(db)
        #expect(try row(1).version == 0)
        try Stamped.find(1).update { $0.notes = "A" }.execute(db)
        #expect(try row(1).version == 1)
        try Stamped.find(1).update { $0.title = "skip" }.execute(db)
        #expect(try row(1).version == 1)
    }

    @Test("A statement of a trigger is SQL text")
    func sqlText() throws {
        try Stamped.createTemporaryTrigger(
            after: .update(of: \.title) { _, new in
                #sql("UPDATE stampeds SET notes = \(new.title) || \("it's") WHERE id = \(new.id)")
                Stamped.find(new.id).update { $0.version += 1 }
                #sql("SELECT \(new.id)", as: Int.self)
            }
        ).execute(db)
        try Stamped.find(1).update { $0.title = "A" }.execute(db)
        #expect(try row(1).notes == "Ait's")
        #expect(try row(1).version == 1)
        try Stamped.createTemporaryTrigger(
            before: .delete { _ in #sql("SELECT RAISE(ABORT, 'kept')") }
        ).execute(db)
        let error = try #require(throws: SQLiteError.self) {
            try Stamped.all.delete().execute(db)
        }
        #expect(error.message.hasPrefix("kept"))
    }

    @Test("A trigger after an insert runs several statements that do not use the new row")
    func unrelatedStatements() throws {
        try Stamped.createTemporaryTrigger(
            after: .insert { _ in
                Keyed.insert { Keyed(name: "a") }
                Keyed.insert { Keyed(name: "b", version: 3) }
            } when: {
                $0.id > 2
            }
        ).execute(db)
        try Keyed.createTable().execute(db)
        try Stamped.insert { Stamped(id: 3) }.execute(db)
        #expect(try Keyed.order(by: \.name).select(\.version).fetchAll(db) == [0, 3])
        try Stamped.createTemporaryTrigger(
            after: .insert { new in
                Keyed.insert { Keyed(name: "c") }
                Keyed.all.delete()
            }
        ).execute(db)
        try Keyed.all.delete().execute(db)
        try Stamped.insert { Stamped(id: 4) }.execute(db)
        #expect(try Keyed.fetchCount(db) == 0)
    }

    @Test("A trigger calls a Swift function from SQL text")
    func functionInText() throws {
        try Stamped.createTemporaryTrigger(
            after: .insert { new in
                #sql("SELECT \($notedTitle(new.title))", as: Void.self)
            }
        ).execute(db)
        try Stamped.insert { Stamped(id: 3, title: "noted") }.execute(db)
        #expect(NotedTitles.shared.withLock { $0 } == ["noted"])
    }

    @Test("A statement of a trigger calls a function in a Select")
    func functionCall() throws {
        try Stamped.createTemporaryTrigger(
            after: .insert { new in Select(new.id.abs()) }
        ).execute(db)
        try Stamped.insert { Stamped.Draft(title: "C") }.execute(db)
        let query = Select(#bind(-3).abs())
        #expect(try query.sql().text == "SELECT abs(?)")
        #expect(try query.fetchAll(db) == [3])
    }
}

enum NotedTitles {
    static let shared = Mutex<[String]>([])
}

@DatabaseFunction func notedTitle(_ title: String) {
    NotedTitles.shared.withLock { $0.append(title) }
}
