import ArgumentParser
import Foundation

/// `datalite-check`: the SQL of Swift sources, checked against a schema.
@main
struct DataLiteCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "datalite-check",
        abstract: "Check the SQL in Swift sources against a schema.",
        discussion: """
            Finds the string literals that are SQL: of #sql, of the methods of a connection that run \
            or prepare SQL, and of the types SQL and RawSQL. SQLite prepares each statement with the \
            schema, and nothing is run. An error is printed as a compiler does: \
            file:line:column: error: message.

            Functions and collations that the sources declare or add by a literal name are known. \
            For others, use --function, --aggregate and --collation.

            A comment with datalite:ignore, on the line of the literal or on the line before, exempts \
            it. The exit status is 0 without errors, 1 with errors, 64 for wrong arguments, 66 if a \
            file or the schema cannot be read.
            """)

    @Option(
        help: "The schema: a database file, which is opened for reading only, or a file of SQL.")
    var schema: String

    @Option(
        name: .customLong("function"),
        help: "The name of a function that the program adds; repeat it for several.")
    var functions: [String] = []

    @Option(
        name: .customLong("aggregate"),
        help: "The name of an aggregate or window function, likewise.")
    var aggregates: [String] = []

    @Option(name: .customLong("collation"), help: "The name of a collation, likewise.")
    var collations: [String] = []

    @Flag(help: "Also list what is skipped, with the reason.")
    var verbose = false

    @Argument(help: "Swift files, and folders of Swift files. Hidden folders are skipped.")
    var paths: [String]

    func validate() throws {
        for name in functions + aggregates + collations where !DeclaredNames.isValid(name) {
            throw ValidationError("\"\(name)\" is not the name of a function or collation.")
        }
    }

    func run() throws {
        do {
            let report = try check()
            Self.write(report.lines(verbose: verbose), to: .standardOutput)
            Self.write([report.summary], to: .standardError)
            guard report.errorCount == 0 else { throw ExitCode.failure }
        } catch let failure as InputFailure {
            Self.write(failure.lines, to: .standardError)
            throw ExitCode(Self.inputMissing)
        }
    }

    /// `EX_NOINPUT` of `sysexits.h`.
    private static let inputMissing: Int32 = 66

    func check() throws -> CheckReport {
        let files = try SwiftFiles.paths(in: paths).map(SourceFile.init(path:))
        var names = DeclaredNames(
            scalars: functions, aggregates: aggregates, collations: collations)
        files.forEach { names.add(declarationsIn: $0.tree) }
        let database = try SchemaDatabase(path: schema, names: names)
        return SourceCheck(files: files, names: names, database: database).run()
    }

    private static func write(_ lines: [String], to file: FileHandle) {
        file.write(Data(lines.map { $0 + "\n" }.joined().utf8))
    }
}
