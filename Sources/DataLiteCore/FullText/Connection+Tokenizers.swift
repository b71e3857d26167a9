import DataLiteC

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
    /// tokenizer can run SQL on the connection, which throws `SQLITE_MISUSE`. If one throws an error, the statement fails
    /// with it as the `underlyingError`. A tokenizer that is added later under the same name is used by tables that are
    /// opened later. A tokenizer cannot be removed. At most 32 tokenizers can be made for each other. C:
    /// `fts5_api.xCreateTokenizer`.
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
