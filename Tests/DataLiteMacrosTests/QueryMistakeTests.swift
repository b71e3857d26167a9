import DataLiteTestSupport
import Foundation
import Testing

@Suite("A mistake in a query")
struct QueryMistakeTests {
    /// An error: where it is, and its message or how that begins.
    private struct Diagnostic: Equatable, CustomStringConvertible {
        var line: Int
        var column: Int
        var message: String

        var description: String { "\(line):\(column): \(message)" }
    }

    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Mistakes/Queries.swift").path

    /// A comment of spaces, `^` and a text stands below the line that it is about.
    private func expectedErrors() throws -> [Diagnostic] {
        var errors: [Diagnostic] = []
        var line = 0
        let text = try String(contentsOfFile: Self.path, encoding: .utf8)
        for (number, content) in text.components(separatedBy: "\n").enumerated() {
            guard let match = content.wholeMatch(of: /( *\/\/ +)\^ (.+)/) else {
                line = number + 1
                continue
            }
            errors.append(
                Diagnostic(
                    line: line, column: match.1.utf8.count + 1, message: String(match.2)))
        }
        return errors
    }

    /// The compiler repeats an error where it tries several overloads.
    private func reportedErrors() throws -> [Diagnostic] {
        var errors: [Diagnostic] = []
        for line in try SwiftCompiler.typeCheck(Self.path).errors.components(separatedBy: "\n") {
            guard let match = line.wholeMatch(of: /.*\.swift:(\d+):(\d+): error: (.*)/),
                let line = Int(match.1), let column = Int(match.2)
            else { continue }
            let error = Diagnostic(line: line, column: column, message: String(match.3))
            if !errors.contains(error) { errors.append(error) }
        }
        return errors.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    @Test("is reported where it is, in the words of the types involved")
    func places() throws {
        let expected = try expectedErrors()
        let reported = try reportedErrors()
        #expect(expected.count >= 26)
        #expect(reported.count == expected.count)
        for (expected, reported) in zip(expected, reported) {
            #expect(
                reported.line == expected.line && reported.column == expected.column
                    && reported.message.hasPrefix(expected.message),
                "expected \(expected), reported \(reported)")
        }
    }

    @Test("does not exhaust the compiler")
    func limits() throws {
        for error in try reportedErrors() {
            #expect(!error.message.contains("failed to produce diagnostic"))
            #expect(!error.message.contains("unable to type-check"))
        }
    }
}
