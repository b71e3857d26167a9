import ArgumentParser
import DataLiteDatabase
import Foundation

/// `datalite migrate`
struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Apply the pending .sql migrations in a folder to a database file.",
        usage: """
            datalite migrate [--create] [--to <name>] [<options>] <database> <folder>
            datalite migrate --rehearse [--to <name>] [<options>] <database> <folder>
            datalite migrate --status [<options>] <database> <folder>

            OPTIONS: --trust-schema, --double-quoted-strings
            """,
        discussion: """
            The files run in the order of the numbers at the start of their names: 001 create.sql, \
            2_people.sql, 10.sql, 2024-01-31T10-00 add.sql. Each file runs in its own transaction, \
            with foreign keys off; they are checked at the end of the transaction. A file that begins \
            with PRAGMA foreign_keys = ON runs with foreign keys on. A file that fails is rolled back; \
            the files before it stay applied.

            Applied files are recorded with their text in the table datalite_migrations. Nothing is \
            run if an applied file was changed or is missing, or if a pending file comes before it. \
            Changes to whitespace, comments and the letter case of keywords are ignored.

            --status lists the files and the changed lines of changed files, and ends with status 1 \
            if migrating would be refused. --rehearse runs the pending files on a temporary copy.
            """)

    @Flag(help: "Create the database if it does not exist.")
    var create = false

    @Flag(help: "List the migrations and their states without running any.")
    var status = false

    @Flag(help: "Run the pending migrations on a temporary copy of the database.")
    var rehearse = false

    @Option(help: "The name of the last file to run.")
    var to: String?

    @OptionGroup var opening: OpeningOptions

    @Argument(help: "The database file.")
    var database: String

    @Argument(help: "The folder with the .sql files.")
    var folder: String

    func validate() throws {
        guard [status, rehearse, create].count(where: { $0 }) <= 1 else {
            throw ValidationError("--create, --rehearse and --status cannot be combined.")
        }
        guard !status || to == nil else {
            throw ValidationError("--to cannot be used with --status.")
        }
    }

    func run() throws {
        try Console.run(hint: opening.hint()) { output in
            let migrator = try Migrator(folder: folder)
            let file = opening.file(database, readonly: status || rehearse, create: create)
            let connection = try file.open()
            let report = MigrationReport(
                migrator: migrator, configuration: file.configuration, output: output)
            if status {
                try report.writeStatus(of: connection)
            } else if rehearse {
                try report.rehearse(connection, upTo: name)
            } else {
                try report.migrate(connection, upTo: name)
            }
        }
    }

    /// The name of the migration, without the `.sql` of its file.
    private var name: String? {
        guard let to, to.lowercased().hasSuffix(".sql") else { return to }
        return String(to.dropLast(".sql".count))
    }
}
