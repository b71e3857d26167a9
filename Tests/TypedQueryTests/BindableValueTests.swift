import DataLiteMacros
import Foundation
import Testing

private enum Grade: String, QueryBindable, Equatable { case fine, poor }

@Table private struct Apple: Equatable, Identifiable {
    let id: Int
    var grade: Grade = .fine
    var pickedAt: Date?
}

@DatabaseFunction private func describe(_ grade: Grade, on day: Date?, id: UUID?) -> String {
    "\(grade) \(day.map { Int($0.timeIntervalSince1970) } ?? -1) \(id == nil)"
}

@Selection private struct GradeCount: Equatable {
    let grade: Grade
    var day: Date?
    var count = 0
}

@Suite("Swift values in place of expressions")
struct BindableValueTests {
    private let db: Connection
    private let day = Date(timeIntervalSince1970: 60)

    init() throws {
        db = try Connection(location: .inMemory)
        try Apple.createTable().execute(db)
        try Apple.insert {
            Apple(id: 1, grade: .poor); Apple(id: 2)
        }.execute(db)
        try db.add(function: $describe)
    }

    @Test("Arguments of a function")
    func arguments() throws {
        let query = Apple.order(by: \.id).select {
            (
                $describe(Grade.fine, on: day, id: UUID?.none),
                $describe($0.grade, on: $0.pickedAt, id: UUID())
            )
        }
        let rows = try query.fetchAll(db)
        #expect(rows.map(\.0) == ["fine 60 true", "fine 60 true"])
        #expect(rows.map(\.1) == ["poor -1 false", "fine -1 false"])
    }

    @Test("Selections, values and columns of a selection")
    func selections() throws {
        let query = Apple.find(1).select { ($0.id, Grade.fine, day) }
        #expect(try query.fetchRequired(db) == (1, .fine, day))
        #expect(try Values(Grade.poor, 1, day).fetchRequired(db) == (.poor, 1, day))
        let counts = Apple.select {
            GradeCount.Columns(grade: Grade.poor, day: day, count: $0.count())
        }
        #expect(try counts.fetchRequired(db) == GradeCount(grade: .poor, day: day, count: 2))
    }
}
