import Foundation
import SwiftParser
import SwiftSyntax

/// A parsed Swift file.
struct SourceFile: Sendable {
    let path: String
    let tree: SourceFileSyntax
    private let text: String
    private let converter: SourceLocationConverter

    /// The exemptions by the line of their comments.
    private let exemptions: [Int: Exemption]

    /// The names in exemption comments that are not rules.
    let unknownRules: [(name: String, place: SourceLocation)]

    init(path: String, text: String) {
        self.path = path
        self.text = text
        tree = Parser.parse(source: text)
        converter = SourceLocationConverter(fileName: path, tree: tree)
        let comments =
            text.contains(Exemption.marker) ? Self.exemptions(in: tree, converter) : []
        exemptions = Dictionary(comments.map { ($0.place.line, $0.exemption) }) { first, second in
            var both = first
            both.formUnion(second)
            return both
        }
        unknownRules = comments.flatMap { comment in
            comment.exemption.unknownRules.map { ($0, comment.place) }
        }
    }

    func location(of position: AbsolutePosition) -> SourceLocation {
        converter.location(for: position)
    }

    /// The column of a location, in Unicode scalars.
    func scalarColumn(of location: SourceLocation) -> Int {
        let utf8 = text.utf8
        let count = location.column - 1
        guard
            let end = utf8.index(
                utf8.startIndex, offsetBy: location.offset, limitedBy: utf8.endIndex),
            let start = utf8.index(end, offsetBy: -count, limitedBy: utf8.startIndex)
        else { return location.column }
        return utf8[start..<end].count { $0 & 0xc0 != 0x80 } + 1
    }

    /// The exemption of SQL text, from comments on one of its lines, at the call, or on the line before it.
    func exemption(of text: some SyntaxProtocol, callAt call: AbsolutePosition?) -> Exemption {
        var exemption = Exemption()
        guard !exemptions.isEmpty else { return exemption }
        let start = text.positionAfterSkippingLeadingTrivia
        let first = location(of: Swift.min(call ?? start, start)).line
        let last = location(of: text.endPositionBeforeTrailingTrivia).line
        for line in first - 1...last {
            if let other = exemptions[line] { exemption.formUnion(other) }
        }
        return exemption
    }

    private static func exemptions(
        in tree: SourceFileSyntax, _ converter: SourceLocationConverter
    ) -> [(exemption: Exemption, place: SourceLocation)] {
        var comments: [(exemption: Exemption, place: SourceLocation)] = []
        for token in tree.tokens(viewMode: .sourceAccurate) {
            add(token.leadingTrivia, at: token.position)
            add(token.trailingTrivia, at: token.endPositionBeforeTrailingTrivia)
        }
        return comments

        func add(_ trivia: Trivia, at start: AbsolutePosition) {
            var position = start
            for piece in trivia {
                switch piece {
                case .lineComment(let text), .blockComment(let text):
                    guard let exemption = Exemption(comment: text) else { break }
                    comments.append((exemption, converter.location(for: position)))
                default: break
                }
                position += piece.sourceLength
            }
        }
    }
}
