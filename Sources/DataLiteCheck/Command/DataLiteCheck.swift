import ArgumentParser
import DataLiteCore
import Foundation

/// `datalite-check`: the SQL of Swift sources, checked against a schema.
@main
struct DataLiteCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "datalite-check",
        abstract: "Check the SQL in Swift sources against a schema.",
        discussion: """
            Finds the string literals that are SQL: of #sql, of the methods of a connection that run \
            or prepare SQL, and of the types SQL and SQLFragment. SQLite prepares each statement with the \
            schema, and nothing is run. An error is printed as a compiler does: \
            file:line:column: error: message.

            Functions and collations that the sources declare or add by a literal name are known. \
            For others, use --function, --aggregate and --collation.

            A comment with datalite:ignore, on the line of the literal or on the line before, exempts \
            it; datalite:ignore(no-such-column) suppresses its errors of one kind, as named by \
            --format json. The exit status is 0 without errors, 1 with errors, 64 for wrong \
            arguments, 66 if a file or a schema cannot be read.
            """)

    @Option(
        name: .customLong("schema"),
        help: """
            The schema: a database file, which is opened for reading only, a file of SQL, or a folder \
            of migrations. Repeat it for a program with several databases: a statement has to be right \
            for one of them. name=file is a database that the program attaches.
            """)
    var schemas: [String]

    @Option(help: "How to print the errors.")
    var format = ReportFormat.text

    @Option(
        name: .customLong("function"),
        help: "The name of a function that the program adds; repeat it for several.")
    var functions: [String] = []

    @Option(
        name: .customLong("aggregate"),
        help: "The name of an aggregate or window function; repeat it for several.")
    var aggregates: [String] = []

    @Option(
        name: .customLong("collation"),
        help: "The name of a collation that the program adds; repeat it for several.")
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
            let output = try format.output(report, verbose: verbose)
            FileHandle.standardOutput.write(Data(output.utf8))
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
        let paths = try SwiftFiles.paths(in: paths)
        let texts = try paths.concurrentMap { path in
            Result { try SourceText(path: path) }
        }.map { try $0.get() }
        let files = texts.concurrentMap { text in
            text.isRelevant ? SourceFile(path: text.path, text: text.text) : nil
        }.compactMap(\.self)
        var names = DeclaredNames(
            scalars: functions, aggregates: aggregates, collations: collations)
        let declared = files.concurrentMap { file in
            var names = DeclaredNames()
            names.add(declarationsIn: file.tree)
            return names
        }
        declared.forEach { names.add($0) }
        let databases = try SchemaDatabase.databases(
            schemas.map(SchemaArgument.init), names: names)
        var report = SourceCheck(files: files, names: names, databases: databases).run()
        report.fileCount = texts.count
        return report
    }

    private static func write(_ lines: [String], to file: FileHandle) {
        let text = lines.map { TerminalText.printable($0[...]) + "\n" }.joined()
        file.write(Data(text.utf8))
    }
}
