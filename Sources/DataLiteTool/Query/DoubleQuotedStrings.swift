import ArgumentParser

/// The option to allow strings in double quotes.
struct DoubleQuotedStrings: ParsableArguments {
    @Flag(
        help: "Allow strings in double quotes, as the schemas of old databases have them."
    )
    var doubleQuotedStrings = false
}
