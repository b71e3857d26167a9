import Foundation

/// A client that sends and reads exactly the bytes that a test specifies.
final class RawClient: Sendable {
    private let socket: Int32

    struct Failure: Error {
        let call: String
        let code = errno
    }

    /// Connects to a service on this machine.
    init(port: Int) throws {
        #if canImport(Darwin)
            let type = SOCK_STREAM
        #else
            let type = Int32(SOCK_STREAM.rawValue)
        #endif
        let socket = Foundation.socket(AF_INET, type, 0)
        guard socket >= 0 else { throw Failure(call: "socket") }
        self.socket = socket
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
        }
        guard code == 0 else { throw Failure(call: "connect") }
    }

    deinit { close(socket) }

    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard write(socket, bytes, bytes.count) == bytes.count else { throw Failure(call: "write") }
    }

    /// Reads until the received bytes end with `end`, and no further.
    func receive(until end: String) async throws {
        try await blocking {
            let end = Array(end.utf8)
            var bytes: [UInt8] = []
            while bytes.suffix(end.count) != end[...] {
                var byte: UInt8 = 0
                guard read(self.socket, &byte, 1) == 1 else { throw Failure(call: "read") }
                bytes.append(byte)
            }
        }
    }

    /// Reads until the service closes the connection.
    func receiveAll() async throws {
        try await blocking {
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            while read(self.socket, &bytes, bytes.count) > 0 {}
        }
    }

    /// Runs blocking calls on a separate thread, because the service needs the threads that run
    /// tasks.
    private func blocking(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result { try body() }) }.start()
        }
    }
}
