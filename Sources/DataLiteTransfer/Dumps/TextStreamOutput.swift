import Foundation

extension TextOutputStream {
    /// Calls a closure with an output whose text is written to the stream, about 64 KiB at a time. Bytes that are not
    /// UTF-8 are repaired.
    mutating func withOutput(_ body: (BufferedOutput) throws -> Void) throws {
        var rest = IncompleteText()
        let write = { (stream: inout Self, bytes: UnsafeRawBufferPointer) in
            stream.write(rest.text(followedBy: bytes))
        }
        let drain = { (bytes: UnsafeRawBufferPointer) in write(&self, bytes) }
        try withoutActuallyEscaping(drain) { drain in
            let output = BufferedOutput(drain: drain)
            // What was written before an error is kept.
            defer { try? output.flush() }
            try body(output)
        }
        self.write(rest.text(followedBy: UnsafeRawBufferPointer(start: nil, count: 0), isEnd: true))
    }
}

/// The bytes at the end of a text whose character is not complete yet.
private struct IncompleteText {
    private var bytes: [UInt8] = []

    /// The text of the kept bytes and of more bytes, without an incomplete character at the end, which is kept.
    mutating func text(followedBy more: UnsafeRawBufferPointer, isEnd: Bool = false) -> String {
        bytes.append(contentsOf: more)
        let count = isEnd ? bytes.count : bytes.count - incompleteCount
        defer { bytes.removeFirst(count) }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// The number of bytes at the end that may begin a character.
    private var incompleteCount: Int {
        let tail = bytes.suffix(3)
        guard let lead = tail.lastIndex(where: { $0 & 0b1100_0000 != 0b1000_0000 }) else {
            return 0
        }
        let length =
            switch bytes[lead] {
            case 0b1100_0000..<0b1110_0000: 2
            case 0b1110_0000..<0b1111_0000: 3
            case 0b1111_0000..<0b1111_1000: 4
            default: 1
            }
        let present = bytes.count - lead
        return present < length ? present : 0
    }
}

/// The standard output of the process.
struct StandardOutput: TextOutputStream {
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    mutating func write(_ text: String) { print(text, terminator: "") }
}
