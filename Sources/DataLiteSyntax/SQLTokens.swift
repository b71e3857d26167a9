/// The tokens of an SQL text, without white space and comments, as ``SQLTokenizer`` finds them.
package struct SQLTokens: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0

    package init(_ sql: String) {
        bytes = Array(sql.utf8)
    }

    package mutating func next() -> SQLToken? {
        bytes.withUnsafeBufferPointer { bytes in
            let tokenizer = SQLTokenizer(bytes)
            let start = tokenizer.endOfSpace(from: position)
            position = start
            guard start < bytes.count else { return nil }
            let (kind, end) = tokenizer.token(at: start)
            position = end
            let text = String(decoding: bytes[start..<end], as: UTF8.self)
            return SQLToken(kind, text: text, range: start..<end)
        }
    }
}
