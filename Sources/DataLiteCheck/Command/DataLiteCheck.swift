import ArgumentParser
import DataLiteCore
import Foundation

#if !Tools && !Standard
    #error("datalite-check needs the trait Tools of the package DataLite")
#endif

/// `datalite-check`: checks the SQL in Swift sources against a schema.
@main
struct DataLiteCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "datalite-check",
        abstract: "Check the SQL in Swift sources against a schema.",
        discussion: """
            Checks the string literals that contain SQL: in #sql, in calls of connection methods that run \
            or prepare SQL, and of the types SQL and SQLFragment. SQLite prepares each statement with the \
            schema, and nothing is run. Errors have the format of compiler errors: \
            file:line:column: error: message.

            Functions and collations that the sources declare or register with a literal name are known. \
            For others, use --function, --aggregate and --collation.

            A comment with datalite:ignore, on the line of the literal or on the line before it, exempts \
            the literal; datalite:ignore(no-such-column) suppresses its errors of one kind, as named by \
            --format json. The exit status is 0 without errors, 1 with errors, 64 for invalid \
            arguments, and 66 if a file or a schema cannot be read.
            """)

    @Option(
        name: .customLong("schema"),
        help: """
            The schema: a database file, which is opened for reading only, an SQL file, or a folder \
            of migrations. Repeatable, for a program with several databases: a statement must be valid \
            for one of them. Use name=file for a database that the program attaches.
            """)
    var schemas: [String]

    @Option(help: "The output format.")
    var format = ReportFormat.text

    @Option(
        name: .customLong("function"),
        help: "A function that the program registers; repeatable.")
    var functions: [String] = []

    @Option(
        name: .customLong("aggregate"),
        help: "An aggregate or window function that the program registers; repeatable.")
    var aggregates: [String] = []

    @Option(
        name: .customLong("collation"),
        help: "A collation that the program registers; repeatable.")
    var collations: [String] = []

    @Flag(help: "Also list skipped SQL, with the reason.")
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
            try FileHandle.standardOutput.write(contentsOf: Data(output.utf8))
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
        // A closed output cannot be reported anywhere, and the method that does not throw would end the process.
        try? file.write(contentsOf: Data(text.utf8))
    }
}
