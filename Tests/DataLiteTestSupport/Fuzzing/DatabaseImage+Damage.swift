/// A kind of damage to an image.
private enum Damage: CaseIterable {
    case bits, header, pageHeader, cellPointer, cell, schemaWord, schemaName, swapPages, copyPage,
        erasePage, truncate, logHeader, logFrame, logPage, truncateLog
}

extension DatabaseImage {
    /// The image, damaged one to four times.
    package func damaged(using generator: inout SeededGenerator) -> DatabaseImage {
        var image = self
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let damage = Damage.allCases.randomElement(using: &generator) ?? .bits
            image.apply(damage, &generator)
        }
        return image
    }

    private var pageCount: Int { database.count / Self.pageSize }

    private mutating func apply(_ damage: Damage, _ generator: inout SeededGenerator) {
        let page = pageCount > 1 ? Int.random(in: 0..<pageCount, using: &generator) : 0
        let other = pageCount > 1 ? Int.random(in: 0..<pageCount, using: &generator) : 0
        // The first page begins with the header of the file.
        let start = page == 0 ? 100 : page * Self.pageSize
        switch damage {
        case .bits: Self.flip(&database, 0..<database.count, &generator)
        case .header: Self.set(&database, 0..<100, &generator)
        case .pageHeader: Self.set(&database, start..<start + 12, &generator)
        case .cellPointer: Self.set(&database, start + 8..<start + 60, &generator)
        case .cell: Self.set(&database, start + 60..<start + Self.pageSize, &generator)
        case .schemaWord: replaceSchemaText(Self.keywords, &generator)
        case .schemaName: replaceSchemaText(Self.tables, &generator)
        case .swapPages: swapPages(page, other)
        case .copyPage: replacePage(page, with: self.page(other))
        case .erasePage: replacePage(page, with: [UInt8](repeating: 0, count: Self.pageSize))
        case .truncate: database.removeLast(.random(in: 0...database.count, using: &generator))
        case .logHeader: Self.set(&log, 0..<32, &generator)
        case .logFrame: damageFrame(0..<24, &generator)
        case .logPage: damageFrame(24..<24 + Self.pageSize, &generator)
        case .truncateLog: log.removeLast(.random(in: 0...log.count, using: &generator))
        }
    }

    /// Words in the SQL of the schema that another word of the same length can replace.
    private static let keywords = [
        "TABLE", "INDEX", "INSERT", "UPDATE", "SELECT", "CREATE", "DELETE", "UNIQUE", "REPLACE",
        "VIRTUAL",
        "INTEGER", "TEXT", "BLOB", "REAL", "NULL", "VIEW", "FROM", "WITH", "INTO", "JOIN", "WHERE",
        "AFTER", "LIMIT", "GROUP", "title", "count", "extra", "lists", "parts", "length", "substr",
        "random", "STRICT",
    ]
}

// MARK: - Bytes

extension DatabaseImage {
    private static let edges: [UInt8] = [0, 1, 2, 5, 10, 13, 0x7f, 0x80, 0x81, 0xfe, 0xff]

    private static func flip(
        _ bytes: inout [UInt8], _ range: Range<Int>, _ generator: inout SeededGenerator
    ) {
        let range = range.clamped(to: bytes.indices)
        guard !range.isEmpty else { return }
        for _ in 0..<Int.random(in: 1...16, using: &generator) {
            let index = Int.random(in: range, using: &generator)
            bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        }
    }

    private static func set(
        _ bytes: inout [UInt8], _ range: Range<Int>, _ generator: inout SeededGenerator
    ) {
        let range = range.clamped(to: bytes.indices)
        guard !range.isEmpty else { return }
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let index = Int.random(in: range, using: &generator)
            bytes[index] =
                Bool.random(using: &generator)
                ? edges.randomElement(using: &generator) ?? 0
                : .random(in: .min ... .max, using: &generator)
        }
    }

    /// Replaces words at random positions in the file with other words of the same length.
    private mutating func replaceSchemaText(
        _ words: [String], _ generator: inout SeededGenerator
    ) {
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            guard let word = words.randomElement(using: &generator) else { return }
            let others = words.filter { $0.utf8.count == word.utf8.count }
            let places = Self.places(of: Array(word.utf8), in: database)
            guard let place = places.randomElement(using: &generator),
                let other = others.randomElement(using: &generator)
            else { continue }
            database.replaceSubrange(place..<place + word.utf8.count, with: other.utf8)
        }
    }

    private static func places(of word: [UInt8], in bytes: [UInt8]) -> [Int] {
        bytes.indices.filter { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
    }
}

// MARK: - Pages and frames

extension DatabaseImage {
    private func range(ofPage index: Int) -> Range<Int> {
        (index * Self.pageSize..<(index + 1) * Self.pageSize).clamped(to: database.indices)
    }

    private func page(_ index: Int) -> [UInt8] { Array(database[range(ofPage: index)]) }

    private mutating func replacePage(_ index: Int, with bytes: [UInt8]) {
        let range = range(ofPage: index)
        guard range.count == bytes.count else { return }
        database.replaceSubrange(range, with: bytes)
    }

    private mutating func swapPages(_ first: Int, _ second: Int) {
        let (one, two) = (page(first), page(second))
        replacePage(first, with: two)
        replacePage(second, with: one)
    }

    /// Damages a frame of the log and corrects all checksums, without which SQLite ignores the frame
    /// (<https://sqlite.org/fileformat2.html#checksum_algorithm>).
    private mutating func damageFrame(_ range: Range<Int>, _ generator: inout SeededGenerator) {
        let size = 24 + Self.pageSize
        let count = (log.count - 32) / size
        guard count > 0 else { return }
        let start = 32 + Int.random(in: 0..<count, using: &generator) * size
        Self.set(&log, start + range.lowerBound..<start + range.upperBound, &generator)
        var sum = checksum(0..<24, (0, 0))
        write(sum, at: 24)
        for start in stride(from: 32, to: 32 + count * size, by: size) {
            // A frame has the same salts as the header.
            log.replaceSubrange(start + 8..<start + 16, with: Array(log[16..<24]))
            sum = checksum(start..<start + 8, sum)
            sum = checksum(start + 24..<start + size, sum)
            write(sum, at: start + 16)
        }
    }

    private func checksum(_ range: Range<Int>, _ sum: (UInt32, UInt32)) -> (UInt32, UInt32) {
        // The last bit of the magic number.
        let isBigEndian = log[3] & 1 == 1
        var (first, second) = sum
        for index in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
            first &+= word(index, isBigEndian) &+ second
            second &+= word(index + 4, isBigEndian) &+ first
        }
        return (first, second)
    }

    private func word(_ index: Int, _ isBigEndian: Bool) -> UInt32 {
        let bytes = isBigEndian ? Array(log[index..<index + 4]) : log[index..<index + 4].reversed()
        return bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    private mutating func write(_ sum: (UInt32, UInt32), at index: Int) {
        for (offset, value) in [sum.0, sum.1].enumerated() {
            for byte in 0..<4 {
                log[index + offset * 4 + byte] = UInt8(
                    truncatingIfNeeded: value >> (24 - 8 * UInt32(byte)))
            }
        }
    }
}
