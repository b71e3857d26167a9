import ArgumentParser
import DataLiteCore
import DataLiteTransfer

/// `datalite dump`
struct DumpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump",
        abstract: "Print the SQL script that recreates a database.",
        discussion: """
            The script recreates the schema and the rows, including rowids, the greatest keys of \
            AUTOINCREMENT and user_version. Run it on an empty database: datalite query --create <copy> < \
            <script>. The file is opened for reading only.

            With --content, the output is human-readable, and for comparing databases: the schema, then each table \
            with its rows, in an order that depends only on the content.
            """)

    @Flag(help: "Print the schema and the rows in a human-readable form.")
    var content = false

    @Option(help: "The format of the rows with --content; by default, list.")
    var format: ResultFormat?

    @OptionGroup var trust: SchemaTrust

    @Argument(help: "The database file.")
    var database: String

    func validate() throws {
        guard content || format == nil else {
            throw ValidationError("--format needs --content: a script has only one format.")
        }
    }

    func run() throws {
        try Console.run(hint: ErrorHint(isReadonly: true, trustsSchema: trust.trustSchema)) {
            output in
            let connection = try trust.file(database).open()
            try connection.dumping {
                guard content else {
                    return try ScriptDump(
                        of: connection, to: output, isTerminal: Console.isTerminal
                    ).write()
                }
                try Dump(of: connection, to: output, isTerminal: Console.isTerminal)
                    .content((format ?? .list).format)
            }
        }
    }
}
