import DataLiteMacros
import Foundation
import Testing

@Table private struct Task: Identifiable, Hashable {
    let id: Int
    var title: String
    var minutes: Int?
}

@Selection private struct TaskRow: Hashable {
    let task: Task
    let length: Int
    let note: String?
    @Column(as: [String].JSONRepresentation.self) let words: [String]
    @Column(as: Date?.UnixTimeRepresentation.self) let start: Date?
}

@Selection private struct OtherRow: Hashable {
    let other: Task?
    let minutes: Int?
    let isLong: Bool
}

@Suite("#sql in a result type")
struct SelectedSQLTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Task.createTable().execute(db)
        try Task.insert {
            Task(id: 1, title: "Milk", minutes: 5)
            Task(id: 2, title: "Bread", minutes: nil)
        }.execute(db)
    }

    @Test("is selected with a whole table, and is decoded in the form of its property")
    func table() throws {
        let query = Task.find(1).select {
            TaskRow.Columns(
                task: $0, length: #sql("length(\($0.title))"),
                note: #sql("nullif(\($0.title), 'Milk')"),
                words: #sql("json_array(\($0.title), 'b')"), start: #sql("86400"))
        }
        let row = TaskRow(
            task: Task(id: 1, title: "Milk", minutes: 5), length: 4, note: nil,
            words: ["Milk", "b"], start: Date(timeIntervalSince1970: 86400))
        #expect(try query.fetchAll(db) == [row])
    }

    @Test("is selected with the optional table of an outer join")
    func outerJoin() throws {
        let query = Task.order(by: \.id)
            .leftJoin(Task.as(Next.self).all) { $1.id == $0.id + 1 }
            .select {
                OtherRow.Columns(
                    other: $1, minutes: #sql("\($0.minutes) * 2"),
                    isLong: #sql("length(\($0.title)) > \(4)"))
            }
        let rows = try query.fetchAll(db)
        #expect(rows.map(\.other?.title) == ["Bread", nil])
        #expect(rows.map(\.minutes) == [10, nil])
        #expect(rows.map(\.isLong) == [false, true])
    }

    @Test("reports a value that its property cannot hold")
    func error() throws {
        let query = Task.select {
            OtherRow.Columns(other: $0, minutes: #sql("'abc'"), isLong: #sql("1"))
        }
        #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
    }
}

private enum Next: TableAlias { typealias Table = Task }
