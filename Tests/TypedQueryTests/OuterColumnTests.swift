import DataLiteMacros
import Testing

@Table struct Studio: Equatable {
    let id: Int
    var name: String
    var floor: Int?
}

@Table struct Lesson: Equatable {
    let id: Int
    var studioID: Int?
}

extension Studio.Columns {
    fileprivate var label: SQLExpression<String> { name.upper() }
    fileprivate var level: SQLExpression<Int?> { floor + 1 }
}

@Suite("A computed column on the optional side of a join")
struct OuterColumnTests {
    @Test("A computed column on the optional side of a join is optional")
    func computed() throws {
        let db = try Connection(location: .inMemory)
        try Studio.createTable().execute(db)
        try Lesson.createTable().execute(db)
        try Studio.insert { Studio(id: 1, name: "a", floor: 2) }.execute(db)
        try Lesson.insert { [Lesson(id: 1, studioID: 1), Lesson(id: 2, studioID: nil)] }.execute(db)
        let lessons = Lesson.leftJoin(Studio.all) { $0.studioID == $1.id }
        let rows = lessons.order { lesson, _ in lesson.id }.select {
            ($0.id, $1.label, $1.level, $1.name)
        }
        let found: [(Int, String?, Int?, String?)] = try rows.fetchAll(db)
        #expect(found.map(\.1) == ["A", nil] && found.map(\.2) == [3, nil])
        #expect(
            try lessons.where { $1.label == "A" }.select { lesson, _ in lesson.id }.fetchAll(db)
                == [1])
        #expect(
            try lessons.where { $1.level == nil }.select { lesson, _ in lesson.id }.fetchAll(db)
                == [2])
    }

    @Test("A row on the optional side of a join is compared with nil")
    func presence() throws {
        let db = try Connection(location: .inMemory)
        try Studio.createTable().execute(db)
        try Lesson.createTable().execute(db)
        try Studio.insert { Studio(id: 1, name: "a") }.execute(db)
        try Lesson.insert { [Lesson(id: 1, studioID: 1), Lesson(id: 2, studioID: nil)] }.execute(db)
        let lessons = Lesson.leftJoin(Studio.all) { $0.studioID == $1.id }
        let missing = lessons.where { $1.is(nil) }.select { lesson, _ in lesson.id }
        #expect(try missing.sql().text.hasSuffix(#"WHERE "studios"."id" IS NULL"#))
        #expect(try missing.fetchAll(db) == [2])
        let present = lessons.where { $1.isNot(nil) || $0.id > 5 }.select { ($0.id, $1.is(nil)) }
        let rows = try present.fetchAll(db)
        #expect(rows.map(\.0) == [1] && rows.map(\.1) == [false])
    }
}
