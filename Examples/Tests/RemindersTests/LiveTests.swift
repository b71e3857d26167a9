import DataLite
import HummingbirdTesting
import Testing

@testable import Reminders

@Suite("The live route", .timeLimit(.minutes(1)))
struct LiveTests {
    @Test("The live route sends the newest reminders immediately and after each change")
    func events() async throws {
        try await withService { service in
            let client = Client(port: service.port)
            var events = try await Events(port: service.port)
            #expect(try await events.next() == [])
            #expect(
                try await client.send(.post, "/reminders", #"{"title":"Buy milk"}"#) == .created)
            #expect(try await events.next()?.map(\.title) == ["Buy milk"])
            #expect(try await client.send(.put, "/reminders/1", #"{"title":"Sleep"}"#) == .ok)
            #expect(try await events.next()?.map(\.title) == ["Sleep"])
            #expect(try await client.send(.delete, "/reminders/1") == .noContent)
            #expect(try await events.next() == [])
            await service.shutDown()
        }
    }

    @Test("The live route sends changes that another program makes")
    func otherProgram() async throws {
        try await withService { service in
            var events = try await Events(port: service.port)
            #expect(try await events.next() == [])
            let other = try Connection(path: #require(service.database.path))
            try Reminder.Draft(title: "Call").insert(other)
            #expect(try await events.next()?.map(\.title) == ["Call"])
            await service.shutDown()
        }
    }

    @Test("The live route serves several clients")
    func clients() async throws {
        try await withService { service in
            var first = try await Events(port: service.port)
            var second = try await Events(port: service.port)
            #expect(try await first.next() == [])
            #expect(try await second.next() == [])
            let client = Client(port: service.port)
            #expect(
                try await client.send(.post, "/reminders", #"{"title":"Buy milk"}"#) == .created)
            #expect(try await first.next()?.count == 1)
            #expect(try await second.next()?.count == 1)
            await service.shutDown()
        }
    }
}
