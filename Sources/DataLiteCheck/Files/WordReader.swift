/// Reads the words of a source file quickly, without a parser. Words in comments and literals are included.
struct WordReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The hash of the next word.
    mutating func next() -> UInt64? {
        while index < bytes.count, !Self.isPart(bytes[index]) { index += 1 }
        guard index < bytes.count else { return nil }
        var hash = Self.seed
        while index < bytes.count, Self.isPart(bytes[index]) {
            hash = Self.combine(hash, bytes[index])
            index += 1
        }
        return hash
    }

    /// Whether a parenthesis follows the word, and a string literal or a comment follows the parenthesis.
    var beginsCallWithText: Bool {
        guard let first = nextVisible(from: index) else { return false }
        if bytes[first] == UInt8(ascii: "/") { return true }
        guard bytes[first] == UInt8(ascii: "("), let second = nextVisible(from: first + 1) else {
            return false
        }
        return [UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "/")].contains(bytes[second])
    }

    private func nextVisible(from start: Int) -> Int? {
        bytes[start...].firstIndex { $0 > 0x20 }
    }

    /// The FNV-1a hash of a word. A collision only causes a file to be parsed without need.
    static func hash(_ word: some Sequence<UInt8>) -> UInt64 { word.reduce(seed, combine) }

    private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

    private static func combine(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
