/// An operation, with its implementations in C and DataLite.
struct Operation: Sendable {
    let name: String

    /// The number of operations whose instructions are counted.
    var count = 2000

    /// `nil` if C has no such operation.
    let c: (@Sendable () throws -> Contender)?

    let dataLite: @Sendable () throws -> Contender
}

/// An implementation of an operation, on an open database.
struct Contender {
    /// Runs the operations with these numbers. The result is a checksum of the values read, which is the same for every
    /// contender.
    let run: (Range<Int>) throws -> Int

    /// Returns a checksum of the values written.
    var finish: () throws -> Int = { 0 }
}
