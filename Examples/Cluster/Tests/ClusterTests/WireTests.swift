import Foundation
import Testing

@testable import DataLiteCluster

@Suite("Messages of nodes")
struct WireTests {
    /// A message with rows: two columns, and each type of value.
    private static let rows: [UInt8] = {
        var writer = WireWriter()
        writer.write(UInt64(2))
        writer.write("a")
        writer.write("b")
        for (types, first) in [(0x31, 5), (0x54, 0), (0x2a, 0), (0x9b, 1)] as [(UInt64, UInt64)] {
            writer.write(types)
            switch types & 0x0f {
            case 4:
                writer.write(UInt64(3))
                writer.write("xy")
            case 10: writer.write("2026-01-01")
            default: writer.write(first)
            }
            if types >> 4 == 3 { writer.write("text") } else { writer.write(UInt64(7)) }
        }
        writer.write(Wire.rowsEnd)
        return writer.bytes
    }()

    private static func values(_ bytes: [UInt8]) throws -> [[SQLiteValue]] {
        guard case .rows(var batch) = try Response(code: 7, bytes) else { return [] }
        var rows: [[SQLiteValue]] = []
        while try batch.next() {
            rows.append(batch.columnNames.indices.map { batch.value(at: $0) })
        }
        return rows
    }

    @Test("Rows have the values of their types")
    func types() throws {
        #expect(
            try Self.values(Self.rows) == [
                [.int(5), .text("text")], [.blob(Data("xy\0".utf8)), .null],
                [.text("2026-01-01"), .real(Double(bitPattern: 7))], [.int(1), .int(7)],
            ])
    }

    @Test("A failure is read even after the columns and rows of its query")
    func failure() throws {
        for prefix in [[], Array(Self.rows.dropLast(8))] {
            var writer = WireWriter()
            writer.write(UInt64(1555))
            writer.write("UNIQUE constraint failed")
            guard
                case .failure(1555, "UNIQUE constraint failed") = try Response(
                    code: 0, prefix + writer.bytes)
            else {
                Issue.record("\(try Response(code: 0, prefix + writer.bytes))")
                continue
            }
        }
    }

    @Test("A message that ends early is refused, wherever it ends")
    func truncated() {
        for count in 0..<Self.rows.count {
            #expect(throws: MalformedMessage.self) {
                try Self.values(Array(Self.rows.prefix(count)))
            }
        }
    }

    @Test("Damaged messages are refused or read, and never crash or run long")
    func fuzz() {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["DATALITE_FUZZ_SEED"].flatMap(UInt64.init) ?? .random(in: 0 ... .max)
        let seconds = environment["DATALITE_FUZZ_SECONDS"].flatMap(Double.init) ?? 2
        print("DATALITE_FUZZ_SEED=\(seed)")
        var random = SplitMix(state: seed)
        var files = WireWriter()
        files.write(UInt64(1))
        files.write("name")
        files.write(UInt64(5))
        files.write("12345")
        var members = WireWriter()
        members.write(UInt64(2))
        for id in 1...2 {
            members.write(UInt64(id))
            members.write("127.0.0.1:\(id)")
            members.write(UInt64(id))
        }
        let messages = [Self.rows, files.bytes, members.bytes]
        let end = Date(timeIntervalSinceNow: seconds)
        var (count, refused) = (0, 0)
        while Date() < end {
            var bytes = messages[Int.random(in: 0..<messages.count, using: &random)]
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                guard !bytes.isEmpty else { break }
                let position = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[position] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 2: bytes.removeSubrange(position..<min(bytes.count, position + 8))
                default:
                    let words: [UInt64] = [.max, 1 << 63, 1 << 32, 0, 255]
                    let word = words[Int.random(in: 0..<5, using: &random)]
                    let start = position & ~7
                    withUnsafeBytes(of: word.littleEndian) { word in
                        for (offset, byte) in word.enumerated() where start + offset < bytes.count {
                            bytes[start + offset] = byte
                        }
                    }
                }
            }
            count += 1
            let code = UInt8.random(in: 0...12, using: &random)
            do {
                if case .rows(var batch) = try Response(code: code, bytes) {
                    while try batch.next() { for column in -1...3 { _ = batch.value(at: column) } }
                }
            } catch {
                refused += 1
            }
        }
        #expect(count > 1000 && refused > 100)
    }
}

/// A generator of numbers that a seed determines.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var result = state
        result = (result ^ (result >> 30)) &* 0xbf58_476d_1ce4_e5b9
        result = (result ^ (result >> 27)) &* 0x94d0_49bb_1331_11eb
        return result ^ (result >> 31)
    }
}
