import DataLiteCore
import DataLiteTransfer
import Testing

@testable import DataLiteTool

@Suite("A buffered output")
struct BufferedOutputTests {
    @Test(
        "A buffered output writes the same bytes at any capacity",
        arguments: [1, 2, 7, 64, 1 << 16])
    func anyCapacity(capacity: Int) throws {
        let parts = ["a", "", "日本語", String(repeating: "xyz", count: 100), "\n"]
        let written = try text(capacity: capacity) { output in
            for part in parts {
                try output.write(part)
                try output.write(UInt8(ascii: ";"))
            }
        }
        #expect(written == parts.joined(separator: ";") + ";")
    }

    @Test("A buffered output writes nothing until it is full or flushed")
    func buffering() throws {
        var sizes: [Int] = []
        let output = BufferedOutput(capacity: 8) { sizes.append($0.count) }
        for _ in 0..<8 { try output.write(0) }
        #expect(sizes == [])
        try output.write(0)
        #expect(sizes == [8])
        try output.flush()
        try output.flush()
        #expect(sizes == [8, 1])
    }

    @Test("A write error is thrown, and its bytes are not written again")
    func failure() throws {
        var attempts = 0
        let output = BufferedOutput(capacity: 8) { _ in
            attempts += 1
            throw OutputError.closed
        }
        try output.write("abc")
        #expect(throws: OutputError.closed) { try output.flush() }
        try output.flush()
        #expect(attempts == 1)
    }

    @Test("A file descriptor that cannot be written is reported")
    func badDescriptor() throws {
        let output = BufferedOutput(fileDescriptor: -1)
        try output.write("a")
        let error = #expect(throws: OutputError.self) { try output.flush() }
        #expect(error?.description == "cannot write the output: Bad file descriptor")
    }
}
