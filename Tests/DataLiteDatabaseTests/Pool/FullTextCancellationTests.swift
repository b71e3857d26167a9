import DataLiteC
import Testing

@testable import DataLiteDatabase

@Suite("A task that is cancelled inside a full-text write")
struct FullTextCancellationTests {
    /// A write that takes many virtual machine steps.
    struct Write: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var isTransaction = true
        let run: @Sendable (any ConnectionProtocol) throws -> Void

        init(
            _ name: String, isTransaction: Bool = true,
            _ run: @escaping @Sendable (any ConnectionProtocol) throws -> Void
        ) {
            testDescription = name
            self.isTransaction = isTransaction
            self.run = run
        }

        init(_ sql: SQL, isTransaction: Bool = true) {
            self.init(sql.text, isTransaction: isTransaction) { try $0.execute(sql) }
        }
    }

    private static let statements: [SQL] = [
        "INSERT INTO docs SELECT 'new ' || n, text FROM numbers",
        "DELETE FROM docs WHERE rowid % 2",
        "UPDATE docs SET body = body || ' more'",
        "REPLACE INTO docs(rowid, title, body) SELECT n, 'other', text FROM numbers",
        "INSERT INTO docs(docs) VALUES ('optimize')",
        "INSERT INTO docs(docs) VALUES ('rebuild')",
        "INSERT INTO docs(docs, rank) VALUES ('merge', 500)",
        "INSERT INTO base(body) SELECT text FROM numbers",
        "UPDATE base SET body = body || ' more'",
        "DELETE FROM base WHERE id % 2",
        "INSERT INTO ext(ext) VALUES ('rebuild')",
        "INSERT INTO ext(ext) VALUES ('optimize')",
        "INSERT INTO bare(rowid, body) SELECT n + 1000, text FROM numbers",
        "INSERT INTO bare(bare) VALUES ('delete-all')",
        "CREATE VIRTUAL TABLE IF NOT EXISTS more USING fts5(body, prefix = '2 3')",
        "DROP TABLE docs",
    ]

    private static let writes: [Write] =
        statements.map { Write($0) } + statements.dropLast().map { Write($0, isTransaction: false) }
        + [
            Write("nested savepoints") { db in
                try db.savepoint {
                    try db.execute("INSERT INTO docs SELECT 'a', text FROM numbers LIMIT 20")
                    try db.savepoint {
                        try db.execute("DELETE FROM docs WHERE rowid % 3")
                        try db.execute("INSERT INTO base(body) SELECT text FROM numbers LIMIT 20")
                    }
                }
            },
            Write("savepoints whose errors are ignored") { db in
                for _ in 1...5 {
                    try? db.savepoint {
                        try db.execute("INSERT INTO docs SELECT 'a', text FROM numbers LIMIT 20")
                        try db.execute("UPDATE base SET body = body || ' more' WHERE id % 5 = 0")
                    }
                }
            },
            Write("a savepoint of its own", isTransaction: false) { db in
                try db.execute("SAVEPOINT own")
                try db.execute("DELETE FROM docs WHERE rowid % 3")
                try db.execute("INSERT INTO docs(docs) VALUES ('optimize')")
                try db.execute("RELEASE own")
            },
            Write("a write for each row of a search") { db in
                let found = try db.cursor("SELECT rowid FROM docs WHERE docs MATCH 'word1'")
                while let row = try found.next() {
                    try db.execute("UPDATE docs SET title = 'found' WHERE rowid = \(row.values[0])")
                    try db.execute("INSERT INTO base(body) VALUES ('found')")
                }
            },
            Write("a function that writes to the index") { db in
                try db.execute("SELECT index_text(text) FROM numbers LIMIT 20")
            },
        ]

    private func open(_ storage: TestStorage, _ progress: ProgressPoint) throws -> Database {
        let database = try storage.open {
            $0.onOpen = { connection in
                try connection.withUnsafeHandle { progress.install(on: $0) }
                try connection.add(function: "index_text", argc: 1) { args in
                    try args.connection.execute(
                        "INSERT INTO docs VALUES ('function', \(args[0]))")
                    return nil
                }
            }
        }
        try database.write { db in
            try db.execute(
                script: """
                    CREATE TABLE numbers(n INTEGER PRIMARY KEY, text TEXT);
                    WITH RECURSIVE list(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM list LIMIT 120)
                    INSERT INTO numbers SELECT n, 'word' || (n % 7) || ' text' || n FROM list;

                    CREATE VIRTUAL TABLE docs USING fts5(title, body);
                    INSERT INTO docs(docs, rank) VALUES ('pgsz', 64);
                    INSERT INTO docs(docs, rank) VALUES ('automerge', 2);
                    INSERT INTO docs(rowid, title, body) SELECT n, 'title', text FROM numbers;

                    CREATE TABLE base(id INTEGER PRIMARY KEY, body TEXT);
                    CREATE VIRTUAL TABLE ext USING fts5(body, content = 'base', content_rowid = 'id');
                    CREATE TRIGGER added AFTER INSERT ON base BEGIN
                        INSERT INTO ext(rowid, body) VALUES (new.id, new.body);
                    END;
                    CREATE TRIGGER removed AFTER DELETE ON base BEGIN
                        INSERT INTO ext(ext, rowid, body) VALUES ('delete', old.id, old.body);
                    END;
                    CREATE TRIGGER changed AFTER UPDATE ON base BEGIN
                        INSERT INTO ext(ext, rowid, body) VALUES ('delete', old.id, old.body);
                        INSERT INTO ext(rowid, body) VALUES (new.id, new.body);
                    END;
                    INSERT INTO base(body) SELECT text FROM numbers;

                    CREATE VIRTUAL TABLE bare USING fts5(body, content = '');
                    INSERT INTO bare(rowid, body) SELECT n, text FROM numbers;
                    """)
        }
        return database
    }

    /// Runs a write in a task that is cancelled at a given point of SQLite's progress.
    ///
    /// - Returns: Whether the write reached that point.
    private func cancel(
        _ write: Write, in database: Database, _ progress: ProgressPoint, at point: Int
    ) async throws -> Bool {
        let begin = Gate()
        let body: @Sendable (any ConnectionProtocol) throws -> Void = { db in
            begin.wait()
            progress.start(point)
            try write.run(db)
            // A write that was not cancelled is rolled back.
            if progress.stop() < point, write.isTransaction { throw Refused() }
        }
        let task = Task {
            if write.isTransaction {
                try await database.write(body)
            } else {
                try await database.writeWithoutTransaction(body)
            }
        }
        progress.cancels(task)
        begin.open()
        do {
            try await task.value
            // Without a transaction, a statement that was cancelled at its end may already be committed.
            #expect(!write.isTransaction)
        } catch is Refused {
            #expect(progress.stop() < point)
        } catch {
            #expect(error is CancellationError, "\(error)")
        }
        return progress.stop() >= point
    }

    private func state(_ db: any ConnectionProtocol) throws -> [SQLiteRow] {
        try db.rows(
            """
            SELECT 'docs', rowid, title || body FROM docs
            UNION ALL SELECT 'base', id, body FROM base
            UNION ALL SELECT 'bare', rowid, NULL FROM bare WHERE bare MATCH 'word1'
            UNION ALL SELECT 'schema', 0, name FROM sqlite_schema
            """)
    }

    private func useIndexes(_ db: any ConnectionProtocol) throws {
        try db.execute("INSERT INTO docs VALUES ('after', 'the next write')")
        try db.execute("INSERT INTO base(body) VALUES ('the next write')")
        for index in ["docs", "ext", "bare"] {
            try db.execute(
                """
                INSERT INTO \(identifier: index)(\(identifier: index)) VALUES ('integrity-check')
                """)
        }
    }

    @Test(
        "A cancelled full-text write keeps the writer connection usable",
        arguments: TestStorage.allCases,
        writes)
    func keepsWriter(storage: TestStorage, write: Write) async throws {
        let progress = ProgressPoint()
        let database = try open(storage, progress)
        let writer = try await database.write { ObjectIdentifier($0) }
        let before = try await database.write { try state($0) }
        await #expect(throws: Refused.self) {
            try await database.write { db in
                progress.start(.max)
                try write.run(db)
                throw Refused()
            }
        }
        let steps = progress.stop()
        let opened = database.statistics.openedConnections
        var cancelled = 0
        for point in Set((0..<12).map { 1 + $0 * max(steps - 1, 0) / 11 }).sorted() {
            cancelled += try await cancel(write, in: database, progress, at: point) ? 1 : 0
            await #expect(throws: Refused.self) {
                try await database.write { db in
                    #expect(ObjectIdentifier(db) == writer, "step \(point) of \(steps)")
                    if write.isTransaction { #expect(try state(db) == before) }
                    try useIndexes(db)
                    throw Refused()
                }
            }
        }
        #expect(cancelled > 0)
        #expect(database.statistics.openedConnections == opened)
    }
}

/// Cancels a task after SQLite has called the progress handler a given number of times.
private final class ProgressPoint: Sendable {
    private struct State: Sendable {
        var steps = 0
        var point = 0
        var task: Task<Void, any Error>?
    }

    private let state = Shared(State())

    /// Call this with a connection that is closed before this object is released.
    func install(on pointer: OpaquePointer) {
        sqlite3_progress_handler(
            pointer, 20,
            { context in
                guard let context else { return 0 }
                Unmanaged<ProgressPoint>.fromOpaque(context).takeUnretainedValue().step()
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func step() {
        state.change { state in
            guard state.point > 0 else { return nil as Task<Void, any Error>? }
            state.steps += 1
            return state.steps == state.point ? state.task : nil
        }?.cancel()
    }

    func cancels(_ task: Task<Void, any Error>) { state.change { $0.task = task } }

    /// Starts counting the calls, and cancels the task at one of them.
    func start(_ point: Int) {
        state.change { state in
            state.steps = 0
            state.point = point
        }
    }

    /// The number of calls since the start.
    @discardableResult
    func stop() -> Int {
        state.change { state in
            state.point = 0
            return state.steps
        }
    }
}
