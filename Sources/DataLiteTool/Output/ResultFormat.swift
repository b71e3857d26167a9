import ArgumentParser
import DataLiteCore
import DataLiteTransfer

/// The formats of results.
enum ResultFormat: String, CaseIterable, ExpressibleByArgument {
    case table, csv, json, jsonl, list, line, quote, markdown

    /// - Parameter isTerminal: Whether the output is a terminal.
    func writer(to output: BufferedOutput, isTerminal: Bool = false) -> any ResultWriter {
        format.writer(to: output, isTerminal: isTerminal)
    }

    /// The format of the library.
    var format: DumpFormat {
        switch self {
        case .table: .table()
        case .csv: .csv()
        case .json: .json()
        case .jsonl: .jsonLines()
        case .list: .list(header: true)
        case .line: .line()
        case .quote: .quote(header: true)
        case .markdown: .markdown()
        }
    }
}
