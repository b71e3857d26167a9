/// A file that cannot be read, or a schema that SQLite refuses.
struct InputFailure: Error, Equatable {
    /// What is printed.
    let lines: [String]

    init(_ message: String) { lines = ["datalite-check: \(message)"] }

    init(lines: [String]) { self.lines = lines }
}
