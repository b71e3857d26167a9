import DataLiteCore
import DataLiteSyntax

/// A schema as an SQL script.
struct SchemaScript {
    let path: String
    let text: String

    /// Runs the statements.
    ///
    /// - Throws: ``InputFailure`` with the position of the first statement that fails.
    func run(on connection: Connection) throws {
        let bytes = Array(text.utf8)
        for range in SQLScanner.statementRanges(text) {
            do {
                try connection.execute(script: String(decoding: bytes[range], as: UTF8.self))
            } catch  where error.message.hasPrefix("object name reserved for internal use") {
                // The shell's `.schema` also prints SQLite's internal tables.
                continue
            } catch {
                throw failure(error, at: range.lowerBound + (error.offset ?? 0), in: bytes)
            }
        }
    }

    private func failure(_ error: SQLiteError, at offset: Int, in bytes: [UInt8]) -> InputFailure {
        let before = bytes.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let message = TerminalText.printable(error.message[...])
        return InputFailure(
            lines: ["\(path):\(line):\(before.count - lineStart + 1): error: \(message)"])
    }
}
