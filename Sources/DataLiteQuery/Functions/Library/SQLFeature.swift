/// An SQL feature that not every SQLite library has.
enum SQLFeature: Sendable {
    /// A feature that a version introduced.
    case since(Int32, StaticString)

    /// A function that a version introduced. An older library can also have it, as an extension.
    case function(StaticString, since: Int32)

    /// A function that a version introduced and that requires a compile-time option.
    case optionalFunction(StaticString, since: Int32, option: StaticString)

    /// JSON paths with keys that contain characters which JSON escapes.
    case escapedKeysInPaths

    static let orderedAggregates = SQLFeature.since(
        3_044_000, "ORDER BY in an aggregate function")

    /// A function that requires the option `SQLITE_ENABLE_MATH_FUNCTIONS`.
    static func mathFunction(_ name: StaticString) -> SQLFeature {
        .optionalFunction(name, since: 3_035_000, option: "SQLITE_ENABLE_MATH_FUNCTIONS")
    }

    /// The error for using the feature with a library; `nil` if the library has the feature.
    func error(with library: SQLiteLibrary) -> SQLiteError? {
        switch self {
        case .since(let version, let name):
            guard library.version < version else { return nil }
            return library.lacks("\(name)", since: version)
        case .function(let name, let version):
            guard library.version < version, library.functions?.contains("\(name)") != true
            else { return nil }
            return library.lacks("the function \(name)", since: version)
        case .optionalFunction(let name, let version, let option):
            // Without the list of functions, SQLite itself reports a missing function.
            guard let functions = library.functions, !functions.contains("\(name)") else {
                return nil
            }
            return SQLiteError(
                .error,
                message: "the function \(name) requires SQLite \(SQLiteLibrary.text(of: version)) "
                    + "or later, compiled with \(option); the linked library is "
                    + (library.version < version
                        ? library.versionText : "\(library.versionText), without it"))
        case .escapedKeysInPaths:
            guard !library.unescapesKeysInPaths else { return nil }
            return SQLiteError(
                .error,
                message: "a JSON path with a key that contains a quotation mark, a backslash or a "
                    + "control character requires a newer SQLite; the linked library is "
                    + library.versionText)
        }
    }
}

extension SQLiteLibrary {
    fileprivate func lacks(_ feature: String, since version: Int32) -> SQLiteError {
        SQLiteError(
            .error,
            message: "\(feature) requires SQLite \(Self.text(of: version)) or later; "
                + "the linked library is \(versionText)")
    }
}

extension _SQLWriter {
    /// Makes the statement fail if the linked library does not have a feature.
    mutating func require(_ feature: SQLFeature) {
        if let error = feature.error(with: .linked) { fail(error) }
    }
}
