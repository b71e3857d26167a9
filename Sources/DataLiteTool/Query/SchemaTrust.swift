import ArgumentParser

/// The option that trusts the schema of a database file.
struct SchemaTrust: ParsableArguments {
    @Flag(
        help: "Let SQL in the schema of the database call every function, as in a file of your own."
    )
    var trustSchema = false
}
