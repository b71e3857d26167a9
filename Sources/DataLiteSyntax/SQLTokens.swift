/// The tokens of SQL text, without whitespace and comments, as ``SQLTokenizer`` finds them.
package struct SQLTokens: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0

    package init(_ sql: String) {
        bytes = Array(sql.utf8)
    }

    package mutating func next() -> SQLToken? {
        bytes.withUnsafeBufferPointer { bytes in
            SQLTokenizer(bytes).nextToken(from: &position)
        }
    }
}
