import ArgumentParser

/// The option to trust the schema of a database file.
struct SchemaTrust: ParsableArguments {
    @Flag(
        help: "Trust the schema of the database: let its SQL call every function."
    )
    var trustSchema = false

    /// A file to read the schema from. It may have strings in double quotes.
    func file(_ path: String) -> DatabaseFile {
        DatabaseFile(
            path: path, readonly: true, create: false, trustsSchema: trustSchema,
            allowsDoubleQuotedStrings: true)
    }
}

/// The options of commands that run SQL of the user.
struct OpeningOptions: ParsableArguments {
    @OptionGroup var trust: SchemaTrust

    @Flag(
        help: "Allow strings in double quotes, as the schemas of old databases have them."
    )
    var doubleQuotedStrings = false

    func hint(isReadonly: Bool = false) -> ErrorHint {
        ErrorHint(
            isReadonly: isReadonly, trustsSchema: trust.trustSchema,
            canAllowDoubleQuotedStrings: !doubleQuotedStrings)
    }

    func file(
        _ path: String, readonly: Bool = true, create: Bool = false, canCreate: Bool = true
    ) -> DatabaseFile {
        DatabaseFile(
            path: path, readonly: readonly, create: create, trustsSchema: trust.trustSchema,
            allowsDoubleQuotedStrings: doubleQuotedStrings, canCreate: canCreate)
    }
}
