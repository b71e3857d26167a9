import Foundation

/// A document in which the program replaces the text between two markers. A file that has no markers or does not exist
/// is written as a whole.
struct MarkdownFile {
    let path: String

    private static let begin = "<!-- table -->"
    private static let end = "<!-- end of table -->"

    func write(_ text: String) throws {
        let old = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        try replacing(in: old, with: text).write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// The text between the markers, or the whole text.
    static func report(in text: String) -> String {
        guard let begin = text.range(of: begin),
            let end = text.range(of: end, range: begin.upperBound..<text.endIndex)
        else { return text }
        return String(text[begin.upperBound..<end.lowerBound])
    }

    private func replacing(in old: String, with text: String) -> String {
        guard let begin = old.range(of: Self.begin),
            let end = old.range(of: Self.end, range: begin.upperBound..<old.endIndex)
        else { return text }
        return old[..<begin.upperBound] + "\n\n" + text + "\n" + old[end.lowerBound...]
    }
}
