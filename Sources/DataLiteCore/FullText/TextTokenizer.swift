import DataLiteC

/// Divides text into the tokens of a full-text table (FTS5).
///
/// ```swift
/// struct Hashtags: TextTokenizer {
///     func tokenize(
///         _ text: String, for purpose: TokenizationPurpose,
///         _ receive: (TextToken) throws -> Void
///     ) throws {
///         for word in text.split(separator: " ") where word.hasPrefix("#") {
///             try receive(TextToken(word.lowercased(), from: word))
///         }
///     }
/// }
/// ```
///
/// See ``Connection/add(tokenizer:_:)``.
public protocol TextTokenizer {
    /// Passes the tokens of a text to a closure, in their order.
    ///
    /// If the closure throws an error, throw it on: the text is not read further.
    ///
    /// - Parameters:
    ///   - text: The text. A byte that is not valid UTF-8 is the character U+FFFD.
    ///   - purpose: What the tokens are used for.
    ///   - receive: Receives a token.
    func tokenize(
        _ text: String, for purpose: TokenizationPurpose, _ receive: (TextToken) throws -> Void
    ) throws
}

extension TextTokenizer {
    /// The tokens of a text.
    ///
    /// - Throws: The error of the tokenizer.
    public func tokens(
        of text: String, for purpose: TokenizationPurpose = .document
    ) throws -> [TextToken] {
        var tokens: [TextToken] = []
        try tokenize(text, for: purpose) { tokens.append($0) }
        return tokens
    }
}

/// A token of a text: a word in the form in which the index contains it.
public struct TextToken: Equatable, Sendable {
    /// The token in the index. An empty token is ignored, and one of more than 32,768 bytes is shortened. A NUL character
    /// is U+FFFD in the index.
    public var text: String

    /// The part of the text that the token stands for: `highlight` and `snippet` mark it.
    public var range: Range<String.Index>

    /// Whether the token is at the same position as the one before it, as another word for it.
    ///
    /// Give synonyms either for documents or for queries: giving both finds the same rows, with more work.
    public var isSynonym: Bool

    /// Creates a token.
    public init(_ text: String, range: Range<String.Index>, isSynonym: Bool = false) {
        self.text = text
        self.range = range
        self.isSynonym = isSynonym
    }

    /// Creates a token that stands for a part of the text.
    ///
    /// - Parameters:
    ///   - text: The token in the index; `nil` for the part itself.
    ///   - part: A slice of the text that is divided.
    public init(_ text: String? = nil, from part: Substring, isSynonym: Bool = false) {
        self.init(
            text ?? String(part), range: part.startIndex..<part.endIndex, isSynonym: isSynonym)
    }
}

/// What the tokens of a text are used for.
public enum TokenizationPurpose: Hashable, Sendable {
    /// A row is inserted, updated or deleted. The tokens of a row must be the same each time.
    case document
    /// The text is a query.
    case query
    /// The text is a query whose last token is the beginning of a word, as in `MATCH 'wor*'`.
    case prefixQuery
    /// A function such as `highlight` reads a row. The function counts the tokens, which must be the same as for
    /// ``document``.
    case function

    /// Whether the text is a query, not a part of a row.
    public var isQuery: Bool { self == .query || self == .prefixQuery }
}

// MARK: - TokenizedText

/// A text as FTS5 passes it, as a string.
struct TokenizedText {
    let string: String

    /// The position in the original bytes of each byte of the string, and of its end; `nil` if they are the same bytes.
    private let origins: [Int32]?

    init(_ bytes: UnsafeRawBufferPointer) {
        let string = String(decoding: bytes, as: UTF8.self)
        let isSame = string.utf8.withContiguousStorageIfAvailable { repaired in
            repaired.count == bytes.count && repaired.elementsEqual(bytes)
        }
        (self.string, origins) = isSame == true ? (string, nil) : Self.repaired(bytes)
    }

    private static func repaired(_ bytes: UnsafeRawBufferPointer) -> (String, [Int32]) {
        var scalars = String.UnicodeScalarView()
        var origins: [Int32] = []
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var position: Int32 = 0
        var isAtEnd = false
        while !isAtEnd {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                scalars.append(Unicode.UTF8.decode(encoded))
                for _ in encoded {
                    origins.append(position)
                    position += 1
                }
            case .error(let length):
                scalars.append("\u{FFFD}")
                origins += repeatElement(position, count: 3)
                position += Int32(clamping: length)
            case .emptyInput:
                origins.append(position)
                isAtEnd = true
            }
        }
        return (String(scalars), origins)
    }

    /// The original bytes of a part of the string; `nil` if it is not in the string.
    func bytes(of range: Range<String.Index>) -> (lowerBound: Int32, upperBound: Int32)? {
        guard range.lowerBound >= string.startIndex, range.upperBound <= string.endIndex else {
            return nil
        }
        let utf8 = string.utf8
        let lower = utf8.distance(from: utf8.startIndex, to: range.lowerBound)
        let upper = utf8.distance(from: utf8.startIndex, to: range.upperBound)
        guard let origins else { return (Int32(clamping: lower), Int32(clamping: upper)) }
        return (origins[lower], origins[upper])
    }
}

