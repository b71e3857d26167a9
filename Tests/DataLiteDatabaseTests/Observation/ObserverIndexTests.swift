import DataLiteTestSupport
import Testing

@testable import DataLiteDatabase

@Suite("The index of observers")
struct ObserverIndexTests {
    private static let tables = ["a", "b", "c"].map { TableName($0) }

    private func observer(_ tables: [TableName: Region.Table]?) -> Observer {
        let observer = Observer(pollInterval: nil)
        observer.region = Region(tables: tables)
        return observer
    }

    private func rows(_ rowIDs: Set<Int64>) -> Region.Table {
        Region.Table(columns: .all, rowIDs: rowIDs)
    }

    private func update(_ table: TableName, _ rowIDs: [Int64]) -> Commit {
        var change = ChangeSet.Table()
        change.columns = [0]
        change.actions = rowIDs.map { .updated(rowID: $0) }
        var changes = ChangeSet()
        changes.tables[table] = change
        return Commit(changes, rowsOf: [table])
    }

    private func concerned(by commit: Commit, _ index: ObserverIndex) -> [Observer] {
        var found: [Observer] = []
        index.forEachConcerned(by: commit) { found.append($0) }
        return found
    }

    @Test("The index skips observers of other rows and tables")
    func others() {
        var index = ObserverIndex()
        let observers = (1...10_000).map { observer([Self.tables[0]: rows([$0])]) }
        for observer in observers { index.insert(observer) }
        let everyRow = observer([Self.tables[0]: .all])
        index.insert(everyRow)
        index.insert(observer([Self.tables[1]: .all]))
        #expect(concerned(by: update(Self.tables[0], [7]), index) == [everyRow, observers[6]])
        #expect(concerned(by: update(Self.tables[0], [20_000]), index) == [everyRow])
        #expect(index.lookedUp == [Self.tables[0]])
        for observer in observers { index.remove(observer) }
        #expect(index.lookedUp.isEmpty)
        #expect(concerned(by: update(Self.tables[0], [7]), index) == [everyRow])
    }

    @Test("The index finds each affected observer after random changes", arguments: 1...20)
    func property(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var index = ObserverIndex()
        var observers: Set<Observer> = []
        for _ in 1...300 {
            if Bool.random(using: &random), let old = observers.randomElement(using: &random) {
                observers.remove(old)
                index.remove(old)
            } else {
                let new = observer(randomRegion(&random))
                observers.insert(new)
                index.insert(new)
            }
            let commit = randomCommit(&random)
            let touched = observers.filter { $0.region.intersects(commit) }
            let found = Set(concerned(by: commit, index))
            #expect(touched.isSubset(of: found))
            #expect(found.isSubset(of: observers))
        }
        for observer in observers { index.remove(observer) }
        #expect(index.tables.isEmpty)
        #expect(index.ofEverything.isEmpty)
        #expect(index.lookedUp.isEmpty)
    }

    private func randomRegion(_ random: inout SeededGenerator) -> [TableName: Region.Table]? {
        guard Int.random(in: 0..<8, using: &random) > 0 else { return nil }
        var tables: [TableName: Region.Table] = [:]
        for name in Self.tables where Bool.random(using: &random) {
            tables[name] = Bool.random(using: &random) ? .all : rows(randomRows(&random))
        }
        return tables
    }

    private func randomRows(_ random: inout SeededGenerator) -> Set<Int64> {
        Set(
            (0...Int.random(in: 0..<4, using: &random)).map { _ in
                .random(in: 0..<9, using: &random)
            })
    }

    private func randomCommit(_ random: inout SeededGenerator) -> Commit {
        var changes = ChangeSet()
        for name in Self.tables where Bool.random(using: &random) {
            var change = ChangeSet.Table()
            change.rows = Bool.random(using: &random)
            change.columns = [0]
            change.actions = randomRows(&random).map {
                change.rows ? .inserted(rowID: $0) : .updated(rowID: $0)
            }
            changes.tables[name] = change
        }
        // The rows of some tables are not known.
        return Commit(changes, rowsOf: Set(Self.tables.filter { _ in Bool.random(using: &random) }))
    }
}

@Suite("The log of commits during fetches")
struct CommitLogTests {
    private func commit(_ number: Int) -> Commit {
        var changes = ChangeSet()
        changes.tables[TableName("t\(number)")] = ChangeSet.Table()
        return Commit(changes, rowsOf: [])
    }

    private func tables(_ log: inout CommitLog, since start: Int) -> Set<TableName> {
        var found: Set<TableName> = []
        log.endFetch(start) { found.formUnion($0.tables.keys) }
        return found
    }

    @Test("The log contains each commit since the start of a fetch", arguments: 1...20)
    func property(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var log = CommitLog()
        var fetches: [(start: Int, expected: Set<TableName>)] = []
        for number in 1...2000 {
            switch Int.random(in: 0..<20, using: &random) {
            case 0: fetches.append((log.beginFetch(), []))
            case 1 where !fetches.isEmpty:
                let fetch = fetches.remove(at: .random(in: 0..<fetches.count, using: &random))
                #expect(tables(&log, since: fetch.start).isSuperset(of: fetch.expected))
            default:
                log.append(commit(number))
                for index in fetches.indices {
                    fetches[index].expected.insert(TableName("t\(number)"))
                }
            }
        }
    }

    @Test("The log keeps the regions of commits, but not the keys and values of their rows")
    func keys() {
        var changes = ChangeSet()
        var table = ChangeSet.Table()
        table.rows = true
        table.actions = (1...1000).map { .inserted(rowID: $0) }
        changes.tables[TableName("t")] = table
        var commit = Commit(changes, rowsOf: [TableName("t")])
        commit.changes[TableName("t")] = .unknown
        var log = CommitLog()
        let start = log.beginFetch()
        log.append(commit)
        log.endFetch(start) { logged in
            #expect(logged.tables[TableName("t")]?.rows == true)
            #expect(logged.tables[TableName("t")]?.actions.isEmpty == true)
            #expect(logged.changes.isEmpty)
            #expect(logged.rows[TableName("t")] != nil)
        }
    }

    @Test("Merged commits cover only what each of them covers")
    func coverage() {
        let (narrow, wide) = (
            Coverage(version: 1, tables: [TableName("a"): .all], streamed: []),
            Coverage(
                version: 2, tables: [TableName("a"): .all, TableName("b"): .all], streamed: [])
        )
        #expect(narrow.intersection(wide).contains(TableName("a")))
        for merged in [
            narrow.intersection(wide).intersection(wide),
            wide.intersection(wide.intersection(narrow)),
            wide.intersection(narrow).intersection(wide).intersection(wide),
        ] {
            #expect(!merged.contains(TableName("b")))
        }
    }

    @Test("The log contains no commit before the start of a fetch")
    func exact() {
        var log = CommitLog()
        let first = log.beginFetch()
        log.append(commit(1))
        let second = log.beginFetch()
        log.append(commit(2))
        #expect(tables(&log, since: second) == [TableName("t2")])
        #expect(tables(&log, since: first) == [TableName("t1"), TableName("t2")])
        log.append(commit(3))
        let third = log.beginFetch()
        #expect(tables(&log, since: third) == [])
    }
}
