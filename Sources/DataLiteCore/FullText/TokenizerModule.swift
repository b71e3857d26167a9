import DataLiteC

/// What a tokenizer is made from: the words of the option `tokenize`, and the other tokenizers of the connection. It can
/// be used only while the closure runs.
public struct TokenizerSetup: ~Copyable {
    /// The words after the name of the tokenizer.
    public let arguments: [String]

    fileprivate let api: UnsafeMutablePointer<fts5_api>
    fileprivate let link: CallbackLink

    /// Another tokenizer of the connection.
    ///
    /// - Throws: `SQLITE_ERROR` if there is no such tokenizer, or if it does not accept the arguments.
    public func tokenizer(
        named name: String, arguments: [String] = []
    ) throws(SQLiteError) -> NamedTokenizer {
        try NamedTokenizer(name, arguments, api, link)
    }

    /// The tokenizer that the arguments name, with its own arguments after it: `porter ascii` in
    /// `tokenize = 'synonyms porter ascii'`.
    ///
    /// - Parameter name: The tokenizer if there are no arguments.
    /// - Throws: The same errors as ``tokenizer(named:arguments:)``.
    public func base(default name: String = "unicode61") throws(SQLiteError) -> NamedTokenizer {
        try tokenizer(named: arguments.first ?? name, arguments: Array(arguments.dropFirst()))
    }
}

/// A registered tokenizer, owned by SQLite.
final class TokenizerModule: CallbackContext {
    private let name: String
    private let api: UnsafeMutablePointer<fts5_api>
    private let make: (borrowing TokenizerSetup) throws -> any TextTokenizer

    init(
        _ name: String, _ api: UnsafeMutablePointer<fts5_api>,
        _ make: @escaping (borrowing TokenizerSetup) throws -> any TextTokenizer,
        _ link: CallbackLink
    ) {
        self.name = name
        self.api = api
        self.make = make
        super.init(link)
    }

    static var functions: fts5_tokenizer {
        fts5_tokenizer(
            xCreate: { module, arguments, count, result in
                guard let module, let result else { return SQLITE_ERROR }
                let words = (0..<Int(count)).map { String(repairing: arguments?[$0]) ?? "" }
                return Unmanaged<TokenizerModule>.fromOpaque(module)._withUnsafeGuaranteedRef {
                    $0.create(words, result)
                }
            },
            xDelete: { CallbackContext.destroy($0.map(UnsafeMutableRawPointer.init)) },
            xTokenize: { tokenizer, context, flags, text, count, receive in
                guard let tokenizer, let receive else { return SQLITE_ERROR }
                return Unmanaged<TableTokenizer>.fromOpaque(UnsafeRawPointer(tokenizer))
                    ._withUnsafeGuaranteedRef {
                        $0.tokenize(
                            UnsafeRawBufferPointer(start: text, count: Int(max(count, 0))), flags,
                            TokenSink(context: context, receive: receive))
                    }
            })
    }

    /// The SQL of a table names the tokenizers that use each other, and must not overflow the stack of a thread.
    private static var nestingLimit: Int { 32 }

    private func create(_ arguments: [String], _ result: UnsafeMutablePointer<OpaquePointer?>)
        -> Int32
    {
        link.callingTokenizer(name) {
            guard link.tokenizerNesting < Self.nestingLimit else {
                throw FunctionError(
                    .error, "tokenizers are nested more than \(Self.nestingLimit) levels deep")
            }
            link.tokenizerNesting += 1
            defer { link.tokenizerNesting -= 1 }
            let tokenizer = try make(TokenizerSetup(arguments: arguments, api: api, link: link))
            let table = TableTokenizer(name, tokenizer, link)
            result.pointee = OpaquePointer(table.retainedPointer())
            return SQLITE_OK
        }
    }
}

/// The tokenizer of one table, owned by SQLite.
private final class TableTokenizer: CallbackContext {
    private let name: String
    private let tokenizer: any TextTokenizer

    init(_ name: String, _ tokenizer: any TextTokenizer, _ link: CallbackLink) {
        self.name = name
        self.tokenizer = tokenizer
        super.init(link)
    }

    func tokenize(_ bytes: UnsafeRawBufferPointer, _ flags: Int32, _ sink: TokenSink) -> Int32 {
        var code = SQLITE_OK
        let result = link.callingTokenizer(name) {
            let text = TokenizedText(bytes)
            do {
                try tokenizer.tokenize(text.string, for: TokenizationPurpose(flags: flags)) {
                    token in
                    if code == SQLITE_OK { code = try sink.add(token, in: text) }
                    // SQLite wants no further tokens.
                    guard code == SQLITE_OK else { throw TokenRefused() }
                }
            } catch is TokenRefused {}
            return code
        }
        // The tokenizer may have ignored the error.
        return code == SQLITE_OK ? result : code
    }
}

/// Ends the division of a text whose tokens SQLite does not want.
private struct TokenRefused: Error {}

/// Receives the tokens of a text for FTS5.
private struct TokenSink {
    let context: UnsafeMutableRawPointer?
    let receive:
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
        ) -> Int32

    /// - Returns: A result code of SQLite.
    /// - Throws: An error of the tokenizer.
    func add(_ token: TextToken, in text: TokenizedText) throws -> Int32 {
        guard let range = text.bytes(of: token.range) else {
            throw FunctionError(
                .misuse, "the range of a token is not in the text that is divided")
        }
        guard !token.text.isEmpty else { return SQLITE_OK }
        var word = token.text
        // FTS5 ends a word at a NUL character in some places but not in others, and corrupts its index.
        if word.utf8.contains(0) {
            word = String(
                String.UnicodeScalarView(
                    word.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
        }
        return word.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                receive(
                    context, token.isSynonym ? FTS5_TOKEN_COLOCATED : 0, characters.baseAddress,
                    Int32(clamping: characters.count), range.lowerBound, range.upperBound)
            }
        }
    }
}

extension CallbackLink {
    /// Calls code of a tokenizer, while no statement can change what SQLite is reading or writing.
    ///
    /// - Returns: The result code of the closure, or `SQLITE_ERROR` if it throws.
    fileprivate func callingTokenizer(_ name: String, _ body: () throws -> Int32) -> Int32 {
        let isOutermost = handle?.executionBlocks.insert(.insideCollation).inserted ?? false
        defer { if isOutermost { handle?.executionBlocks.remove(.insideCollation) } }
        do {
            return try body()
        } catch {
            handle?.willFail(.module("tokenizer \"\(MessageText.name(name))\""), error)
            return SQLITE_ERROR
        }
    }
}