// MARK: - Tokenizers

extension Connection {
    /// Adds a tokenizer for full-text tables (FTS5).
    ///
    /// ```swift
    /// try connection.add(tokenizer: "hashtags") { _ in Hashtags() }
    /// try connection.execute(
    ///     "CREATE VIRTUAL TABLE posts USING fts5(text, tokenize = 'hashtags')")
    /// ```
    ///
    /// Every connection that uses a table with the tokenizer must have it: in a `Database`, add it in `onOpen`. If the
    /// tokens of a text have changed, rebuild the table.
    ///
    /// SQLite makes a tokenizer for each table, and calls it in the middle of its own work: neither the closure nor the
    /// tokenizer can run SQL on the connection, which throws `SQLITE_MISUSE`. If either throws an error, the statement
    /// fails, with this error as its `underlyingError`. A tokenizer that is added later under the same name is used by
    /// tables that are opened later. A tokenizer cannot be removed. Tokenizers that use other tokenizers can be nested
    /// up to 32 levels. C: `fts5_api.xCreateTokenizer`.
    ///
    /// - Parameters:
    ///   - name: The name in the option `tokenize`, in any letter case.
    ///   - make: Makes a tokenizer for a table.
    /// - Throws: `SQLITE_MISUSE` for a name that is empty, too long or contains a NUL character, if the running SQLite
    ///   has no FTS5, and if the connection is closed; `SQLiteError` if an authorizer denies the function `fts5`.
    public func add(
        tokenizer name: String,
        _ make: @escaping (borrowing TokenizerSetup) throws -> any TextTokenizer
    ) throws(SQLiteError) {
        try Function.Registration.validate(
            name: name, argc: -1, owner: "tokenizer \"\(MessageText.name(name))\"")
        let api = try fullTextAPI()
        let module = TokenizerModule(name, api, make, handle.link)
        var functions = TokenizerModule.functions
        let code = handle.link.releasingDestroyed {
            // FTS5 does not destroy the context if it returns an error.
            let context = module.retainedPointer()
            let code =
                api.pointee.xCreateTokenizer?(
                    api, name, context, &functions, CallbackContext.destroy) ?? SQLITE_ERROR
            if code != SQLITE_OK { CallbackContext.destroy(context) }
            return code
        }
        guard code == SQLITE_OK else { throw handle.error(code, sql: nil) }
    }

    /// A tokenizer by its name, to divide text as a full-text table does.
    ///
    /// ```swift
    /// let porter = try connection.tokenizer(named: "porter", arguments: ["unicode61"])
    /// print(try porter.tokens(of: "Baking beans").map(\.text))  // ["bake", "bean"]
    /// ```
    ///
    /// C: `fts5_api.xFindTokenizer`.
    ///
    /// - Parameters:
    ///   - name: The name, in any letter case.
    ///   - arguments: The words after the name in the option `tokenize`.
    /// - Throws: `SQLITE_ERROR` if there is no such tokenizer, or if it does not accept the arguments; `SQLITE_MISUSE` if
    ///   the running SQLite has no FTS5, and if the connection is closed.
    public func tokenizer(
        named name: String, arguments: [String] = []
    ) throws(SQLiteError) -> NamedTokenizer {
        try NamedTokenizer(name, arguments, fullTextAPI(), handle.link)
    }

    /// The functions of FTS5 for this connection.
    private func fullTextAPI() throws(SQLiteError) -> UnsafeMutablePointer<fts5_api> {
        _ = try handle.open()
        let statement: Statement
        do {
            statement = try prepare(sql: "SELECT fts5(?)")
        } catch {
            guard error.message.hasPrefix("no such function") else { throw error }
            throw SQLiteError.misuse("the running SQLite has no FTS5")
        }
        let box = UnsafeMutablePointer<UnsafeMutablePointer<fts5_api>?>.allocate(capacity: 1)
        box.initialize(to: nil)
        defer { box.deallocate() }
        // SQLite keeps the pointer to the type, so it must be that of a constant.
        let type: StaticString = "fts5_api_ptr"
        let name = UnsafeRawPointer(type.utf8Start).assumingMemoryBound(to: CChar.self)
        sqlite3_bind_pointer(statement.pointer, 1, box, name, nil)
        try statement.step()
        try statement.reset()
        guard let api = box.pointee else {
            throw SQLiteError.misuse("the running SQLite has no FTS5")
        }
        return api
    }
}
