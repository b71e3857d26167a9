import Testing

@testable import DataLiteCore

@Suite("Many transaction observers", .enabled(if: PreupdateFunctions.shared != nil))
struct ManyObserversTests {
    private final class Counter: TransactionObserver {
        var count = 0
        var onCommit: (any ConnectionProtocol) -> Void = { _ in }

        func transactionDidCommit(
            _ changes: CommittedChanges, on connection: any ConnectionProtocol
        ) {
            count += 1
            onCommit(connection)
        }
    }

    private let connection: Connection

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.execute("CREATE TABLE t(x)")
    }

    private func observers(_ count: Int) throws -> [Counter] {
        let observers = (0..<count).map { _ in Counter() }
        for observer in observers { try connection.add(transactionObserver: observer) }
        return observers
    }

    @Test("Removed observers are not called, and the others are")
    func removed() throws {
        let observers = try observers(100)
        for (index, observer) in observers.enumerated() where index % 3 != 0 {
            connection.remove(transactionObserver: observer)
        }
        try connection.execute("INSERT INTO t VALUES (1)")
        #expect(observers.map(\.count) == (0..<100).map { $0 % 3 == 0 ? 1 : 0 })
        for observer in observers { connection.remove(transactionObserver: observer) }
        #expect(connection.delegates.recorder == nil)
    }

    @Test("An observer that another one removes is not called")
    func removedInCall() throws {
        let observers = try observers(20)
        observers[0].onCommit = { connection in
            for observer in observers.dropFirst() {
                (connection as? Connection)?.remove(transactionObserver: observer)
            }
        }
        try connection.execute("INSERT INTO t VALUES (1)")
        #expect(observers.map(\.count) == [1] + Array(repeating: 0, count: 19))
        observers[0].onCommit = { _ in }
    }

    @Test("An observer that is added again is called once, and values are read while wanted")
    func addedAgain() throws {
        let observers = try observers(2)
        try connection.add(transactionObserver: observers[0], values: true)
        #expect(connection.delegates.recorder?.observers.wantsValues == true)
        try connection.add(transactionObserver: observers[0], extent: .databaseLifetime)
        #expect(connection.delegates.recorder?.observers.wantsValues == false)
        try connection.execute("INSERT INTO t VALUES (1)")
        #expect(observers.map(\.count) == [1, 1])
    }

    @Test("An observer that another one adds again is told of the same commit, once")
    func addedAgainInCall() throws {
        let observers = try observers(3)
        for observer in [observers[0], observers[2]] {
            observer.onCommit = { try? $0.add(transactionObserver: observers[1]) }
        }
        for _ in 1...3 { try connection.execute("INSERT INTO t VALUES (1)") }
        #expect(observers.map(\.count) == [3, 3, 3])

        // The next transaction is this one.
        observers[2].onCommit = { _ in }
        observers[0].onCommit = {
            try? $0.add(transactionObserver: observers[1], extent: .nextTransaction)
            observers[0].onCommit = { _ in }
        }
        for _ in 1...3 { try connection.execute("INSERT INTO t VALUES (1)") }
        #expect(observers.map(\.count) == [6, 4, 6])
        for observer in observers { observer.onCommit = { _ in } }
    }

    @Test("An observer can be added again many times in a call")
    func addedAgainOften() throws {
        let observers = try observers(2)
        observers[0].onCommit = {
            for _ in 0..<100_000 { try? $0.add(transactionObserver: observers[1]) }
            observers[0].onCommit = { _ in }
        }
        for _ in 1...2 { try connection.execute("INSERT INTO t VALUES (1)") }
        #expect(observers.map(\.count) == [2, 2])
    }

    @Test("An observer of one transaction can add itself again")
    func addsItself() throws {
        let observer = Counter()
        observer.onCommit = { [unowned observer] in
            try? $0.add(transactionObserver: observer, extent: .nextTransaction)
        }
        try connection.add(transactionObserver: observer, extent: .nextTransaction)
        for _ in 1...3 { try connection.execute("INSERT INTO t VALUES (1)") }
        #expect(observer.count == 3)
        connection.remove(transactionObserver: observer)
    }

    @Test("Released observers leave the list when others are added")
    func released() throws {
        let kept = try observers(1)
        for _ in 0..<1000 { _ = try observers(1) }
        #expect(try #require(connection.delegates.recorder).observers.current.count < 40)
        try connection.execute("INSERT INTO t VALUES (1)")
        #expect(connection.delegates.recorder?.observers.current.count == 1)
        #expect(kept[0].count == 1)
    }

    @Test("A removed observer is released immediately")
    func releasedImmediately() throws {
        let kept = try observers(5)
        var observer: Counter? = Counter()
        weak let reference = observer
        if let observer {
            try connection.add(transactionObserver: observer, extent: .databaseLifetime)
            connection.remove(transactionObserver: observer)
        }
        observer = nil
        #expect(reference == nil)
        withExtendedLifetime(kept) {}
    }
}
