import Foundation

/// The URI of a database: the path of its file, with parameters for SQLite and the VFS.
///
/// ```swift
/// var uri = DatabaseURI(path: "/data/50% done?.sqlite")
/// uri.mode = .readonly
/// uri.isImmutable = true
/// let connection = try Connection(uri: uri)
/// print(try uri.text)  // file:///data/50%25%20done%3F.sqlite?mode=ro&immutable=1
/// ```
///
/// See [Uniform Resource Identifiers](https://www.sqlite.org/uri.html).
public struct DatabaseURI: Equatable, Sendable {
    /// How the database is opened, within the options of the connection.
    public enum Mode: String, Sendable {
        /// It can only be read.
        case readonly = "ro"
        /// The database can be read and written, and must exist.
        case readwrite = "rw"
        /// The database is created if it does not exist.
        case create = "rwc"
        /// The database is in memory, and the path is its name.
        case memory
    }

    /// The page cache of the database.
    public enum Cache: String, Sendable {
        /// Connections of the process share one cache, and one database in memory with the same path.
        case shared
        /// The connection has its own cache.
        case `private`
    }

    /// A parameter with any name.
    public struct Parameter: Equatable, Sendable {
        /// The name, not encoded. SQLite distinguishes letter case.
        public var name: String

        /// The value, not encoded.
        public var value: String

        /// A parameter with a name and a value, which are encoded in the text of the URI.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The path of the file, not encoded. As in SQLite, `:memory:` is an in-memory database, and the empty path is a
    /// temporary one.
    public var path: String

    /// `mode=`, or `nil` for the mode of the connection's options.
    public var mode: Mode?

    /// `cache=`, or `nil` for the cache of the connection's options.
    public var cache: Cache?

    /// `immutable=1`: nothing changes the file while it is open, so SQLite neither locks it nor looks for changes. If
    /// something does change it, results are wrong.
    public var isImmutable = false

    /// `nolock=1`: SQLite does not lock the file. If another connection writes at the same time, the file is corrupted.
    public var isUnlocked = false

    /// `vfs=`: the name of the operating system interface, or `nil` for the default.
    public var vfs: String?

    /// Other parameters, such as those of a VFS, in their order. A connection reads them with
    /// ``Connection/uriParameter(_:of:)``.
    public var parameters: [Parameter] = []

    /// Creates the URI of a file. Any path is the path of a file, including `:memory:`.
    public init(path: String) {
        // SQLite reserves names that begin with a colon.
        self.path = path.hasPrefix(":") ? "./" + path : path
    }

    /// The URI of a database in memory that the connections of the process with the same name share. It is deleted when
    /// the last of them closes.
    public static func memory(_ name: String) -> DatabaseURI {
        var uri = DatabaseURI(path: "")
        uri.path = name
        uri.mode = .memory
        uri.cache = .shared
        return uri
    }

    /// The value of a parameter of ``parameters``. Setting `nil` removes the parameter.
    public subscript(name: String) -> String? {
        get { parameters.first { $0.name == name }?.value }
        set {
            let position = parameters.firstIndex { $0.name == name } ?? parameters.endIndex
            parameters.removeAll { $0.name == name }
            guard let newValue else { return }
            parameters.insert(Parameter(name, newValue), at: position)
        }
    }

    /// The names of the parameters that have their own property.
    static let reservedNames: Set<String> = ["mode", "cache", "immutable", "nolock", "vfs"]

    /// The URI as text, for the paths of connections with ``Connection/Options/uri``, for `ATTACH` and `VACUUM INTO`.
    /// Everything but ASCII letters, digits and `-._~/` is percent-encoded as UTF-8.
    ///
    /// - Throws: `SQLITE_MISUSE` if the path or a parameter contains a NUL character, where SQLite would end the URI,
    ///   or if one of ``parameters`` has an empty name or the name of a property.
    public var text: String {
        get throws(SQLiteError) {
            // An authority, which is empty, separates a path of several slashes.
            var text = (path.hasPrefix("/") ? "file://" : "file:") + (try Self.encoded(path))
            var separator = "?"
            for parameter in try allParameters() {
                text += separator + (try Self.encoded(parameter.name)) + "="
                text += try Self.encoded(parameter.value)
                separator = "&"
            }
            return text
        }
    }

