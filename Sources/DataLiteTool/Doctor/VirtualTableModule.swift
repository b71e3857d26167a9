import DataLiteSyntax

/// The module of a virtual table.
enum VirtualTableModule {
    /// The name of the module in lower case, or `nil` if the statement does not create a virtual table.
    static func name(in sql: String) -> String? {
        var tokens = SQLTokens(sql).makeIterator()
        while let token = tokens.next() {
            if token.keyword == "USING" { return tokens.next()?.name?.lowercased() }
        }
        return nil
    }
}
