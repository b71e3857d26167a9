import ArgumentParser
import DataLiteCore
import Foundation

/// `datalite generate`
struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Write the tables of a database file as Swift structs for typed queries.",
        discussion: """
            Each table becomes a struct with @Table, and each view a read-only struct. Types are derived \
            from the declared types of the columns; a column that may be NULL is optional. Names \
            become Swift names, with the SQL name in @Column if it differs. Parts of the schema that a \
            struct cannot express become comments. The forms of dates and UUIDs are recognized from the \
            first rows of each table. Apart from them, the output depends only on the schema and the file's \
            name.

            Tables that belong to SQLite, to a virtual table or to datalite migrate are omitted. The \
            database is opened for reading only, and its schema is not trusted without --trust-schema.
            """)

    @Option(help: "A table or view to write; repeatable. (default: all tables and views)")
    var table: [String] = []

    @Option(help: "The access level of the structs and properties.")
    var access = AccessLevel.internal

    @Option(help: "The output file, which is overwritten. (default: standard output)")
    var output: String?

    @OptionGroup var trust: SchemaTrust

    @Argument(help: "The database file.")
    var database: String

    func run() throws {
        try Console.run(hint: ErrorHint(trustsSchema: trust.trustSchema)) { console in
            let file = try output.map { try OutputFile(path: $0, database: database) }
            let connection = try trust.file(database).open()
            let source = GeneratedSource(
                schema: try SchemaReader(connection: connection).read(),
                databaseName: URL(fileURLWithPath: database).lastPathComponent, access: access)
            let text = try source.text(tables: table)
            if let file { try file.write(text) } else { try console.write(text) }
        }
    }
}

extension AccessLevel: ExpressibleByArgument {}
