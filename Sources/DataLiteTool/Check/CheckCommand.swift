import ArgumentParser
import Foundation

/// `datalite check`
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the SQL in Swift sources against a schema.",
        usage: "datalite check <paths> ... --schema <schema>",
        discussion: """
            Runs datalite-check, which must be in the same folder as datalite. It is a separate program, so \
            that datalite can be built without a Swift parser.
            """)

    @Argument(
        parsing: .captureForPassthrough, help: "The arguments of datalite-check; try --help.")
    var arguments: [String] = []

    func run() throws {
        try Console.run { _ in
            try OtherProgram("datalite-check").run(arguments)
        }
    }
}
