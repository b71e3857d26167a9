package import DataLiteSyntax
package import SwiftSyntax

/// The SQL text of a `SourceSQL` for SQLite to read, with a placeholder for each interpolation.
package struct RenderedSQL {
    package private(set) var bytes: [UInt8] = []
    private var sources: [Range<AbsolutePosition>] = []

    /// The bytes of each interpolation.
    package private(set) var ranges: [Range<Int>] = []

    private let end: AbsolutePosition

    /// - Parameter texts: The texts of interpolations, by index, which replace the default placeholders.
    package init(_ source: SourceSQL, _ texts: [Int: String] = [:]) {
        end = source.end
        for piece in source.pieces {
            switch piece {
            case .text(let text):
                bytes += text.bytes
                sources += text.sources
            case .interpolation(let interpolation):
                let start = bytes.count
                bytes += (texts[ranges.count] ?? interpolation.text).utf8
                ranges.append(start..<bytes.count)
                let segment = interpolation.segment
                let range = segment.positionAfterSkippingLeadingTrivia..<segment.endPosition
                sources += bytes[start...].map { _ in range }
            }
        }
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package var tokens: [SQLToken] { Array(SQLTokens(text)) }

    /// The source position of a byte, or the end of the literal for an offset after the last byte.
    package func position(at offset: Int) -> AbsolutePosition {
        sources.indices.contains(offset) ? sources[offset].lowerBound : end
    }

    /// The source range of a nonempty range of bytes.
    package func source(of range: Range<Int>) -> Range<AbsolutePosition> {
        position(at: range.lowerBound)..<sources[range.upperBound - 1].upperBound
    }

    /// The source position after the last token.
    package var endOfTokens: AbsolutePosition {
        tokens.last.map { source(of: $0.range).upperBound } ?? end
    }

    /// The index of the interpolation that a byte belongs to.
    package func interpolation(at offset: Int) -> Int? {
        ranges.firstIndex { $0.contains(offset) }
    }
}

extension SourceSQL.Interpolation {
    fileprivate var text: String {
        switch kind {
        case .value, .unknown: "?"
        case .list: "(?)"
        case .name(let name): QuotedName.quoted(name)
        }
    }
}
