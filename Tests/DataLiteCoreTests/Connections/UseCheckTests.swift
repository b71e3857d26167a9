#if DEBUG
    import DataLiteCore
    import DataLiteTestSupport
    import Foundation
    import Testing

    @Suite("The checks of a debug build", .timeLimit(.minutes(20)))
    struct UseCheckTests {
        /// Runs a closure on another thread, and waits for its end.
        private func onAnotherThread(_ body: @escaping () throws -> Void) throws -> SQLiteError? {
            // SAFETY: this thread waits, so nothing is used on two threads at once.
            nonisolated(unsafe) let body = body
            nonisolated(unsafe) var error: SQLiteError?
            let hasEnded = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                do { try body() } catch let failure { error = failure as? SQLiteError }
                hasEnded.signal()
            }
            hasEnded.wait()
            return error
        }

        @Test("A use of a connection while another thread runs a statement is an error")
        func twoThreads() throws {
            let connection = try Connection.sample()
            let statement = try connection.prepare(sql: "SELECT ?")
            let uses: [() throws -> Void] = [
                { try connection.execute("SELECT 1") }, { try statement.step() },
                { try statement.bind(1, at: 1) }, { try statement.clearBindings() },
                { try statement.reset() },
                { _ = try connection.prepare(sql: "SELECT 3") as Statement },
                { try connection.beginTransaction() }, { try connection.close() },
                { try connection.withBlob(in: "t", column: "x", row: 1) { _ in } },
                { try connection.add(function: "g", argc: 0) { _ in 1 } },
            ]
            var errors: [SQLiteError?] = []
            try connection.add(function: "use_elsewhere", argc: 0) { [unowned connection] _ in
                for use in uses { errors.append(try onAnotherThread { try use() }) }
                // On the same thread, a function may use its connection.
                return try connection.value("SELECT count(*) FROM t") as Int?
            }
            #expect(try connection.value("SELECT use_elsewhere()") == 3)
            #expect(errors.count == uses.count)
            for error in errors {
                #expect(error?.resultCode == .misuse)
                #expect(error?.message.hasPrefix("another thread is using the connection") == true)
            }
            try connection.remove(function: "use_elsewhere", argc: 0)
            #expect(try connection.ids() == [1, 2, 3])
        }

        @Test("A connection moves between threads that use it in turn")
        func moving() throws {
            let connection = try Connection.sample()
            let error = try onAnotherThread {
                try connection.execute("DELETE FROM t WHERE id = 1")
                try connection.withBlob(in: "t", column: "id", row: 2) { _ in }
            }
            // The value is a number.
            #expect(error?.resultCode == .error)
            #expect(try connection.ids() == [2, 3])
        }
    }
#endif
