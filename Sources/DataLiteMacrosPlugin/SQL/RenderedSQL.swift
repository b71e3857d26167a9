import DataLiteSyntax
import SwiftSyntax

/// The text of a `SourceSQL` that SQLite reads, with something of the same kind for each interpolation.
struct RenderedSQL {
    /// What takes the place of an interpolation.
    enum Substitute: String {
        case value = "?"
        case name = #""name""#
        case query = "SELECT 1"
        case nothing = " "
        /// A part of a string, a quoted name or a comment.
        case letter = "x"
    }

    private(set) var bytes: [UInt8] = []
    private var sources: [Range<AbsolutePosition>] = []

    /// The bytes of each interpolation.
    private(set) var ranges: [Range<Int>] = []

    private let end: AbsolutePosition

    /// - Parameter substitutes: for interpolations by index, instead of what their syntax tells.
    init(_ source: SourceSQL, _ substitutes: [Int: Substitute]) {
        end = source.end
        for piece in source.pieces {
            switch piece {
            case .text(let text):
                bytes += text.bytes
                sources += text.sources
            case .interpolation(let interpolation):
                let start = bytes.count
                bytes += (substitutes[ranges.count]?.rawValue ?? interpolation.text).utf8
                ranges.append(start..<bytes.count)
                let segment = interpolation.segment
                let range = segment.positionAfterSkippingLeadingTrivia..<segment.endPosition
                sources += bytes[start...].map { _ in range }
            }
        }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    var tokens: [SQLToken] { Array(SQLTokens(text)) }

    /// The place of a byte in the source; after the last one, the end of the literal.
    func position(at offset: Int) -> AbsolutePosition {
        sources.indices.contains(offset) ? sources[offset].lowerBound : end
    }

    /// The place of some bytes, of which there is at least one.
    func source(of range: Range<Int>) -> Range<AbsolutePosition> {
        position(at: range.lowerBound)..<sources[range.upperBound - 1].upperBound
    }

    /// The place after the last token.
    var endOfTokens: AbsolutePosition {
        tokens.last.map { source(of: $0.range).upperBound } ?? end
    }

    /// The index of the interpolation that a byte belongs to.
    func interpolation(at offset: Int) -> Int? {
        ranges.firstIndex { $0.contains(offset) }
    }
}

extension SourceSQL.Interpolation {
    fileprivate var text: String {
        switch kind {
        case .value, .unknown: "?"
        case .list: "(?)"
        case .name(let name):
            "\""
                + name.split(separator: "\"", omittingEmptySubsequences: false)
                .joined(separator: "\"\"") + "\""
        }
    }
}
