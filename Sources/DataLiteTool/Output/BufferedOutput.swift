import Foundation

/// An output that collects bytes into large writes.
///
/// Call ``flush()`` at the end: unflushed bytes are lost, because a `deinit` could not report an error of
/// the last write.
final class BufferedOutput {
    private let capacity: Int
    private let drain: (UnsafeRawBufferPointer) throws -> Void
    private var buffer: [UInt8] = []

    /// Creates an output that passes its bytes to `drain`, about `capacity` bytes at a time.
    init(capacity: Int = 1 << 16, drain: @escaping (UnsafeRawBufferPointer) throws -> Void) {
        self.capacity = capacity
        self.drain = drain
        buffer.reserveCapacity(capacity)
    }

    /// Creates an output to a file descriptor, which stays open.
    convenience init(fileDescriptor: Int32) {
        self.init { try writeAll($0, to: fileDescriptor) }
    }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        if buffer.count + bytes.count > capacity { try flush() }
        if bytes.count < capacity {
            buffer.append(contentsOf: bytes)
        } else {
            try drain(UnsafeRawBufferPointer(bytes))
        }
    }

    func write(_ text: String) throws {
        var text = text
        try text.withUTF8 { try write($0) }
    }

    func write(_ byte: UInt8) throws {
        if buffer.count >= capacity { try flush() }
        buffer.append(byte)
    }

    /// Writes the buffered bytes. Bytes that cannot be written are dropped.
    func flush() throws {
        guard !buffer.isEmpty else { return }
        defer { buffer.removeAll(keepingCapacity: true) }
        try buffer.withUnsafeBytes(drain)
    }
}

/// The reason that the output cannot be written.
enum OutputError: Error, Equatable {
    /// The reader closed its end, as `head` does after its last line.
    case closed
    /// The error number of the operating system.
    case failed(Int32)
}

extension OutputError: CustomStringConvertible {
    var description: String {
        switch self {
        case .closed: "the output is closed"
        case .failed(let number): "cannot write the output: \(SystemError.reason(number))"
        }
    }
}

private func writeAll(_ bytes: UnsafeRawBufferPointer, to fileDescriptor: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = write(
            fileDescriptor, rest.base.baseAddress?.advanced(by: rest.startIndex), rest.count)
        if count >= 0 {
            rest = rest.dropFirst(count)
        } else if errno == EPIPE {
            throw OutputError.closed
        } else if errno != EINTR {
            throw OutputError.failed(errno)
        }
    }
}
