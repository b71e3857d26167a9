import ArgumentParser
import DataLiteCore
import DataLiteTransfer
import Foundation

/// `datalite import`
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Insert the rows of a CSV or JSON lines file into a table.",
        discussion: """
            CSV is read according to RFC 4180. The first line has the names of the columns, unless \
            --no-header is given; then the fields are in the order of the table's columns. An empty field is \
            NULL, and "" is empty text. Other fields are text, which the type of their column converts: 42 \
            becomes a number in an INTEGER column, and hexadecimal digits a BLOB in a BLOB column.

            In JSON lines, each line is an object, and its keys are columns. A column without a key gets its \
            default. Base64 becomes a BLOB in a BLOB column.

            Everything is one transaction, unless --batch is given. An error names the line.
            """)

    /// The formats that can be imported.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case csv, tsv, jsonl
    }

    @Option(help: "The format; by default, that of the file's extension, or csv.")
    var format: Format?

    @Flag(help: "The first line of the CSV has values, not names.")
    var noHeader = false

    /// What can be done with a row that conflicts with another.
    enum Conflict: String, CaseIterable, ExpressibleByArgument {
        case abort, ignore, replace

        var resolution: ConflictResolution {
            switch self {
            case .abort: .abort
            case .ignore: .ignore
            case .replace: .replace
            }
        }
    }

    @Option(help: "What to do with a row that conflicts with another.")
    var onConflict = Conflict.abort

    @Option(help: "The number of rows in each transaction.")
    var batch: Int?

    @OptionGroup var opening: OpeningOptions

    @Argument(help: "The database file.")
    var database: String

    @Argument(help: "The table.")
    var table: String

    @Argument(help: "The file. If it is missing or -, standard input is read.")
    var file: String?

    func validate() throws {
        guard batch.map({ $0 > 0 }) != false else {
            throw ValidationError("--batch must be at least 1.")
        }
    }

    func run() throws {
        try Console.run(hint: opening.hint()) { output in
            let file = opening.file(database, readonly: false, canCreate: false)
            let connection = try file.open()
            let count = try importRows(into: connection)
            try output.write("\(count.counted("row")) imported\n")
        }
    }

    private func importRows(into connection: Connection) throws -> Int {
        let options = ImportOptions {
            $0.onConflict = onConflict.resolution
            $0.batchSize = batch
        }
        let source: ImportSource =
            if let file, file != "-" {
                .file(file)
            } else {
                .pieces { try FileHandle.standardInput.read(upToCount: 1 << 16).map(Array.init) }
            }
        let format = format ?? file.flatMap(Format.init(ofFile:)) ?? .csv
        guard format != .jsonl else {
            return try connection.importJSONLines(source, into: table, options: options)
        }
        let form = CSVForm(
            header: noHeader ? .none : .firstLine, separator: format == .tsv ? .tab : .comma)
        return try connection.importCSV(source, into: table, form: form, options: options)
    }
}

extension ImportCommand.Format {
    /// The format that the extension of a file names, in any letter case.
    fileprivate init?(ofFile path: String) {
        self.init(rawValue: (path as NSString).pathExtension.lowercased())
    }
}
