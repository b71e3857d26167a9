import DataLiteMacros
import Foundation
import Testing

@Suite("A row that updates itself")
struct UpdatedRecordTests {
    private let log: RecordLog
    private var db: Connection { log.db }

    init() throws {
        log = try RecordLog()
        try Record.insert { [Record(id: 1, title: "Blue"), Record(id: 2, title: "Red")] }.execute(
            db)
    }

    @Test("An update writes all columns of one row")
    func update() throws {
        let statements = try log.statements {
            try Record(id: 1, title: "Green", year: 4).update($0)
        }
        #expect(
            statements == """
                UPDATE "records" SET "title" = ?, "year" = ?, "score" = ? WHERE "records"."id" = ?
                """)
        #expect(
            try log.table("SELECT id, title, year FROM records")
                == "1 | 'Green' | 4\n2 | 'Red' | NULL")
    }

    @Test("An update of a row that is not there names the table and the key")
    func notFound() throws {
        let error = try #require(throws: SQLiteError.self) {
            try Record(id: 7, title: "Green").update(db)
        }
        #expect(error.resultCode == .notFound)
        #expect(error.message == #"no row of "records" has the key "id": 7"#)
        let reason = try #require(error.underlyingError as? RecordNotFound)
        #expect(reason == RecordNotFound(table: "records", key: ["id": 7]))
        #expect(db.isAutocommit)
        #expect(throws: SQLiteError.self) {
            try Record(id: 7, title: "G").update(db, columns: \.year)
        }
        #expect(throws: SQLiteError.self) {
            try Record(id: 7, title: "G").updateChanges(db, from: Record(id: 7, title: "H"))
        }
        #expect(throws: SQLiteError.self) { try NotebookEntry(id: nil, text: "").update(db) }
        let score = ScoreRecord(key: .init(player: "Ada", game: UUID()), points: 1)
        let composite = try #require(throws: SQLiteError.self) { try score.update(db) }
        let start = #"no row of "scores" has the key "player": 'Ada', "game": X'"#
        #expect(composite.message.hasPrefix(start))
    }

    @Test("A row that a conflict or a trigger skips was found")
    func skipped() throws {
        try Record(id: 1, title: "Red").update(db, or: .ignore)
        #expect(try log.table("SELECT title FROM records") == "'Blue'\n'Red'")
        try db.execute(
            "CREATE TRIGGER t BEFORE UPDATE ON records BEGIN SELECT RAISE(IGNORE); END")
        try Record(id: 1, title: "Green").update(db)
        try db.transaction { try Record(id: 1, title: "Green").save(db) }
        #expect(try log.table("SELECT title FROM records") == "'Blue'\n'Red'")
    }

    @Test("Columns of the row are chosen by key path")
    func columns() throws {
        let record = Record(id: 1, title: "Green", year: 9, score: 2)
        let statements = try log.statements { try record.update($0, columns: \.year, \.score) }
        #expect(
            statements == """
                UPDATE "records" SET "year" = ?, "score" = ? WHERE "records"."id" = ?
                """)
        #expect(
            try log.table("SELECT * FROM records WHERE id = 1") == "1 | 'Blue' | 9 | 2.0")
        try record.update(db, columns: \.title)
        #expect(try Record.find(1).fetchOne(db) == record)
        try record.update(db, columns: \.id)
        #expect(try Record.fetchCount(db) == 2)
    }

    @Test("A group or a case of an enum as a column writes all its columns")
    func groups() throws {
        var visit = VisitRecord(id: UUID(), place: .init(street: "A", city: "B"), kind: .note("n"))
        try visit.insert(db)
        visit.place?.city = nil
        visit.place?.street = "C"
        visit.tags = ["x"]
        try visit.update(db, columns: \.place.city, \.tags)
        #expect(try log.table("SELECT street, city, tags FROM visits") == "'A' | NULL | '[\"x\"]'")
        visit.kind = .image(Data([7]))
        try visit.update(db, columns: \.kind.image)
        visit.place = nil
        try visit.update(db, columns: \.place)
        #expect(try VisitRecord.find(visit.id).fetchOne(db) == visit)
    }

    @Test("A computed column and an expression are refused by name")
    func refusedColumns() throws {
        let score = ScoreRecord(key: .init(player: "Ada", game: UUID()), points: 1)
        try score.insert(db)
        try score.update(db)
        let generated = try #require(throws: SQLiteError.self) {
            try score.update(db, columns: \.points, \.doubled)
        }
        #expect(
            generated.message
                == #"SQLite computes the column "doubled" of "scores": it cannot be updated"#)
        let expression = try #require(throws: SQLiteError.self) {
            try Record(id: 1, title: "G").update(db, columns: \.twice)
        }
        #expect(
            expression.message
                == #"only columns of "records" can be updated, not other expressions"#)
        #expect(expression.resultCode == .misuse)
    }

    @Test("The static forms mean what they meant")
    func staticForms() throws {
        let record = Record(id: 1, title: "Green")
        let update = Record.update(record)
        let delete = Record.delete(record)
        #expect(try update.execute(db) == 1)
        #expect(try Record.update([record]).execute(db) == 1)
        #expect(try delete.execute(db) == 1)
    }
}

extension Record.Columns {
    var twice: SQLExpression<Double> { score * 2 }
}
