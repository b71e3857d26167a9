/// A part of SQL that not every SQLite library has.
enum SQLFeature: Sendable {
    /// Something that a version has introduced.
    case since(Int32, StaticString)

    /// A function of the option `SQLITE_ENABLE_MATH_FUNCTIONS`.
    case mathFunction(StaticString)

    static let orderedAggregates = SQLFeature.since(
        3_044_000, "ORDER BY in an aggregate function")
}

extension SQLFeature {
    /// The error of using the feature with a library; `nil` if the library has it.
    func error(with library: SQLiteLibrary) -> SQLiteError? {
        switch self {
        case .since(let version, let name):
            guard library.version < version else { return nil }
            return SQLiteError(
                .error,
                message: "\(name) requires SQLite \(SQLiteLibrary.text(of: version)) or later; "
                    + "the linked library is \(library.versionText)")
        case .mathFunction(let name):
            // Without the list of functions, SQLite has to report what is missing.
            guard let functions = library.functions, !functions.contains("\(name)") else {
                return nil
            }
            return SQLiteError(
                .error,
                message: "the function \(name) requires SQLite 3.35.0 or later, compiled with "
                    + "SQLITE_ENABLE_MATH_FUNCTIONS; the linked library is "
                    + "\(library.versionText), without it")
        }
    }
}

extension SQLWriter {
    /// Refuses the statement if the linked library does not have a feature.
    mutating func require(_ feature: SQLFeature) {
        if let error = feature.error(with: .linked) { fail(error) }
    }
}
