import ArgumentParser
import DataLiteCore
import DataLiteTransfer

/// `datalite functions`
struct FunctionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "functions",
        abstract: "List the SQL functions that datalite adds to SQLite's own.")

    func run() throws {
        try Console.run { try FunctionList.write(to: $0) }
    }
}

/// The functions of the tool as a table.
enum FunctionList {
    static func write(to output: BufferedOutput) throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            sql: "CREATE TABLE list(function, arguments INTEGER, kind, options, result)")
        for function in ToolFunction.all {
            let recorder = FunctionRecorder()
            try function.register(recorder)
            for definition in recorder.definitions {
                try connection.execute(
                    """
                    INSERT INTO list VALUES (\(function.signature), \(definition.argc), \
                    \(definition.kind), \(definition.options.names), \(function.summary))
                    """)
            }
        }
        try ResultFormat.table.writer(to: output).write(
            connection.prepare(sql: "SELECT * FROM list"))
    }
}

extension Function.Registration {
    /// SQLite's name for the kind: `scalar`, `aggregate`, `window`.
    var kind: String {
        switch _implementation {
        case .scalar: "scalar"
        case .aggregate: "aggregate"
        case .window: "window"
        }
    }
}

extension Function.Options {
    /// The names of the options, separated by commas.
    var names: String {
        let all: [(Function.Options, String)] = [
            (.deterministic, "deterministic"), (.directonly, "directonly"),
            (.innocuous, "innocuous"), (.subtype, "subtype"), (.resultSubtype, "resultSubtype"),
        ]
        return all.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
}
