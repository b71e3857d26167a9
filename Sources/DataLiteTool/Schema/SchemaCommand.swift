import ArgumentParser
import DataLiteCore
import DataLiteTransfer

/// `datalite schema`
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the schema of a database, or a diagram of it.",
        discussion: """
            A diagram has the tables, their columns and their foreign keys: a circle stands for none, a \
            bar for one, a crow's foot for many. It has no views, and no tables of SQLite, of virtual \
            tables or of datalite migrate. The file is opened for reading only.
            """)

    @Flag(help: "Print an entity diagram for Mermaid, which many Markdown viewers draw.")
    var diagram = false

    @Flag(help: "Print the diagram as SVG, for light and dark backgrounds.")
    var svg = false

    @OptionGroup var trust: SchemaTrust

    @Argument(help: "The database file.")
    var database: String

    func run() throws {
        try Console.run(hint: ErrorHint(isReadonly: true, trustsSchema: trust.trustSchema)) {
            let connection = try trust.file(database).open()
            guard diagram || svg else {
                return try connection.dumping(Dump(of: connection, to: $0).schema)
            }
            let diagram = EntityDiagram(try connection.schema)
            try $0.write(svg ? DiagramLayout(diagram).svg : diagram.mermaid)
        }
    }
}
