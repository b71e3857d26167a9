/// How deep a row is nested in the JSON of others: a row can contain rows of its own type, so the JSON decides.
struct RowJSONNesting: Sendable {
    /// The reason of the latest failure inside the outermost row, so that no level has to decode its content again to
    /// explain the failure: that would double the time with each level.
    ///
    /// SAFETY: only the call of `deeper` that created the object and the calls inside it use it, on one thread.
    final class Failure: @unchecked Sendable {
        var message: String?
    }

    private var depth = 0

    /// `nil` outside of a row.
    private(set) var failure: Failure?

    @TaskLocal static var current = RowJSONNesting()

    /// The maximum number of rows in each other, for which every thread has enough stack memory.
    private static var limit: Int { 32 }

    /// The maximum number of arrays and objects in each other. SQLite's functions accept 1,000 or 2,000.
    private static var bracketLimit: Int { 2000 }

    /// Reads or writes the JSON of a row or of an array of rows.
    ///
    /// - Parameter json: The JSON to read.
    /// - Throws: The error of the closure; `SQLITE_MISMATCH` if the row is nested in too many others.
    static func deeper<R>(
        reading json: ArraySlice<UInt8> = [], _ body: () throws(SQLiteError) -> R
    ) throws(SQLiteError) -> R {
        var nesting = current
        nesting.depth += 1
        if nesting.failure == nil {
            nesting.failure = Failure()
            guard depth(of: json) <= bracketLimit else { throw .nestedRows }
        }
        guard nesting.depth <= limit else { throw .nestedRows }
        return try $current.withValue(nesting) {
            Result { () throws(SQLiteError) in try body() }
        }.get()
    }

    /// The number of arrays and objects in each other.
    private static func depth(of json: ArraySlice<UInt8>) -> Int {
        var (depth, deepest) = (0, 0)
        var isString = false
        var isEscaped = false
        for byte in json {
            if isString {
                if byte == UInt8(ascii: "\""), !isEscaped { isString = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): (isString, isEscaped) = (true, false)
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return deepest
    }
}

extension SQLiteError {
    fileprivate static var nestedRows: SQLiteError {
        SQLiteError(.mismatch, message: "a row is nested in more than 32 others")
    }
}
