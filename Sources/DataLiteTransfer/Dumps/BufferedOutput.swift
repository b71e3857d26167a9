/// An output that collects bytes into large writes.
///
/// Call ``flush()`` at the end: unflushed bytes are lost, because a `deinit` could not report an error of
/// the last write.
package final class BufferedOutput {
    private let capacity: Int
    private let drain: (UnsafeRawBufferPointer) throws -> Void
    private var buffer: [UInt8] = []

    /// Creates an output that passes its bytes to `drain`, about `capacity` bytes at a time.
    package init(capacity: Int = 1 << 16, drain: @escaping (UnsafeRawBufferPointer) throws -> Void)
    {
        self.capacity = capacity
        self.drain = drain
        buffer.reserveCapacity(capacity)
    }

    package func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        if buffer.count + bytes.count > capacity { try flush() }
        if bytes.count < capacity {
            buffer.append(contentsOf: bytes)
        } else {
            try drain(UnsafeRawBufferPointer(bytes))
        }
    }

    package func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { try write($0) }
    }

    package func write(_ byte: UInt8) throws {
        if buffer.count >= capacity { try flush() }
        buffer.append(byte)
    }

    /// Writes the buffered bytes. Bytes that cannot be written are dropped.
    package func flush() throws {
        guard !buffer.isEmpty else { return }
        defer { buffer.removeAll(keepingCapacity: true) }
        try buffer.withUnsafeBytes(drain)
    }
}
