import DataLiteCore
import DataLiteTransfer
import Foundation

/// The output of `datalite watch`: tables, each with the time and a summary of the changes.
final class WatchPage {
    private let output: BufferedOutput
    private let isColored: Bool
    private let now: () -> Date
    private var isFirst = true

    init(
        output: BufferedOutput, isColored: Bool = Console.usesColors,
        now: @escaping () -> Date = Date.init
    ) {
        self.output = output
        self.isColored = isColored
        self.now = now
    }

    /// Writes a result, and marks the cells that differ from the previous result.
    func write(_ result: QueryResult, after previous: QueryResult?) throws {
        guard let previous, previous.columns == result.columns else {
            return try write(result, nil, previous == nil ? "" : "other columns")
        }
        guard previous != result else { return try write(result, nil, "unchanged") }
        let changes = ResultChanges(from: previous.rows, to: result.rows)
        try write(result, changes, changes.description)
    }

    /// Writes an error instead of a result.
    func write(error: String) throws {
        try writeTitle("error")
        try output.write(error + "\n")
        try output.flush()
    }

    private func write(_ result: QueryResult, _ changes: ResultChanges?, _ summary: String) throws {
        try writeTitle(summary)
        let writer = AlignedWriter(layout: TableLayout(), to: output)
        try writer.begin(columns: result.columns)
        for (index, row) in result.rows.enumerated() {
            let marked = isColored ? changes?.columns[index] ?? [] : []
            try writer.add(row, marking: marked)
        }
        try writer.end()
        try output.flush()
    }

    private func writeTitle(_ summary: String) throws {
        let time = now().formatted(
            Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current)
                .year().month().day().time(includingFractionalSeconds: false))
        let title = summary.isEmpty ? time : "\(time)  \(summary)"
        if !isFirst { try output.write("\n") }
        isFirst = false
        try output.write((isColored ? "\u{1b}[1m\(title)\u{1b}[0m" : title) + "\n")
    }
}
