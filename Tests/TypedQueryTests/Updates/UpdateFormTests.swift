import DataLiteMacros
import Foundation
import Testing

@Table private struct Letter: Equatable {
    let id: Int
    var weight = 0
    var note: String?
    var isSent = false
    @Column(as: Date.UnixTimeRepresentation?.self) var sentAt: Date?
}

@Suite("Forms of values in an update")
struct UpdateFormTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Letter.createTable().execute(db)
    }

    @Test("An update negates a condition, in every form")
    func negation() throws {
        try Letter.insert { for id in 1...3 { Letter(id: id) } }.execute(db)
        try Letter.all.update { $0.isSent = !$0.isSent }.execute(db)
        try Letter.where { $0.id == 1 }.update { $0.isSent = !$0.isSent }.execute(db)
        try Letter.find(2).update { $0.isSent = !$0.isSent }.execute(db)
        try Letter.update {
            $0.isSent = !$0.isSent; $0.weight += 1
        }.where { $0.id == 1 }
            .execute(db)
        #expect(try Letter.order(by: \.id).select(\.isSent).fetchAll(db) == [true, false, true])
    }

    @Test("A literal is bound to a column that may be NULL or has a representation")
    func bind() throws {
        try Letter.insert { Letter(id: 1) }.execute(db)
        let date = Date(timeIntervalSince1970: 1000)
        try Letter.find(1).update {
            $0.note = #bind("x")
            $0.weight = #bind(7)
            $0.sentAt = #bind(date)
        }.execute(db)
        #expect(
            try Letter.find(1).fetchOne(db)
                == Letter(id: 1, weight: 7, note: "x", sentAt: date))
        #expect(try db.value("SELECT sentAt FROM letters", as: Int.self) == 1000)
    }
}
