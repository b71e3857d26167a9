import DataLiteCore

/// The bytes of a source, one at a time, with the number of the current line.
struct ImportedBytes {
    private let next: () throws -> [UInt8]?
    private var piece: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    /// The number of the line of the next byte, starting at 1. A line ends with LF, CR or CR LF.
    private(set) var line = 1
    private var followsCR = false

    /// - Throws: `SQLITE_ERROR` if the text is UTF-16.
    init(_ source: ImportSource) throws {
        next = try source.open()
        var start: [UInt8] = []
        while start.count < 3, let piece = try next(), !piece.isEmpty { start += piece }
        if start.starts(with: [0xef, 0xbb, 0xbf]) { start.removeFirst(3) }
        if start.starts(with: [0xff, 0xfe]) || start.starts(with: [0xfe, 0xff]) {
            throw SQLiteError(.error, message: "the imported text is UTF-16: convert it to UTF-8")
        }
        piece = start
    }

    /// The next byte, which is not consumed; `nil` at the end.
    mutating func peek() throws -> UInt8? {
        if position == piece.count { try refill() }
        return position < piece.count ? piece[position] : nil
    }

    /// Consumes the byte that ``peek()`` has returned.
    mutating func consume() {
        let byte = piece[position]
        position += 1
        if byte == Self.lineFeed {
            if !followsCR { line += 1 }
        } else if byte == Self.carriageReturn {
            line += 1
        }
        followsCR = byte == Self.carriageReturn
    }

    /// Consumes an LF after a CR, or nothing.
    mutating func consumeLineFeed() throws {
        if try peek() == Self.lineFeed { consume() }
    }

    private mutating func refill() throws {
        guard !isAtEnd else { return }
        piece = try next() ?? []
        position = 0
        isAtEnd = piece.isEmpty
    }

    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")

    /// The greatest length of a field or a line: that of a string in SQLite.
    static let lengthLimit = 1_000_000_000
}
