import DataLiteCore

/// Writes the values of each row on one line, with a separator between them.
final class DelimitedWriter: ResultWriter {
    private let output: BufferedOutput
    private let hasHeader: Bool
    private let separator: String
    /// The text before the first value and after the last one.
    private let (prefix, suffix): (String, String)
    private let value: (borrowing SQLiteValueView) -> String
    private let name: (String) -> String
    private var columnCount: Int32 = 0

    init(
        to output: BufferedOutput, hasHeader: Bool, separator: String, prefix: String = "",
        suffix: String = "", value: @escaping (borrowing SQLiteValueView) -> String,
        name: @escaping (String) -> String = { $0 }
    ) {
        self.output = output
        self.hasHeader = hasHeader
        self.separator = separator
        (self.prefix, self.suffix) = (prefix, suffix)
        self.value = value
        self.name = name
    }

    func begin(columns: [String]) throws {
        columnCount = Int32(columns.count)
        guard hasHeader else { return }
        try output.write(columns.map(name).joined(separator: separator) + "\n")
    }

    func add(rowOf statement: any StatementProtocol) throws {
        try output.write(prefix)
        for index in 0..<columnCount {
            if index > 0 { try output.write(separator) }
            try output.write(statement.withColumn(at: index) { value($0) })
        }
        try output.write(suffix)
        try output.write("\n")
    }

    func end() throws {}
}
