/// An operation, done by C and by DataLite.
struct Operation: Sendable {
    let name: String

    /// The number of operations to count.
    var count = 2000

    /// `nil` if C has no such operation.
    let c: (@Sendable () throws -> Contender)?

    let dataLite: @Sendable () throws -> Contender
}

/// One way to do an operation, on an open database.
struct Contender {
    /// Does the operations with these numbers. The result is a checksum of what was read, the same for every
    /// contender.
    let run: (Range<Int>) throws -> Int

    /// The result is a checksum of what was written.
    var finish: () throws -> Int = { 0 }
}
