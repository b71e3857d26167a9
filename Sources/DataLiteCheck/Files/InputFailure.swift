/// A file that cannot be read, or a schema that SQLite rejects.
struct InputFailure: Error, Equatable {
    /// The lines of the error message.
    let lines: [String]

    init(_ message: String) { lines = ["datalite-check: \(message)"] }

    init(lines: [String]) { self.lines = lines }
}
