import DataLiteQuery
import Foundation
import Testing

@Suite("Text in a change")
struct HostileTextTests {
    static let texts = [
        "'; DROP TABLE names; --", "\"; --\"", "a'b\"c`d]e", "%_\\", "\0x\0", "\u{1F600}é\n\t",
        "?1", ":a",
    ]

    let database: RecordingDatabase

    init() throws {
        database = try RecordingDatabase()
        try Label.createTable().execute(database.db)
    }

    @Test("Text in any change is a parameter and is stored unchanged", arguments: texts)
    func parameters(text: String) throws {
        let changes: [Insert<Label>] = [
            Label.insert { Label(id: 1, name: text) },
            Label.upsert { Label.Draft(id: 1, name: text) },
            Label.insert {
                ($0.id, $0.name)
            } values: {
                (2, text)
            },
            Label.insert {
                Label.Draft(id: 1, name: text)
            } onConflict: {
                $0.id
            } doUpdate: {
                $0.name = text
            } where: {
                $0.name == text
            },
            Label.insert {
                ($0.name)
            } select: {
                Label.where { $0.id == 1 && $0.name == text }.select { $0.name }
            },
        ]
        for change in changes {
            try #expect(!change.sql().text.contains(text))
            #expect(try change.execute(database.db) == 1)
        }
        let updates = [
            Label.all.update { $0.name = text }, Label.update(Label(id: 1, name: text)),
            Label.where { $0.name == text }.update { $0.name = SQLExpression(text) },
        ]
        for update in updates {
            try #expect(!update.sql().text.contains(text))
            #expect(try update.execute(database.db) >= 1)
        }
        #expect(try Label.all.fetchAll(database.db).map(\.name) == [text, text, text])
        #expect(try Label.where { $0.name == text }.delete().execute(database.db) == 3)
    }
}
