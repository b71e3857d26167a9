import DataLiteCore
import DataLiteTransfer
import Foundation

extension BufferedOutput {
    /// Creates an output to a file descriptor, which stays open.
    convenience init(fileDescriptor: Int32) {
        self.init { try writeAll($0, to: fileDescriptor) }
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
