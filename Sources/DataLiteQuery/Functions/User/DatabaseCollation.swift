import Foundation
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

extension DatabaseCollation {
    /// Replaces the collating sequence of the same declaration that captures other values.
    ///
    /// - Throws: `SQLITE_MISUSE` if a query has added another one with the same name, which is not replaced, because
    ///   indexes may have been sorted by it; or if it is replaced while a statement is running.
    func replaceOther(on connection: Connection) throws(SQLiteError) {
        switch connection.origin(ofCollation: name) {
        case .query(let other):
            guard other != identity else { return }
            guard other.place == identity.place else {
                throw .collationsWithOneName(other.place, self)
            }
            do {
                try connection.addMissing(collation: Collation(self), .query(identity))
            } catch {
                guard error.resultCode.primary == .busy else { throw error }
                throw .collationIsReplaced(self)
            }
        case .program, .removed: return
        case nil:
            let isBuiltIn = ["binary", "nocase", "rtrim"].contains { SQLName.matches($0, name) }
            if isBuiltIn { throw .collationOfSQLite(self) }
        }
    }

    /// Adds the collating sequence to a connection that lacks it.
    ///
    /// - Returns: `false` if the program has removed it.
    func add(to connection: Connection) throws(SQLiteError) -> Bool {
        guard connection.origin(ofCollation: name) != .removed else { return false }
        try connection.addMissing(collation: Collation(self), .query(identity))
        return true
    }
}

// The names in SQL are those of GRDB, which adds these collating sequences to all connections: its files can have columns
// with them.
extension DatabaseCollation {
    /// Compares strings by their Unicode scalars in normalized form, as `<` does in Swift.
    public static let unicodeCompare = DatabaseCollation("swiftCompare") { lhs, rhs in
        CollationOrder(lhs, rhs)
    }

    /// Ignores letter case, as `caseInsensitiveCompare` of Foundation does.
    public static let caseInsensitiveCompare = DatabaseCollation("swiftCaseInsensitiveCompare") {
        $0.caseInsensitiveCompare($1)
    }

    /// Ignores letter case in the order of the current locale, as `localizedCaseInsensitiveCompare` of Foundation does.
    ///
    /// Do not use it in an index: the locale may change.
    public static let localizedCaseInsensitiveCompare = DatabaseCollation(
        "swiftLocalizedCaseInsensitiveCompare"
    ) {
        $0.localizedCaseInsensitiveCompare($1)
    }

    /// Orders strings as the current locale does, by `localizedCompare` of Foundation.
    ///
    /// Do not use it in an index: the locale may change.
    public static let localizedCompare = DatabaseCollation("swiftLocalizedCompare") {
        $0.localizedCompare($1)
    }

    /// Orders strings as a list of files shows them in the current locale, with numbers by their values, by
    /// `localizedStandardCompare` of Foundation.
    ///
    /// Do not use it in an index: the locale may change.
    public static let localizedStandardCompare = DatabaseCollation(
        "swiftLocalizedStandardCompare"
    ) {
        $0.localizedStandardCompare($1)
    }
}
