extension Cursor {
    /// The remaining elements as a sequence of results, because a `Sequence` cannot throw. A row that
    /// cannot be decoded is a failure, and the next row follows; an error of SQLite is the last result.
    ///
    /// ```swift
    /// for row in try connection.cursor("SELECT * FROM people").results {
    ///     print(try row.get())
    /// }
    /// ```
    public var results: Results { Results(cursor: self) }

    /// The elements of a cursor, each as a success, and the rows that cannot be decoded as failures, followed by the
    /// error of SQLite, if any.
    public struct Results: Sequence, IteratorProtocol {
        fileprivate let cursor: Cursor
        private var hasFailed = false

        fileprivate init(cursor: Cursor) { self.cursor = cursor }

        public mutating func next() -> Result<Element, any Error>? {
            guard !hasFailed else { return nil }
            do {
                guard try cursor.step() else { return nil }
            } catch {
                hasFailed = true
                return .failure(error)
            }
            do {
                return try cursor.decodeRow().map(Result.success)
            } catch {
                return .failure(error)
            }
        }
    }

    /// Calls `body` with each remaining element, and closes the cursor.
    ///
    /// - Throws: The errors of `next()`, ``close()`` and `body`.
    public func forEach(_ body: (Element) throws -> Void) throws {
        do {
            while let element = try next() { try body(element) }
        } catch {
            try? close()
            throw error
        }
    }

    /// The remaining elements as an array.
    ///
    /// - Throws: The errors of `next()`.
    public func remaining() throws -> [Element] {
        var elements: [Element] = []
        while let element = try next() { elements.append(element) }
        return elements
    }
}
