import DataLiteC

/// A tokenizer of SQLite, of an extension or of the program, by its name: `unicode61`, `porter`, `trigram`.
///
/// Another tokenizer can use it to change its tokens, or to add some. Use it on the thread of its connection.
//
// The C object may use nothing of the connection but the code of an extension, which is unloaded when the connection is
// closed.
public final class NamedTokenizer: TextTokenizer {
    private let name: String
    private let pointer: OpaquePointer
    private let functions: fts5_tokenizer
    private let link: CallbackLink
    private let mayBeUnloaded: Bool
    private var isInUse = false

    /// - Throws: `SQLITE_ERROR` if there is no such tokenizer, or if it does not accept the arguments.
    init(
        _ name: String, _ arguments: [String], _ api: UnsafeMutablePointer<fts5_api>,
        _ link: CallbackLink
    ) throws(SQLiteError) {
        if let word = ([name] + arguments).first(where: { $0.utf8.contains(0) }) {
            throw SQLiteError.misuse("\"\(MessageText.name(word))\" contains a NUL character")
        }
        var context: UnsafeMutableRawPointer?
        var functions = fts5_tokenizer()
        guard let find = api.pointee.xFindTokenizer,
            find(api, name, &context, &functions) == SQLITE_OK, let create = functions.xCreate
        else {
            throw SQLiteError(.error, message: "no such tokenizer: \(MessageText.name(name))")
        }
        var created: OpaquePointer?
        let code = CStringList.with(arguments) { create(context, $0, Int32($1), &created) }
        guard code == SQLITE_OK, let created else {
            throw SQLiteError(
                ResultCode(code == SQLITE_OK ? SQLITE_ERROR : code),
                message:
                    "tokenizer \"\(MessageText.name(name))\": error in its arguments (\(MessageText.names(arguments)))",
                underlyingError: link.handle?.takeModuleFailure())
        }
        self.name = name
        self.functions = functions
        self.link = link
        pointer = created
        mayBeUnloaded = link.handle?.hasExtensions ?? true
    }

    deinit {
        guard link.handle?.pointer != nil || !mayBeUnloaded else { return }
        functions.xDelete?(pointer)
    }

    /// Passes the tokens of a text to a closure.
    ///
    /// - Throws: The error of the closure; `SQLITE_MISUSE` if the connection is closed, and in the closure itself; an
    ///   `SQLiteError` if the tokenizer fails.
    public func tokenize(
        _ text: String, for purpose: TokenizationPurpose, _ receive: (TextToken) throws -> Void
    ) throws {
        guard let handle = link.handle, handle.pointer != nil else {
            throw SQLiteError.connectionClosed
        }
        // It may have memory for one text.
        guard !isInUse else {
            throw SQLiteError.misuse(
                "tokenizer \"\(MessageText.name(name))\" is already dividing a text")
        }
        isInUse = true
        defer { isInUse = false }
        var text = text
        text.makeContiguousUTF8()
        let (code, error) = withoutActuallyEscaping(receive) { receive in
            var target = TokenTarget(text: text, receive: receive)
            let code = text.utf8.withContiguousStorageIfAvailable { bytes in
                call(with: bytes, purpose, &target)
            }
            return (code ?? SQLITE_ERROR, target.error)
        }
        if let error { throw error }
        guard code == SQLITE_OK else {
            throw SQLiteError(
                ResultCode(code), message: "tokenizer \"\(MessageText.name(name))\" failed",
                underlyingError: handle.takeModuleFailure())
        }
    }

    private func call(
        with bytes: UnsafeBufferPointer<UInt8>, _ purpose: TokenizationPurpose,
        _ target: inout TokenTarget
    ) -> Int32 {
        guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
        return bytes.withMemoryRebound(to: CChar.self) { characters in
            withUnsafeMutablePointer(to: &target) { target in
                functions.xTokenize?(
                    pointer, target, purpose.flags, characters.baseAddress, count,
                    TokenTarget.receive) ?? SQLITE_ERROR
            }
        }
    }
}

/// Receives the tokens of a C tokenizer.
private struct TokenTarget {
    let text: String
    let receive: (TextToken) throws -> Void
    var error: (any Error)?

    typealias Callback =
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
        ) -> Int32

    static let receive: Callback = { target, flags, token, count, start, end in
        guard let target = target?.assumingMemoryBound(to: TokenTarget.self) else {
            return SQLITE_ERROR
        }
        let bytes = UnsafeRawBufferPointer(start: token, count: Int(count))
        return target.pointee.add(bytes, flags, start, end)
    }

    private mutating func add(
        _ token: UnsafeRawBufferPointer, _ flags: Int32, _ start: Int32, _ end: Int32
    ) -> Int32 {
        guard error == nil else { return SQLITE_ERROR }
        let lower = min(max(Int(start), 0), text.utf8.count)
        let upper = min(max(Int(end), lower), text.utf8.count)
        let utf8 = text.utf8
        do {
            try receive(
                TextToken(
                    String(decoding: token, as: UTF8.self),
                    range: utf8.index(
                        utf8.startIndex, offsetBy: lower)..<utf8.index(
                            utf8.startIndex, offsetBy: upper),
                    isSynonym: flags & FTS5_TOKEN_COLOCATED != 0))
            return SQLITE_OK
        } catch {
            self.error = error
            return SQLITE_ERROR
        }
    }
}

extension TokenizationPurpose {
    fileprivate var flags: Int32 {
        switch self {
        case .document: FTS5_TOKENIZE_DOCUMENT
        case .query: FTS5_TOKENIZE_QUERY
        case .prefixQuery: FTS5_TOKENIZE_QUERY | FTS5_TOKENIZE_PREFIX
        case .function: FTS5_TOKENIZE_AUX
        }
    }

    init(flags: Int32) {
        if flags & FTS5_TOKENIZE_DOCUMENT != 0 {
            self = .document
        } else if flags & FTS5_TOKENIZE_AUX != 0 {
            self = .function
        } else {
            self = flags & FTS5_TOKENIZE_PREFIX != 0 ? .prefixQuery : .query
        }
    }
}
