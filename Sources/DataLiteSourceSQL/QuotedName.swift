/// Names in SQL text.
package enum QuotedName {
    /// The name in double quotes.
    package static func quoted(_ name: some StringProtocol) -> String {
        "\""
            + name.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }
}
