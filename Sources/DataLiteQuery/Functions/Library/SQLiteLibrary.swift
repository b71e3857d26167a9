/// What a query needs to know about an SQLite library.
struct SQLiteLibrary: Sendable {
    /// `3040001` for 3.40.1.
    let version: Int32

    /// The names of its functions; `nil` if it cannot list them.
    let functions: Set<String>?

    var versionText: String { Self.text(of: version) }

    /// The library that this program runs with.
    static let linked = SQLiteLibrary(
        version: Connection.libraryVersionNumber, functions: listFunctions())

    static func text(of version: Int32) -> String {
        "\(version / 1_000_000).\(version / 1_000 % 1_000).\(version % 1_000)"
    }

    private static func listFunctions() -> Set<String>? {
        guard let connection = try? Connection(location: .inMemory),
            let rows = try? connection.rows("SELECT name FROM pragma_function_list")
        else { return nil }
        return Set(rows.lazy.compactMap { String($0[0].value) })
    }
}
