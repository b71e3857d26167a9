import DataLiteTestSupport
import Foundation

/// An error: its position, and its message or the beginning of its message.
struct DiagnosticPlace: Equatable, CustomStringConvertible {
    var line: Int
    var column: Int
    var message: String

    var description: String { "\(line):\(column): \(message)" }

    static func path(_ file: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Mistakes/\(file).swift").path
    }

    /// The errors that the comments of a file expect. A comment of spaces, `^` and a message is below the
    /// line of the error. Inside a literal, it is an SQL comment.
    static func expected(in file: String) throws -> [DiagnosticPlace] {
        var places: [DiagnosticPlace] = []
        var line = 0
        let text = try String(contentsOfFile: path(file), encoding: .utf8)
        for (number, content) in text.components(separatedBy: "\n").enumerated() {
            guard let match = content.wholeMatch(of: /( *)((?:\/\/|--) *)([<^]) (.+)/) else {
                line = number + 1
                continue
            }
            // "^" is below the error; "<" means that the error is above the beginning of the comment.
            let offset = match.3 == "^" ? match.2.utf8.count : 0
            places.append(
                DiagnosticPlace(
                    line: line, column: match.1.utf8.count + offset + 1, message: String(match.4)))
        }
        return places
    }

    /// The errors that the compiler reports, without duplicates: it may repeat an error for each overload.
    static func reported(in file: String) throws -> [DiagnosticPlace] {
        var places: [DiagnosticPlace] = []
        let outcome = try SwiftCompiler.typeCheck(path(file))
        for line in outcome.errors.components(separatedBy: "\n") {
            guard let match = line.wholeMatch(of: /.*\.swift:(\d+):(\d+): error: (.*)/),
                let line = Int(match.1), let column = Int(match.2)
            else { continue }
            let place = DiagnosticPlace(line: line, column: column, message: String(match.3))
            if !places.contains(place) { places.append(place) }
        }
        return places.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    /// Whether a reported error is the expected one.
    func matches(_ reported: DiagnosticPlace) -> Bool {
        line == reported.line && column == reported.column && reported.message.hasPrefix(message)
    }
}
