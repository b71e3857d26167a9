import ArgumentParser

/// The option to trust the schema of a database file.
struct SchemaTrust: ParsableArguments {
    @Flag(
        help: "Trust the schema of the database: let its SQL call every function."
    )
    var trustSchema = false
}
