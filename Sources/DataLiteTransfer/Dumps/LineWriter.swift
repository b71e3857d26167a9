import DataLiteCore

/// Writes each value on a line with the name of its column, and an empty line between rows.
final class LineWriter: ResultWriter {
    private let output: BufferedOutput
    private let nullValue: String
    /// The names of the columns, aligned at their ends.
    private var names: [String] = []
    private var isFirstRow = true

    init(to output: BufferedOutput, nullValue: String) {
        self.output = output
        self.nullValue = nullValue
    }

    func begin(columns: [String]) throws {
        let printable = columns.map { TerminalText.printableValue($0[...]) }
        let widths = printable.map(TerminalText.columns)
        let width = widths.max() ?? 0
        names = zip(printable, widths).map { String(repeating: " ", count: width - $1) + $0 }
    }

    func add(rowOf statement: any StatementProtocol) throws {
        if !isFirstRow { try output.write("\n") }
        isFirstRow = false
        for (index, name) in names.enumerated() {
            let value = statement.withColumn(at: Int32(index)) {
                ValueText.complete($0, null: nullValue)
            }
            try output.write("\(name) = \(value)\n")
        }
    }

    func end() throws {}
}
