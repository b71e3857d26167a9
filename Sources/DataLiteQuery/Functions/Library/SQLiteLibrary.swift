/// The properties of an SQLite library on which queries depend.
struct SQLiteLibrary: Sendable {
    /// The version number: `3040001` for 3.40.1.
    let version: Int32

    /// The names of the library's functions; `nil` if it cannot list them.
    let functions: Set<String>?

    /// The functions that every connection has; `nil` if the library cannot list them.
    var ownFunctions: Set<FunctionKey>?

    /// Whether a quoted key in a JSON path can contain escapes: `$."a\"b"`.
    var unescapesKeysInPaths = false

    var versionText: String { Self.text(of: version) }

    /// The library that this program uses.
    static let linked: SQLiteLibrary = {
        let version = Connection.libraryVersionNumber
        guard let connection = try? Connection(location: .inMemory) else {
            return SQLiteLibrary(version: version, functions: nil)
        }
        return SQLiteLibrary(
            version: version, functions: names(in: "pragma_function_list", connection),
            ownFunctions: ownFunctions(connection),
            unescapesKeysInPaths: unescapesKeysInPaths(connection))
    }()

    static func text(of version: Int32) -> String {
        "\(version / 1_000_000).\(version / 1_000 % 1_000).\(version % 1_000)"
    }

    private static func names(in list: String, _ connection: Connection) -> Set<String>? {
        guard let rows = try? connection.rows("SELECT name FROM \(identifier: list)") else {
            return nil
        }
        return Set(rows.lazy.compactMap { String($0[0].value) })
    }

    private static func ownFunctions(_ connection: Connection) -> Set<FunctionKey>? {
        let rows = try? connection.rows(
            "SELECT name, narg FROM pragma_function_list WHERE builtin", as: (String, Int32).self)
        return rows.map { Set($0.map { FunctionKey(name: $0.0, argc: $0.1) }) }
    }

    /// Whether SQLite has a function that a call with this name and number of arguments would find.
    func hasFunction(_ function: FunctionKey) -> Bool {
        guard let ownFunctions else { return false }
        return ownFunctions.contains(function)
            || ownFunctions.contains(FunctionKey(name: function.lowercasedName, argc: -1))
    }

    private static func unescapesKeysInPaths(_ connection: Connection) -> Bool {
        let rows = try? connection.rows(#"SELECT json_extract('{"\"":1}', '$."\""')"#)
        return rows?.first?[0].value == .int(1)
    }
}
