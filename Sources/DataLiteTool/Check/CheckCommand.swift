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
            try CheckProgram(beside: Bundle.main.executablePath ?? "").run(arguments)
        }
    }
}

/// The program `datalite-check`.
struct CheckProgram {
    let path: String

    /// - Throws: ``QueryError`` if `datalite-check` is not in the folder of `program`.
    init(beside program: String) throws {
        let folder = URL(fileURLWithPath: program).deletingLastPathComponent()
        path = folder.appendingPathComponent("datalite-check").path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw QueryError(
                "no such program: \"\(path)\"; swift build --product datalite-check builds it")
        }
    }

    /// Replaces the running program. Returns only by throwing.
    ///
    /// - Throws: ``QueryError`` if the program cannot be run.
    func run(_ arguments: [String]) throws {
        let pointers = ([path] + arguments).map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        execv(path, pointers + [nil])
        throw QueryError("cannot run \"\(path)\": \(SystemError.reason(errno))")
    }
}
