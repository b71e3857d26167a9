public import Foundation

/// A collating sequence written in Swift, for typed queries. `@DatabaseCollation` generates one for a function.
///
/// ```swift
/// extension DatabaseCollation {
///     static let backwards = DatabaseCollation("backwards") { lhs, rhs in
///         String(lhs.reversed()).compare(String(rhs.reversed()))
///     }
/// }
///
/// let sorted = try Reminder.order { $0.title.collate(.backwards) }.fetchAll(db)
/// ```
///
/// A typed query or change adds the collating sequences that it uses to a connection that does not have them. For SQL
/// text, and for columns, triggers and indexes, add the collating sequence to each connection:
/// `try db.add(collation: .backwards)`.
public struct DatabaseCollation: Sendable {
    /// The name in SQL, in any letter case.
    public let name: String

    /// Compares two strings, as a `Collation` does.
    let compare: @Sendable (String, String) throws -> ComparisonResult

    /// The place in the program that declares it, which distinguishes collating sequences with one name.
    let place: Place

    /// The function, whose code and captured values distinguish the collating sequences of one place.
    private let code: [UInt8]

    /// What distinguishes collating sequences with one name.
    var identity: CollationIdentity { CollationIdentity(place: place.description, code: code) }

    struct Place: Hashable, CustomStringConvertible {
        let fileID: String
        let line: UInt
        let column: UInt

        init(_ fileID: String, _ line: UInt, _ column: UInt) {
            self.fileID = fileID
            self.line = line
            self.column = column
        }

        var description: String { "\(fileID):\(line)" }
    }

    /// Creates a collating sequence from a function.
    ///
    /// - Parameters:
    ///   - name: The name in SQL, in any letter case.
    ///   - function: Compares two strings, as a `Collation` does.
    public init(
        _ name: String, fileID: String = #fileID, line: UInt = #line, column: UInt = #column,
        function: @escaping @Sendable (String, String) throws -> ComparisonResult
    ) {
        self.init(
            name, Place(fileID, line, column), bytes(of: Compared(function: function)), function)
    }

    /// Creates a collating sequence from a function.
    ///
    /// - Parameters:
    ///   - name: The name in SQL, in any letter case.
    ///   - function: Compares two strings, as a `Collation` does.
    public init(
        _ name: String, fileID: String = #fileID, line: UInt = #line, column: UInt = #column,
        function: @escaping @Sendable (String, String) throws -> CollationOrder
    ) {
        let code = bytes(of: Ordered(function: function))
        self.init(name, Place(fileID, line, column), code) { lhs, rhs in
            try function(lhs, rhs).result
        }
    }

    private init(
        _ name: String, _ place: Place, _ code: [UInt8],
        _ compare: @escaping @Sendable (String, String) throws -> ComparisonResult
    ) {
        self.name = name
        self.place = place
        self.code = code
        self.compare = compare
    }
}

// A closure in a property is not converted to the form of a generic parameter, which would be another one each time.
private struct Compared {
    let function: @Sendable (String, String) throws -> ComparisonResult
}

private struct Ordered {
    let function: @Sendable (String, String) throws -> CollationOrder
}

private func bytes<Value>(of value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

/// The order of two strings in a collating sequence.
public enum CollationOrder: Hashable, Sendable {
    /// The left string is first.
    case ascending
    /// Both strings have the same place.
    case same
    /// The right string is first.
    case descending

    /// The order of two values.
    public init<Value: Comparable>(_ lhs: Value, _ rhs: Value) {
        self = lhs < rhs ? .ascending : rhs < lhs ? .descending : .same
    }

    /// The order that a comparison of Foundation has found.
    public init(_ result: ComparisonResult) {
        self =
            switch result {
            case .orderedAscending: .ascending
            case .orderedSame: .same
            case .orderedDescending: .descending
            }
    }

    fileprivate var result: ComparisonResult {
        switch self {
        case .ascending: .orderedAscending
        case .same: .orderedSame
        case .descending: .orderedDescending
        }
    }
}

extension Collation {
    /// A collating sequence for a connection.
    public init(_ collation: DatabaseCollation) {
        self.init(collation.name, compare: collation.compare)
    }
}

extension ConnectionProtocol {
    /// Adds a collating sequence, replacing a collating sequence of the same name.
    ///
    /// - Throws: `SQLITE_MISUSE` for a name that is empty or contains a NUL character; `SQLITE_BUSY` if it
    ///   replaces a collating sequence while a statement is mid-step.
    public func add(collation: DatabaseCollation) throws(SQLiteError) {
        try add(collation: Collation(collation))
    }

    /// Removes a collating sequence.
    ///
    /// - Throws: `SQLITE_BUSY` while a statement is mid-step.
    public func remove(collation: DatabaseCollation) throws(SQLiteError) {
        try remove(collation: collation.name)
    }
}
