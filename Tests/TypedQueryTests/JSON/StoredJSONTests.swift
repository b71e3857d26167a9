import DataLiteMacros
import Foundation
import Testing

private struct Meeting: Codable, Equatable {
    var at: Date
    var others: [Date] = []
    var id: UUID?
}

@Table("agenda") private struct Agenda: Equatable {
    let id: Int
    @Column(as: Meeting.JSONRepresentation.self) var meeting: Meeting
    @Column(as: [String]?.JSONRepresentation.self) var tags: [String]?
}

@Table private struct Checklist: Equatable {
    let id: Int
    @Column(as: JSONRepresentation<[String]?>.self) var steps: [String]?
    @Column(as: DataLiteMacros.JSONRepresentation<Optional<Int>>.self) var done: Int? = 1
}

@Selection private struct AgendaWords: Equatable {
    let id: Int
    var words: Array<String>
    var numbers: Set<Int>?
    var counts: Dictionary<String, Int>
}

@Suite("A value stored as JSON")
struct StoredJSONTests {
    private let db: Connection
    private let date = Date(timeIntervalSince1970: 1_700_000_000)

    init() throws {
        db = try Connection(location: .inMemory)
        try Agenda.createTable().execute(db)
    }

    @Test("A date in JSON has the text of a column of dates")
    func dates() throws {
        let meeting = Meeting(at: date, others: [date + 0.5], id: UUID())
        try Agenda.insert { Agenda(id: 1, meeting: meeting) }.execute(db)
        #expect(try Agenda.find(1).fetchRequired(db).meeting == meeting)
        let at = Agenda.find(1).select { $0.meeting.json["at"].value(as: Date.self) }
        #expect(try at.fetchOne(db) == date)
        let text: String? = try db.value("SELECT meeting ->> 'others' FROM agenda")
        #expect(text == #"["2023-11-14 22:13:20.500"]"#)
        let late = Agenda.where { $0.meeting.json["at"].value(as: Date.self) < date + 1 }
        #expect(try late.fetchCount(db) == 1)
    }

    @Test(
        "A date in JSON is read in the forms that other programs write",
        arguments: [
            #""2023-11-14 22:13:20.000""#, #""2023-11-14T22:13:20Z""#, "1700000000", "1.7e9",
        ])
    func forms(_ json: String) throws {
        let text = "{\"at\":\(json),\"others\":[]}"
        try db.execute("INSERT INTO agenda(id, meeting) VALUES (1, \(text))")
        #expect(try Agenda.find(1).fetchRequired(db).meeting.at == date)
    }

    @Test("An optional property is NULL for nil where the representation names the optional")
    func optionalContent() throws {
        try Checklist.createTable().execute(db)
        try Checklist.insert { Checklist(id: 1, steps: nil, done: nil) }.execute(db)
        try Checklist.insert { Checklist.Draft(id: 2) }.execute(db)
        #expect(try Checklist.where { $0.steps == nil }.fetchCount(db) == 2)
        #expect(try Checklist.where { $0.done == nil }.fetchCount(db) == 1)
        #expect(try Checklist.find(2).fetchOne(db) == Checklist(id: 2, steps: nil, done: 1))
        try Checklist.find(2).update { $0.steps = #bind(["a"]) }.execute(db)
        #expect(try Checklist.find(2).fetchOne(db)?.steps == ["a"])
    }

    @Test("Text in JSON that is no date is an error")
    func noDate() throws {
        try db.execute(#"INSERT INTO agenda(id, meeting) VALUES (1, '{"at":"x","others":[]}')"#)
        #expect(throws: SQLiteError.self) { try Agenda.find(1).fetchOne(db) }
    }

    @Test("A date that is not a number cannot be stored")
    func notANumber() throws {
        let meeting = Meeting(at: Date(timeIntervalSince1970: .nan))
        #expect(throws: SQLiteError.self) {
            try Agenda.insert { Agenda(id: 1, meeting: meeting) }.execute(db)
        }
        #expect(try Agenda.all.fetchCount(db) == 0)
    }

    @Test("A representation of an optional stores NULL for nil")
    func optionals() throws {
        try Agenda.insert {
            Agenda(id: 1, meeting: Meeting(at: date), tags: nil)
            Agenda(id: 2, meeting: Meeting(at: date), tags: ["a"])
        }.execute(db)
        #expect(try Agenda.where { $0.tags == nil }.select(\.id).fetchAll(db) == [1])
        #expect(try Agenda.find(2).fetchRequired(db).tags == ["a"])
    }

    @Test("A selection reads collections from JSON, whichever way their types are written")
    func collections() throws {
        let sql = #"SELECT 1, '["a"]', '[2]', '{"b":3}'"#
        let rows = try #sql("\(SQL(raw: sql))", as: AgendaWords.self).fetchAll(db)
        #expect(
            rows == [AgendaWords(id: 1, words: ["a"], numbers: [2], counts: ["b": 3])])
    }
}
