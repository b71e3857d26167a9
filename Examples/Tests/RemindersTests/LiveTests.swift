import DataLite
import HummingbirdTesting
import Testing

@testable import Reminders

@Suite("The live route", .timeLimit(.minutes(1)))
struct LiveTests {
    @Test("The live route sends all reminders immediately and after each change")
    func events() async throws {
        let database = try await newDatabase()
        try await application(database).test(.live) { client in
            var events = try await Events(port: #require(client.port))
            #expect(try await events.next() == [])
            _ = try await client.send(.post, "/reminders", #"{"title":"Buy milk"}"#)
            #expect(try await events.next()?.map(\.title) == ["Buy milk"])
            _ = try await client.send(.put, "/reminders/1", #"{"title":"Sleep"}"#)
            #expect(try await events.next()?.map(\.title) == ["Sleep"])
            _ = try await client.send(.delete, "/reminders/1")
            #expect(try await events.next() == [])
        }
    }

    @Test("The live route sends changes that another program makes")
    func otherProgram() async throws {
        let database = try await newDatabase()
        try await application(database).test(.live) { client in
            var events = try await Events(port: #require(client.port))
            #expect(try await events.next() == [])
            let other = try Connection(path: #require(database.path))
            _ = try Reminder.insert(ReminderDraft(title: "Call"), other)
            #expect(try await events.next()?.map(\.title) == ["Call"])
        }
    }

    @Test("The live route serves several clients")
    func clients() async throws {
        let database = try await newDatabase()
        try await application(database).test(.live) { client in
            let port = try #require(client.port)
            var first = try await Events(port: port)
            var second = try await Events(port: port)
            #expect(try await first.next() == [])
            #expect(try await second.next() == [])
            _ = try await client.send(.post, "/reminders", #"{"title":"Buy milk"}"#)
            #expect(try await first.next()?.count == 1)
            #expect(try await second.next()?.count == 1)
        }
    }
}
