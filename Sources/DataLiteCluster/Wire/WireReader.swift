#if Cluster
    import Foundation

    /// A message that is not one of the protocol.
    struct MalformedMessage: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    /// Reads the parts of one message. Every length is checked against the bytes that were received.
    struct WireReader {
        let bytes: [UInt8]
        private(set) var position = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var remaining: Int { bytes.count - position }

        mutating func word() throws(MalformedMessage) -> UInt64 {
            guard remaining >= 8 else { throw MalformedMessage("it ends within a number") }
            let word = Self.word(bytes, at: position)
            position += 8
            return word
        }

        mutating func half() throws(MalformedMessage) -> UInt32 {
            guard remaining >= 4 else { throw MalformedMessage("it ends within a number") }
            var value: UInt32 = 0
            for offset in (0..<4).reversed() {
                value = value << 8 | UInt32(bytes[position + offset])
            }
            position += 4
            return value
        }

        static func word(_ bytes: [UInt8], at position: Int) -> UInt64 {
            // The callers have checked that there are eight bytes.
            bytes.withUnsafeBytes {
                UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            }
        }

        mutating func text() throws(MalformedMessage) -> String {
            let range = try textRange()
            return String(decoding: bytes[range], as: UTF8.self)
        }

        /// The bytes of text, without the zero at its end.
        mutating func textRange() throws(MalformedMessage) -> Range<Int> {
            var end = position
            while end < bytes.count, bytes[end] != 0 { end += 1 }
            guard end < bytes.count else { throw MalformedMessage("a text does not end") }
            let range = position..<end
            try skip(end + 1 - position)
            return range
        }

        mutating func blobRange() throws(MalformedMessage) -> Range<Int> {
            let length = try word()
            guard length <= UInt64(remaining) else {
                throw MalformedMessage("a blob is longer than the message")
            }
            let range = position..<position + Int(length)
            try skip(Int(length))
            return range
        }

        /// Skips bytes and the padding after them.
        mutating func skip(_ count: Int) throws(MalformedMessage) {
            let padded = (count + 7) & ~7
            guard count >= 0, padded <= remaining else {
                throw MalformedMessage("it ends within a value")
            }
            position += padded
        }
    }

    /// A response of a node.
    enum Response {
        case failure(code: UInt64, message: String)
        /// The leader; the number 0 if there is none, or if the node does not know it.
        case leader(id: UInt64, address: String)
        case members([ClusterMember])
        case database
        case statement(id: UInt32, parameters: UInt64)
        case result(lastInsertRowID: Int64, changes: UInt64)
        case rows(RowBatch)
        case empty
        case files([(name: String, content: Data)])

        /// - Parameter code: The type in the header of the message.
        init(code: UInt8, _ bytes: [UInt8]) throws(MalformedMessage) {
            var reader = WireReader(bytes)
            switch code {
            case 0: self = try Self.failure(bytes)
            case 1: self = .leader(id: try reader.word(), address: try reader.text())
            case 3: self = .members(try reader.members())
            case 4: self = .database
            case 5:
                _ = try reader.half()
                self = .statement(id: try reader.half(), parameters: try reader.word())
            case 6:
                self = .result(
                    lastInsertRowID: Int64(bitPattern: try reader.word()),
                    changes: try reader.word())
            case 7: self = .rows(try RowBatch(reader))
            case 8: self = .empty
            case 9: self = .files(try reader.files())
            default: throw MalformedMessage("its type \(code) is unknown")
            }
        }
    }

    extension Response {
        /// The code and the message at the end of the message.
        ///
        /// If a query fails, a node sends what it has written before: the names of the columns, and rows. The text has no
        /// zero byte, and the high bytes of the code are zero, so the last zero before the text is the end of the code.
        fileprivate static func failure(_ bytes: [UInt8]) throws(MalformedMessage) -> Response {
            guard bytes.count >= 16, bytes.count % 8 == 0 else {
                throw MalformedMessage("it ends within a failure")
            }
            let end = (bytes.lastIndex { $0 != 0 } ?? 7) + 1
            let start = (bytes[..<end].lastIndex(of: 0) ?? -1) + 1
            var reader = WireReader(Array(bytes[max(0, start - 8)...]))
            guard start % 8 == 0, start >= 8 else {
                // The message is empty.
                return .failure(code: try reader.word(), message: "")
            }
            return .failure(code: try reader.word(), message: try reader.text())
        }
    }

    extension WireReader {
        fileprivate mutating func members() throws(MalformedMessage) -> [ClusterMember] {
            let count = try word()
            var members: [ClusterMember] = []
            // Every member takes at least three words, so this ends with the message.
            while members.count < count {
                let (id, address, role) = (try word(), try text(), try word())
                guard let role = ClusterRole(rawValue: role) else {
                    throw MalformedMessage("the role \(role) is unknown")
                }
                members.append(ClusterMember(id: id, address: address, role: role))
            }
            return members
        }

        fileprivate mutating func files() throws(MalformedMessage) -> [(
            name: String, content: Data
        )] {
            let count = try word()
            var files: [(name: String, content: Data)] = []
            while files.count < count {
                let name = try text()
                files.append((name, Data(bytes[try blobRange()])))
            }
            return files
        }
    }

    // MARK: - Rows

    /// The rows of one message. A long result has several.
    struct RowBatch {
        private var reader: WireReader
        private(set) var columnNames: [String] = []

        /// Whether no other message follows with rows of the same result.
        let isLast: Bool
        private var isAtEnd = false

        /// The types and positions of the values of the current row.
        private var types: [UInt8] = []
        private var ranges: [Range<Int>] = []

        /// SQLite allows at most 32767 columns.
        private static let columnLimit: UInt64 = 32767

        init(_ reader: WireReader) throws(MalformedMessage) {
            self.reader = reader
            // The last word tells whether other rows follow.
            guard reader.remaining >= 16 else { throw MalformedMessage("the rows do not end") }
            let last = WireReader.word(reader.bytes, at: reader.bytes.count - 8)
            guard last == Wire.rowsEnd || last == Wire.rowsFollow else {
                throw MalformedMessage("the rows do not end")
            }
            isLast = last == Wire.rowsEnd
            let count = try self.reader.word()
            guard 1...Self.columnLimit ~= count else {
                throw MalformedMessage("a result has \(count) columns")
            }
            for _ in 0..<count { columnNames.append(try self.reader.text()) }
        }

        /// Whether the names of the columns alone fill a message. A node then sends messages without rows forever.
        var isStuck: Bool { !isLast && reader.remaining == 8 }

        /// Goes to the next row.
        ///
        /// - Returns: `false` after the last row of the message.
        mutating func next() throws(MalformedMessage) -> Bool {
            guard !isAtEnd else { return false }
            guard reader.remaining >= 8 else { throw MalformedMessage("the rows do not end") }
            let first = WireReader.word(reader.bytes, at: reader.position)
            if first == Wire.rowsEnd || first == Wire.rowsFollow {
                isAtEnd = true
                types.removeAll(keepingCapacity: true)
                ranges.removeAll(keepingCapacity: true)
                return false
            }
            try readRow()
            return true
        }

        private mutating func readRow() throws(MalformedMessage) {
            let header = reader.position
            try reader.skip((columnNames.count + 1) / 2)
            types.removeAll(keepingCapacity: true)
            ranges.removeAll(keepingCapacity: true)
            for column in columnNames.indices {
                let pair = reader.bytes[header + column / 2]
                let type = column % 2 == 0 ? pair & 0x0f : pair >> 4
                types.append(type)
                switch type {
                case Wire.ValueType.text, Wire.ValueType.isoDate:
                    ranges.append(try reader.textRange())
                case Wire.ValueType.blob:
                    ranges.append(try reader.blobRange())
                case Wire.ValueType.integer, Wire.ValueType.real, Wire.ValueType.null,
                    Wire.ValueType.unixTime, Wire.ValueType.boolean:
                    let start = reader.position
                    try reader.skip(8)
                    ranges.append(start..<start + 8)
                default: throw MalformedMessage("the type \(type) of a value is unknown")
                }
            }
        }

        /// A value of the current row; NULL if there is no such column, or no row.
        func value(at column: Int) -> SQLiteValue {
            guard types.indices.contains(column) else { return .null }
            let range = ranges[column]
            switch types[column] {
            case Wire.ValueType.integer, Wire.ValueType.unixTime:
                return .int(Int64(bitPattern: WireReader.word(reader.bytes, at: range.lowerBound)))
            case Wire.ValueType.boolean:
                let number = WireReader.word(reader.bytes, at: range.lowerBound)
                return .int(Int64(bitPattern: number))
            case Wire.ValueType.real:
                let bits = WireReader.word(reader.bytes, at: range.lowerBound)
                return .real(Double(bitPattern: bits))
            case Wire.ValueType.text:
                return .text(String(decoding: reader.bytes[range], as: UTF8.self))
            case Wire.ValueType.isoDate:
                // A node sends NULL as an empty text, if the type of the column is exactly DATE, DATETIME or TIMESTAMP.
                return range.isEmpty
                    ? .null : .text(String(decoding: reader.bytes[range], as: UTF8.self))
            case Wire.ValueType.blob: return .blob(Data(reader.bytes[range]))
            default: return .null
            }
        }
    }
#endif
