import DataLite
import DataLiteTestSupport
import Testing

@Suite("The samples of the guide to observation", .timeLimit(.minutes(20)))
struct ObservationSamples {
    private func library() throws -> Database {
        let database = try Database.temporary()
        try database.write { db in
            try db.execute("CREATE TABLE books(id INTEGER PRIMARY KEY, title TEXT, year INT)")
        }
        return database
    }

    @Test("iterate over the values of a fetch")
    func values() async throws {
        let database = try library()
        // sample: observedValues
        let counts = database.values { db in
            try db.value("SELECT count(*) FROM books", as: Int.self) ?? 0
        }
        for try await count in counts {
            print(count)  // 0, and then 1
            if count > 0 { break }
            try await database.write { db in
                try db.execute("INSERT INTO books(title) VALUES ('Emma')")
            }
        }
        // end
        let count = try await database.read { db in
            try db.value("SELECT count(*) FROM books", as: Int.self)
        }
        #expect(count == 1)
    }

    @Test("observe values in the head of a loop")
    func loop() async throws {
        let database = try library()
        for try await count in database.values({ db in
            try db.value("SELECT count(*) FROM books", as: Int.self) ?? 0
        }) {
            print(count)
            break
        }
    }

    @Test("set the options of an observation")
    func options() async throws {
        let database = try library()
        let options = ObservationOptions(skipsFirstValue: true, pollInterval: .milliseconds(500))
        let titles = database.values(options) { db in
            try db.rows("SELECT title FROM books ORDER BY title")
        }
        let first = Task {
            for try await rows in titles { return rows.count }
            return 0
        }
        while database.statistics.reads == 0 { await Task.yield() }
        try await database.write { db in
            try db.execute("INSERT INTO books(title) VALUES ('Emma')")
        }
        #expect(try await first.value == 1)
    }

    @Test("be told of changes of several queries")
    func changesOfQueries() async throws {
        let database = try library()
        let writer = Task {
            while !Task.isCancelled {
                try await database.write { db in
                    try db.execute("INSERT INTO books(title) VALUES ('Emma')")
                }
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        let all = SQLQuery("SELECT title FROM books", as: String.self)
        let recent = SQLQuery("SELECT count(*) FROM books WHERE year > 2000", as: Int.self)
        for try await _ in database.changes(of: all, recent) {
            print("the books have changed")
            break
        }
        writer.cancel()
        _ = await writer.result
    }

    @Test("deliver values to a closure")
    func closure() async throws {
        let database = try library()
        // sample: observeWithClosures
        let observation = database.observe { db in
            try db.value("SELECT max(year) FROM books", as: Int.self)
        } onError: { error in
            print("cannot read the books: \(error)")
        } onChange: { year in
            print(year ?? 0)
        }
        // end
        observation.cancel()
    }

    @Test("deliver the first value at once") @MainActor
    func immediate() throws {
        let database = try library()
        var texts: [String] = []
        let label = database.observe(scheduling: .immediate) { db in
            try db.value("SELECT count(*) FROM books", as: Int.self) ?? 0
        } onError: { error in
            print("cannot count the books: \(error)")
        } onChange: { count in
            texts.append("\(count) books")
        }
        print(texts)  // ["0 books"]
        #expect(texts == ["0 books"])
        label.cancel()
    }

    @Test("share the values of one observation")
    func shared() async throws {
        let database = try library()
        let shared = database.values { db in try db.rows("SELECT title FROM books") }.shared()
        var screen = shared.makeAsyncIterator()
        var index = shared.makeAsyncIterator()
        print(try await screen.next()?.count ?? 0)  // 0
        print(try await index.next()?.count ?? 0)  // 0, without another fetch
    }

    @Test("deliver errors among the values")
    func results() async throws {
        let database = try library()
        let counts = database.values { db in
            try db.value("SELECT count(*) FROM books", as: Int.self) ?? 0
        }
        for await result in counts.results {
            switch result {
            case .success(let count): print(count)
            case .failure(let error): print("cannot count the books: \(error)")
            }
            break
        }
    }

    @Test("observe the rows that commits change")
    func changes() async throws {
        let database = try library()
        // sample: tableChanges
        var changes = database.changes(in: "books").makeAsyncIterator()
        try await database.write { db in
            try db.execute("INSERT INTO books(title) VALUES ('Emma')")
            try db.execute("INSERT INTO books(title) VALUES ('Persuasion')")
        }
        switch try await changes.next() {
        case .rows(let rows): print(rows.inserted, rows.updated, rows.deleted)  // [1, 2] [] []
        case .unknown: print("any row may have changed")
        case nil: print("the database was closed")
        }
        // end
    }

    @Test("observe the rows of transactions")
    func transactions() throws {
        let database = try library()
        let hook: Int? = try database.read { db in
            try db.value(
                """
                SELECT 1 FROM pragma_compile_options WHERE compile_options = 'ENABLE_PREUPDATE_HOOK'
                """)
        }
        guard hook == 1 else { return }
        // sample: transactionObserver
        final class Journal: TransactionObserver, Sendable {
            func transactionDidCommit(
                _ changes: CommittedChanges, on connection: any ConnectionProtocol
            ) {
                for change in changes.rows { print(change.kind, change.table, change.key) }
            }
        }

        try database.add(transactionObserver: Journal(), extent: .databaseLifetime, values: true)
        // end
        try database.write { db in try db.execute("INSERT INTO books(title) VALUES ('Emma')") }
    }
}