    private func allParameters() throws(SQLiteError) -> [Parameter] {
        var all: [Parameter] = []
        if let mode { all.append(Parameter("mode", mode.rawValue)) }
        if let cache { all.append(Parameter("cache", cache.rawValue)) }
        if isImmutable { all.append(Parameter("immutable", "1")) }
        if isUnlocked { all.append(Parameter("nolock", "1")) }
        if let vfs { all.append(Parameter("vfs", vfs)) }
        for parameter in parameters {
            guard !parameter.name.isEmpty, !Self.reservedNames.contains(parameter.name) else {
                throw SQLiteError.misuse(
                    parameter.name.isEmpty
                        ? "the name of a URI parameter is empty"
                        : "the URI parameter \"\(parameter.name)\" has a property: set that")
            }
        }
        return all + parameters
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")

    private static func encoded(_ text: String) throws(SQLiteError) -> String {
        guard !text.utf8.contains(0) else {
            throw SQLiteError.misuse("a part of the URI contains a NUL character")
        }
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
    }
}

// MARK: - Parsing

extension DatabaseURI {
    /// Reads a URI as SQLite does: a `#` ends it, and `%` without two hexadecimal digits is an ordinary character.
    ///
    /// ```swift
    /// let uri = try DatabaseURI(parsing: "file:///data/a%20b.sqlite?mode=ro&user=ada")
    /// print(uri.path, uri["user"] ?? "")  // /data/a b.sqlite ada
    /// ```
    ///
    /// - Throws: `SQLITE_ERROR` if the text does not begin with `file:`, names a host other than `localhost` or an
    ///   unknown mode or cache, repeats one of these parameters, contains a NUL character or is not UTF-8 after
    ///   decoding.
    public init(parsing text: String) throws(SQLiteError) {
        let scheme = "file:"
        guard text.utf8.starts(with: scheme.utf8) else {
            throw Self.invalid(text, "it does not begin with file:")
        }
        var rest = Array(text.utf8.dropFirst(scheme.utf8.count))[...]
        if let end = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<end] }
        rest = try Self.withoutAuthority(rest, of: text)
        let query = rest.firstIndex(of: UInt8(ascii: "?"))
        self.init(path: "")
        path = try Self.decoded(rest[..<(query ?? rest.endIndex)], of: text)
        guard let query else { return }
        for item in rest[(query + 1)...].split(separator: UInt8(ascii: "&")) {
            let end = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            // SQLite ignores parameters without a name.
            guard end > item.startIndex else { continue }
            let name = try Self.decoded(item[..<end], of: text)
            try set(name, to: Self.decoded(item[end...].dropFirst(), of: text), in: text)
        }
    }

    /// Sets a parameter that has a property, or adds another one.
    private mutating func set(
        _ name: String, to value: String, in text: String
    ) throws(SQLiteError) {
        let isRepeated: Bool
        switch name {
        case "mode":
            isRepeated = mode != nil
            mode = Mode(rawValue: value)
            if mode == nil { throw Self.invalid(text, "no such access mode: \(value)") }
        case "cache":
            isRepeated = cache != nil
            cache = Cache(rawValue: value)
            if cache == nil { throw Self.invalid(text, "no such cache mode: \(value)") }
        case "vfs":
            isRepeated = vfs != nil
            vfs = value
        case "immutable":
            isRepeated = isImmutable
            isImmutable = Self.boolean(value)
        case "nolock":
            isRepeated = isUnlocked
            isUnlocked = Self.boolean(value)
        default:
            isRepeated = false
            parameters.append(Parameter(name, value))
        }
        if isRepeated { throw Self.invalid(text, "the parameter \(name) occurs twice") }
    }

    /// A value as SQLite reads it: `yes`, `true`, `on`, or a number other than 0.
    private static func boolean(_ value: String) -> Bool {
        let digits = value.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits.isEmpty else {
            // SQLite keeps the low eight bits.
            return Int32(String(Substring(digits))).map { $0 & 0xff != 0 } ?? false
        }
        return ["yes", "true", "on"].contains(value.lowercased())
    }

    private static func withoutAuthority(
        _ bytes: ArraySlice<UInt8>, of text: String
    ) throws(SQLiteError) -> ArraySlice<UInt8> {
        guard bytes.starts(with: "//".utf8) else { return bytes }
        let authority = bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
        guard authority.isEmpty || authority.elementsEqual("localhost".utf8) else {
            let host = String(decoding: authority, as: UTF8.self)
            throw invalid(text, "invalid uri authority: \(host)")
        }
        return bytes[authority.endIndex...]
    }

    private static func decoded(
        _ bytes: ArraySlice<UInt8>, of text: String
    ) throws(SQLiteError) -> String {
        var result: [UInt8] = []
        var position = bytes.startIndex
        while position < bytes.endIndex {
            var byte = bytes[position]
            if byte == UInt8(ascii: "%"), position + 2 < bytes.endIndex,
                let high = digit(bytes[position + 1]), let low = digit(bytes[position + 2])
            {
                byte = high << 4 | low
                position += 2
            }
            position += 1
            guard byte != 0 else { throw invalid(text, "it contains a NUL character") }
            result.append(byte)
        }
        let decoded = String(decoding: result, as: UTF8.self)
        guard decoded.utf8.elementsEqual(result) else {
            throw invalid(text, "it is not UTF-8 after decoding")
        }
        return decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }

    private static func invalid(_ text: String, _ reason: String) -> SQLiteError {
        SQLiteError(.error, message: "the URI \"\(text)\" is invalid: \(reason)")
    }
}
