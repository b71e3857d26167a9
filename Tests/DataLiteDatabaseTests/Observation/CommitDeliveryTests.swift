import Testing

@testable import DataLiteDatabase

@Suite("The delivery of commits")
struct CommitDeliveryTests {
    private let delivery = CommitDelivery()
    private let items = TableName("items")
    private let others = TableName("others")

    private func commit(to table: TableName) -> Commit {
        var change = ChangeSet.Table()
        change.rows = true
        var changes = ChangeSet()
        changes.tables[table] = change
        return Commit(changes, rowsOf: [])
    }

    private func record(_ table: TableName) -> FetchRecord {
        FetchRecord(reads: nil, region: Region(tables: [table: .all]))
    }

    /// An observer that has fetched a table.
    private func observer(of table: TableName) -> Observer {
        let observer = delivery.add(pollInterval: nil)
        delivery.beginFetch(observer)
        delivery.endFetch(observer, record(table))
        return observer
    }

    private func nextChange(of observer: Observer) async -> Bool {
        await withCheckedContinuation { continuation in
            delivery.wait(observer) { continuation.resume(returning: $0) }
        }
    }

    @Test("A commit marks only the affected observers")
    func concerned() {
        let (first, second) = (observer(of: items), observer(of: others))
        delivery.publish(commit(to: items))
        #expect(first.isStale)
        #expect(!second.isStale)
        delivery.publish(.unknown)
        #expect(second.isStale)
    }

    @Test(
        "Commits during a fetch are compared with its reads",
        arguments: [true, false])
    func duringFetch(touches: Bool) {
        let observer = observer(of: others)
        delivery.beginFetch(observer)
        delivery.publish(commit(to: items))
        #expect(!observer.isStale)
        delivery.endFetch(observer, record(touches ? items : others))
        #expect(observer.isStale == touches)
    }

    @Test("An observer misses no commit when another fetch replaces its fetch")
    func replacedFetch() {
        let observer = observer(of: items)
        delivery.beginFetch(observer)
        delivery.publish(commit(to: items))
        // The second fetch sees earlier commits.
        delivery.beginFetch(observer)
        delivery.endFetch(observer, record(items))
        #expect(!observer.isStale)
        delivery.publish(commit(to: items))
        #expect(observer.isStale)
    }

    @Test("A commit wakes a waiting observer")
    func wait() async {
        let observer = observer(of: items)
        async let change = nextChange(of: observer)
        while delivery.state.withLock({ _ in observer.waiter == nil }) { await Task.yield() }
        delivery.publish(commit(to: others))
        #expect(delivery.state.withLock { _ in observer.waiter != nil })
        delivery.publish(commit(to: items))
        #expect(await change)
    }

    @Test("A change calls every closure of an observer that waits several times")
    func copies() {
        let observer = observer(of: items)
        let outcomes = Shared<[Bool]>([])
        for _ in 1...3 { delivery.wait(observer) { new in outcomes.change { $0.append(new) } } }
        delivery.publish(commit(to: items))
        #expect(outcomes.current == [true, true, true])
    }

    enum End: CaseIterable { case fetched, removed, failed }

    @Test("The end of a fetch wakes an observer beyond the limit", arguments: End.allCases)
    func limit(end: End) {
        let limit = CommitDelivery.fetchLimit
        let observers = (0..<limit + 3).map { _ in observer(of: items) }
        delivery.publish(commit(to: items))
        let woken = Shared<[Int]>([])
        for (index, observer) in observers.enumerated() {
            delivery.wait(observer) { isChanged in
                if isChanged { woken.change { $0.append(index) } }
            }
        }
        #expect(woken.current == Array(0..<limit))
        // It no longer waits.
        delivery.cancelWait(observers[limit])
        switch end {
        case .fetched:
            delivery.beginFetch(observers[7])
            delivery.endFetch(observers[7], record(items))
            // A fetch without a wait is not limited.
            delivery.beginFetch(observers[7])
            delivery.endFetch(observers[7], record(items))
        case .removed:
            delivery.remove(observers[7])
            delivery.remove(observers[7])
        case .failed: delivery.fetchAgain(observers[7])
        }
        #expect(woken.current == Array(0..<limit) + [limit + 1])
        delivery.close()
        delivery.endFetch(observers[0], record(items))
        #expect(delivery.state.withLock { $0.fetchCount } == 0)
        #expect(woken.current.count == limit + 1)
    }

    @Test("Ending observations wakes the waiting observers", arguments: [true, false])
    func end(all: Bool) async {
        let observer = observer(of: items)
        async let change = nextChange(of: observer)
        while delivery.state.withLock({ _ in observer.waiter == nil }) { await Task.yield() }
        if all { delivery.close() } else { delivery.remove(observer) }
        #expect(await !change)
        #expect(await !nextChange(of: observer))
        #expect(delivery.count == 0)
    }

    @Test("A closed delivery has no observers until it is reopened")
    func reopening() {
        delivery.close()
        #expect(delivery.isClosed)
        _ = delivery.add(pollInterval: nil)
        #expect(!delivery.isWatched)
        #expect(delivery.observedTables == nil)
        delivery.reopen()
        _ = delivery.add(pollInterval: nil)
        #expect(delivery.isWatched)
        #expect(delivery.observedTables != nil)
    }

    @Test("A commit marks the remaining observers after others were removed")
    func removal() {
        let observers = (1...5).map { _ in observer(of: items) }
        for index in [0, 2, 4] { delivery.remove(observers[index]) }
        delivery.remove(observers[0])
        #expect(delivery.count == 2)
        delivery.publish(commit(to: items))
        #expect(observers.map(\.isStale) == [false, true, false, true, false])
    }
}
