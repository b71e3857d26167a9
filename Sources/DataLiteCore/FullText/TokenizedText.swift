/// A text as FTS5 passes it, as a string.
struct TokenizedText {
    let string: String

    /// The position in the original bytes of each byte of the string, and of its end; `nil` if they are the same bytes.
    private let origins: [Int32]?

    init(_ bytes: UnsafeRawBufferPointer) {
        let string = String(decoding: bytes, as: UTF8.self)
        let isSame = string.utf8.withContiguousStorageIfAvailable { repaired in
            repaired.count == bytes.count && repaired.elementsEqual(bytes)
        }
        (self.string, origins) = isSame == true ? (string, nil) : Self.repaired(bytes)
    }

    private static func repaired(_ bytes: UnsafeRawBufferPointer) -> (String, [Int32]) {
        var scalars = String.UnicodeScalarView()
        var origins: [Int32] = []
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var position: Int32 = 0
        var isAtEnd = false
        while !isAtEnd {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                scalars.append(Unicode.UTF8.decode(encoded))
                for _ in encoded {
                    origins.append(position)
                    position += 1
                }
            case .error(let length):
                scalars.append("\u{FFFD}")
                origins += repeatElement(position, count: 3)
                position += Int32(clamping: length)
            case .emptyInput:
                origins.append(position)
                isAtEnd = true
            }
        }
        return (String(scalars), origins)
    }

    /// The original bytes of a part of the string; `nil` if it is not in the string.
    func bytes(of range: Range<String.Index>) -> (lowerBound: Int32, upperBound: Int32)? {
        guard range.lowerBound >= string.startIndex, range.upperBound <= string.endIndex else {
            return nil
        }
        let utf8 = string.utf8
        let lower = utf8.distance(from: utf8.startIndex, to: range.lowerBound)
        let upper = utf8.distance(from: utf8.startIndex, to: range.upperBound)
        guard let origins else { return (Int32(clamping: lower), Int32(clamping: upper)) }
        return (origins[lower], origins[upper])
    }
}
