/// A part of SQL that not every SQLite library has.
enum SQLFeature: Sendable {
    /// Something that a version has introduced.
    case since(Int32, StaticString)

    /// A function that a version has introduced. An older library may have it too, as an extension.
    case function(StaticString, since: Int32)

    /// A function that a library has if its version has it and it was compiled with an option.
    case optionalFunction(StaticString, since: Int32, option: StaticString)

    /// Keys of JSON objects that contain characters which JSON escapes, in paths.
    case escapedKeysInPaths

    static let orderedAggregates = SQLFeature.since(
        3_044_000, "ORDER BY in an aggregate function")

    /// A function of the option `SQLITE_ENABLE_MATH_FUNCTIONS`.
    static func mathFunction(_ name: StaticString) -> SQLFeature {
        .optionalFunction(name, since: 3_035_000, option: "SQLITE_ENABLE_MATH_FUNCTIONS")
    }
}

extension SQLFeature {
    /// The error of using the feature with a library; `nil` if the library has it.
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
            // Without the list of functions, SQLite has to report what is missing.
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
    /// Refuses the statement if the linked library does not have a feature.
    mutating func require(_ feature: SQLFeature) {
        if let error = feature.error(with: .linked) { fail(error) }
    }
}
