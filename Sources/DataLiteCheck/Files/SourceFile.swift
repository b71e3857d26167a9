import Foundation
import SwiftParser
import SwiftSyntax

/// A parsed Swift file.
struct SourceFile {
    let path: String
    let tree: SourceFileSyntax
    private let converter: SourceLocationConverter
    /// What a comment contains that exempts SQL.
    static let exemption = "datalite:ignore"

    /// The lines with such a comment.
    private let exemptingLines: Set<Int>

    /// - Throws: ``InputFailure`` if the file cannot be read or is not UTF-8.
    init(path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw InputFailure("cannot read \"\(path)\"")
        }
        guard let text = String(bytes: data, encoding: .utf8) else {
            throw InputFailure("\"\(path)\" is not valid UTF-8")
        }
        self.init(path: path, text: text)
    }

    init(path: String, text: String) {
        self.path = path
        tree = Parser.parse(source: text)
        converter = SourceLocationConverter(fileName: path, tree: tree)
        exemptingLines = text.contains(Self.exemption) ? Self.exemptingLines(tree, converter) : []
    }

    func location(of position: AbsolutePosition) -> SourceLocation {
        converter.location(for: position)
    }

    /// Whether a comment exempts SQL text: on one of its lines, at the call, or on the line before.
    func isExempt(_ text: some SyntaxProtocol, callAt call: AbsolutePosition?) -> Bool {
        guard !exemptingLines.isEmpty else { return false }
        let start = text.positionAfterSkippingLeadingTrivia
        let first = location(of: Swift.min(call ?? start, start)).line
        let last = location(of: text.endPositionBeforeTrailingTrivia).line
        return (first - 1...last).contains(where: exemptingLines.contains)
    }

    private static func exemptingLines(
        _ tree: SourceFileSyntax, _ converter: SourceLocationConverter
    ) -> Set<Int> {
        var lines: Set<Int> = []
        for token in tree.tokens(viewMode: .sourceAccurate) {
            add(token.leadingTrivia, at: token.position)
            add(token.trailingTrivia, at: token.endPositionBeforeTrailingTrivia)
        }
        return lines

        func add(_ trivia: Trivia, at start: AbsolutePosition) {
            var position = start
            for piece in trivia {
                switch piece {
                case .lineComment(let text), .blockComment(let text):
                    guard text.contains(exemption) else { break }
                    lines.insert(converter.location(for: position).line)
                default: break
                }
                position += piece.sourceLength
            }
        }
    }
}
