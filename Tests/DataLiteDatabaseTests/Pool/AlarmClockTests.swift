import DataLiteTestSupport
import Testing

@testable import DataLiteDatabase

@Suite("An alarm clock", .timeLimit(.minutes(20)))
struct AlarmClockTests {
    @Test("An alarm clock calls closures in the order of their times")
    func order() throws {
        let clock = AlarmClock()
        let calls = Shared<[Int]>([])
        let done = Gate()
        // All alarms are scheduled before the first one is due.
        for milliseconds in [260, 220, 280, 240, 300] {
            _ = try clock.schedule(after: .milliseconds(milliseconds)) {
                calls.change { $0.append(milliseconds) }
                if milliseconds == 300 { done.open() }
            }
        }
        done.wait()
        #expect(calls.current == [220, 240, 260, 280, 300])
    }

    @Test("An alarm clock calls only closures that are not cancelled", arguments: 1...5)
    func property(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let clock = AlarmClock()
        let calls = Shared<Set<Int>>([])
        var alarms: [Int: Alarm] = [:]
        var expected: Set<Int> = []
        for number in 1...300 {
            let isLate = Bool.random(using: &random)
            let time = Duration.milliseconds(Int.random(in: 0...20, using: &random))
            alarms[number] = try clock.schedule(after: isLate ? .seconds(3600) : time) {
                calls.change { _ = $0.insert(number) }
            }
            if !isLate { expected.insert(number) }
            if let other = alarms.keys.randomElement(using: &random), Bool.random(using: &random),
                !expected.contains(other)
            {
                alarms.removeValue(forKey: other)?.cancel()
            }
        }
        eventually { calls.current == expected }
        for alarm in alarms.values { alarm.cancel() }
    }

    @Test("An alarm clock reports that no thread can be created and recovers")
    func noThread() throws {
        let fails = Shared(true)
        let clock = AlarmClock { (name, body) throws(SQLiteError) in
            if fails.current { throw SQLiteError(.nomem, message: "no thread") }
            try SystemThread.start(name, body)
        }
        let rung = Gate()
        let error = try failure { try clock.schedule(after: .zero) { Issue.record("rang") } }
        #expect(error.message == "no thread")
        fails.change { $0 = false }
        _ = try clock.schedule(after: .zero) { rung.open() }
        rung.wait()
    }

    @Test("A sleep ends when its time is over or its task is cancelled")
    func sleep() async throws {
        let clock = AlarmClock()
        try await clock.sleep(for: .milliseconds(1))
        let task = Task { try await clock.sleep(for: .seconds(3600)) }
        await Task.yield()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
