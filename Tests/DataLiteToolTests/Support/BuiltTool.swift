import Foundation

/// The built `datalite`, run as a process.
enum BuiltTool {
    typealias Outcome = ShellCommand.Outcome

    static let path = BuildProducts.path(of: "datalite") ?? "datalite"

    /// Runs the tool with an input and waits for its end.
    static func run(_ arguments: [String], input: String = "") throws -> Outcome {
        try ShellCommand.run(#"exec "$@""#, [path] + arguments, input: input)
    }
}
