import ArgumentParser
import Foundation

/// `datalite check`
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the SQL in Swift sources against a schema.",
        usage: "datalite check <paths> ... --schema <schema>",
        discussion: """
            Runs datalite-check, which must be in the folder of datalite. It is a program of its own, so \
            that datalite can be built without a parser of Swift.
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

    /// - Throws: ``QueryError`` if the folder of a program does not have it.
    init(beside program: String) throws {
        let folder = URL(fileURLWithPath: program).deletingLastPathComponent()
        path = folder.appendingPathComponent("datalite-check").path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw QueryError(
                "no such program: \"\(path)\"; swift build --product datalite-check builds it")
        }
    }

    /// Replaces the running program.
    ///
    /// - Throws: ``QueryError``, or does not return.
    func run(_ arguments: [String]) throws {
        let pointers = ([path] + arguments).map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        execv(path, pointers + [nil])
        throw QueryError("cannot run \"\(path)\": \(SystemError.reason(errno))")
    }
}
