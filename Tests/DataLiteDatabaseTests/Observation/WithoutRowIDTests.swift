import Testing

@testable import DataLiteDatabase

/// A table without a rowid, for which SQLite does not call the update hook.
private struct Word: Hashable {
    let text: String
    var count: Int
}

extension Word: PrimaryKeyedTable {
    static let tableDefinition = TableDefinition("words") { columns in
        columns.add("text", String.self, primaryKey: true, collate: .nocase)
        columns.add("count", Int.self)
    }

    static var constraints: [TableConstraint<Word>] { [.withoutRowID] }

    var primaryKey: String { text }

    init(row: inout RowReader) throws(SQLiteError) {
        self.text = try row.next()
        self.count = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(text)
        values.append(count)
    }

    struct Columns: ColumnSet {
        typealias Model = Word
        typealias Output = Word

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var text: SQLExpression<String> { _source.column("text") }
        var count: SQLExpression<Int> { _source.column("count") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Word
        typealias Output = Word?

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        var text: SQLExpression<String?> { _source.column("text") }
        var count: SQLExpression<Int?> { _source.column("count") }
    }

    struct Draft: TableDraft {
        typealias Model = Word

        var text: String?
        var count: Int

        init(_ row: Word) { (text, count) = (row.text, row.count) }

        func encode(to values: inout DraftValues) {
            values.append(text)
            values.append(count)
        }
    }
}

@Suite("An observed table without a rowid", .waitsForFirstReads, .timeLimit(.minutes(20)))
struct WithoutRowIDTests {
    private func open(_ storage: TestStorage) async throws -> Database {
        let database = try storage.open()
        try await database.write { db in
            try Word.createTable().execute(db)
            try Word.insert { Word(text: "a", count: 1) }.execute(db)
        }
        return database
    }

    /// Each change, with the rows after it.
    private static let changes: [(@Sendable (any ConnectionProtocol) throws -> Void, [Word])] = [
        (
            { try Word.insert { Word(text: "b", count: 2) }.execute($0) },
            [Word(text: "a", count: 1), Word(text: "b", count: 2)]
        ),
        (
            { try Word.find("B").update { $0.count += 5 }.execute($0) },
            [Word(text: "a", count: 1), Word(text: "b", count: 7)]
        ),
        (
            { try Word.find("a").update { $0.text = "c" }.execute($0) },
            [Word(text: "b", count: 7), Word(text: "c", count: 1)]
        ),
        (
            { try Word.upsert { Word(text: "C", count: 9) }.execute($0) },
            [Word(text: "b", count: 7), Word(text: "c", count: 9)]
        ),
        (
            { try Word.insert(or: .replace) { Word(text: "B", count: 0) }.execute($0) },
            [Word(text: "B", count: 0), Word(text: "c", count: 9)]
        ),
        ({ try Word.find("b").delete().execute($0) }, [Word(text: "c", count: 9)]),
        // Without a condition, SQLite would delete all rows at once and report none.
        ({ try Word.all.delete().execute($0) }, []),
    ]

    @Test("Observed values follow each change", arguments: TestStorage.allCases)
    func values(storage: TestStorage) async throws {
        let database = try await open(storage)
        var words = database.values { db in try Word.order(by: \.text).fetchAll(db) }
            .makeAsyncIterator()
        var one = database.values { db in try Word.find("c").select(\.count).fetchAll(db) }
            .makeAsyncIterator()
        #expect(try await words.next() == [Word(text: "a", count: 1)])
        #expect(try await one.next() == [])
        var counts: [Int] = []
        for (change, expected) in Self.changes {
            try await database.write { db in try change(db) }
            #expect(try await words.next() == expected)
            let count = expected.filter { $0.text == "c" }.map(\.count)
            if count != counts { #expect(try await one.next() == count) }
            counts = count
        }
    }

    @Test("A fetch property follows each change")
    @MainActor func property() async throws {
        let database = try await open(.file)
        @FetchAll(Word.order(by: \.text), database: database) var words
        @FetchOne(Word.count(), database: database) var count = -1
        await observed { $words.value == [Word(text: "a", count: 1)] && $count.value == 1 }
        for (change, expected) in Self.changes {
            try await database.write { db in try change(db) }
            await observed { $words.value == expected && $count.value == expected.count }
        }
    }

    @Test(
        "The changes of a table are the keys of each commit",
        .enabled(if: !ChangeCollector.isMissing),
        arguments: TestStorage.allCases)
    func keys(storage: TestStorage) async throws {
        let database = try await open(storage)
        var changes = database.changes(in: Word.self).makeAsyncIterator()
        let expected: [RowChanges] = [
            RowChanges(inserted: ["b"]), RowChanges(updated: ["b"]),
            RowChanges(inserted: ["c"], deleted: ["a"]), RowChanges(updated: ["c"]),
            RowChanges(inserted: ["B"], deleted: ["b"]), RowChanges(deleted: ["B"]),
            RowChanges(deleted: ["c"]),
        ]
        for (change, rows) in zip(Self.changes, expected) {
            try await database.write { db in try change.0(db) }
            #expect(try await changes.next() == .rows(rows))
        }
    }

    @Test("A change that is rolled back is not observed", arguments: TestStorage.allCases)
    func rollback(storage: TestStorage) async throws {
        let database = try await open(storage)
        var words = database.values { db in try Word.all.fetchAll(db) }.makeAsyncIterator()
        #expect(try await words.next() == [Word(text: "a", count: 1)])
        await #expect(throws: Refused.self) {
            try await database.write { db in
                try Word.find("a").update { $0.count = 8 }.execute(db)
                throw Refused()
            }
        }
        try await database.write { db in try Word.find("a").update { $0.count = 9 }.execute(db) }
        #expect(try await words.next() == [Word(text: "a", count: 9)])
    }
}
