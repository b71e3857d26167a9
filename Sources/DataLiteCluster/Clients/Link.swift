#if Cluster
    import Foundation

    /// The socket of a connection to a node. Its thread sends and receives; other threads can stop it.
    final class LinkSocket: Sendable {
        private let state: Locked<Int32?>
        let descriptor: Int32

        /// Takes over an open socket.
        init(_ descriptor: Int32) {
            self.descriptor = descriptor
            state = Locked(descriptor)
        }

        deinit { close() }

        /// Makes the calls of the thread that uses the socket fail.
        func stop() {
            state.withLock { descriptor in
                if let descriptor { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
            }
        }

        /// Only the thread that uses the socket may close it.
        func close() {
            state.withLock { descriptor in
                if let open = descriptor { _ = Foundation.close(open) }
                descriptor = nil
            }
        }
    }

    /// A connection to a node: requests are sent, and their responses received, in the same order. A single thread uses it.
    final class Link {
        let address: String
        let socket: LinkSocket
        private let messageLimit: Int
        private var writer = WireWriter()
        private var input = [UInt8](repeating: 0, count: 1 << 16)
        private var inputRange = 0..<0

        /// The number of responses that have not been received.
        private(set) var pendingResponses = 0

        /// - Parameters:
        ///   - limit: The time to connect.
        init(
            to address: String, _ configuration: Cluster.Configuration, within limit: Duration
        ) throws {
            self.address = address
            messageLimit = configuration.messageLimit
            let node = try NodeAddress(address)
            try node.requireProtection(
                configuration.tls, allowsPlainNetwork: configuration.allowsPlainNetwork)
            if let tls = configuration.tls {
                socket = LinkSocket(try TLSRelay.connect(to: node, tls, within: limit))
            } else {
                socket = try LinkSocket.connect(to: node, within: limit)
            }
            socket.setTimeouts(receiving: .milliseconds(200), sending: .seconds(10))
            writer.write(Wire.version)
        }

        // MARK: - Requests

        /// Adds a request to those that the next ``flush()`` sends.
        func enqueue(_ request: Request) {
            writer.write(request)
            pendingResponses += 1
        }

        func flush() throws(ConnectionLost) {
            defer { writer.removeAll() }
            var position = 0
            while position < writer.bytes.count {
                let sent = writer.bytes.withUnsafeBytes { bytes in
                    let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
                    return send(socket.descriptor, rest.baseAddress, rest.count, sendFlags)
                }
                if sent < 0, errno == EINTR { continue }
                guard sent > 0 else {
                    throw ConnectionLost("sending to \(address): \(Self.reason)")
                }
                position += sent
            }
        }

        /// The response to the oldest request.
        ///
        /// - Parameter whenIdle: Called when nothing was received for a while; it can throw to give up.
        func receive(_ whenIdle: () throws(ConnectionLost) -> Void) throws(ConnectionLost)
            -> Response
        {
            let header = try receive(Wire.headerSize, whenIdle)
            var words: UInt32 = 0
            for offset in (0..<4).reversed() { words = words << 8 | UInt32(header[offset]) }
            guard Int(words) <= messageLimit / 8 else {
                throw ConnectionLost(
                    "a message of \(address) has \(Int(words) * 8) bytes, and messageLimit of the configuration "
                        + "is \(messageLimit)", isTooBig: true)
            }
            let body = try receive(Int(words) * 8, whenIdle)
            do throws(MalformedMessage) {
                let response = try Response(code: header[4], body)
                pendingResponses -= 1
                return response
            } catch {
                throw ConnectionLost("a message of \(address) is not valid: \(error)")
            }
        }

        /// Another message of the response that was received last.
        func receiveMore(
            _ whenIdle: () throws(ConnectionLost) -> Void
        ) throws(ConnectionLost) -> Response {
            pendingResponses += 1
            // The node sends it when the message before is acknowledged: see `fill`.
            socket.acknowledgeAtOnce()
            return try receive(whenIdle)
        }

        /// Sends a request, and receives its response.
        func call(
            _ request: Request, _ whenIdle: () throws(ConnectionLost) -> Void
        ) throws(ConnectionLost) -> Response {
            enqueue(request)
            try flush()
            return try receive(whenIdle)
        }

        // MARK: - Bytes

        /// A number of bytes. The memory grows with what arrives, not with what a header announces.
        private func receive(
            _ count: Int, _ whenIdle: () throws(ConnectionLost) -> Void
        ) throws(ConnectionLost) -> [UInt8] {
            if count > 0, inputRange.isEmpty { try fill(whenIdle) }
            if inputRange.count >= count {
                let end = inputRange.lowerBound + count
                defer { inputRange = end..<inputRange.upperBound }
                return Array(input[inputRange.lowerBound..<end])
            }
            var result: [UInt8] = []
            result.reserveCapacity(min(count, 1 << 16))
            while result.count < count {
                if inputRange.isEmpty { try fill(whenIdle) }
                let taken = inputRange.prefix(count - result.count)
                result.append(contentsOf: input[taken])
                inputRange = taken.upperBound..<inputRange.upperBound
            }
            return result
        }

        private func fill(_ whenIdle: () throws(ConnectionLost) -> Void) throws(ConnectionLost) {
            while true {
                // A node has not turned Nagle's algorithm off: it holds its second response back until the first one is
                // acknowledged, which would take 40 milliseconds.
                if pendingResponses > 1 { socket.acknowledgeAtOnce() }
                let count = input.withUnsafeMutableBytes { bytes in
                    recv(socket.descriptor, bytes.baseAddress, bytes.count, 0)
                }
                if count > 0 {
                    inputRange = 0..<count
                    return
                }
                if count == 0 { throw ConnectionLost("\(address) has closed the connection") }
                switch errno {
                case EINTR: continue
                case EAGAIN: try whenIdle()
                default: throw ConnectionLost("receiving from \(address): \(Self.reason)")
                }
            }
        }

        fileprivate static var reason: String { String(cString: strerror(errno)) }
    }

    // MARK: - Connecting

    extension LinkSocket {
        /// Connects to the first address of the host that answers.
        static func connect(to node: NodeAddress, within limit: Duration) throws -> LinkSocket {
            var hints = addrinfo()
            hints.ai_socktype = Self.stream
            var list: UnsafeMutablePointer<addrinfo>?
            let code = getaddrinfo(node.host, "\(node.port)", &hints, &list)
            guard code == 0, let first = list else {
                throw ConnectionLost("\(node): \(String(cString: gai_strerror(code)))")
            }
            defer { freeaddrinfo(first) }
            var reason = "no address"
            var next: UnsafeMutablePointer<addrinfo>? = first
            while let info = next?.pointee {
                next = info.ai_next
                let descriptor = Foundation.socket(
                    info.ai_family, info.ai_socktype | Self.closeOnExec, info.ai_protocol)
                guard descriptor >= 0 else {
                    reason = Link.reason
                    continue
                }
                let socket = LinkSocket(descriptor)
                if socket.connect(info, within: limit) { return socket }
                reason = Link.reason
            }
            throw ConnectionLost("connecting to \(node): \(reason)")
        }

        private func connect(_ info: addrinfo, within limit: Duration) -> Bool {
            let flags = fcntl(descriptor, F_GETFL)
            _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
            defer { _ = fcntl(descriptor, F_SETFL, flags) }
            if Foundation.connect(descriptor, info.ai_addr, info.ai_addrlen) != 0 {
                guard errno == EINPROGRESS else { return false }
                var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&poller, 1, limit.pollMilliseconds) == 1 else {
                    errno = ETIMEDOUT
                    return false
                }
                var error: Int32 = 0
                var length = socklen_t(MemoryLayout<Int32>.size)
                getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length)
                guard error == 0 else {
                    errno = error
                    return false
                }
            }
            var isOn: Int32 = 1
            setsockopt(
                descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn,
                socklen_t(MemoryLayout<Int32>.size))
            return true
        }

        /// Acknowledges what arrives next without delay.
        func acknowledgeAtOnce() {
            #if os(Linux)
                var isOn: Int32 = 1
                setsockopt(
                    descriptor, Int32(IPPROTO_TCP), TCP_QUICKACK, &isOn,
                    socklen_t(MemoryLayout<Int32>.size))
            #endif
        }

        func setTimeouts(receiving: Duration, sending: Duration) {
            for (option, duration) in [(SO_RCVTIMEO, receiving), (SO_SNDTIMEO, sending)] {
                var time = timeval(duration)
                setsockopt(
                    descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
            }
        }

        #if canImport(Glibc)
            private static let stream = Int32(SOCK_STREAM.rawValue)
            private static let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
        #else
            private static let stream = SOCK_STREAM
            private static let closeOnExec: Int32 = 0
        #endif
    }

    extension timeval {
        fileprivate init(_ duration: Duration) {
            let (seconds, attoseconds) = duration.components
            self.init()
            tv_sec = Int(seconds)
            tv_usec = .init(attoseconds / 1_000_000_000_000)
        }
    }

    extension Duration {
        fileprivate var pollMilliseconds: Int32 {
            let (seconds, attoseconds) = components
            return Int32(clamping: max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000))
        }
    }

    #if canImport(Darwin)
        // Sockets of Darwin have an option instead.
        private let sendFlags: Int32 = 0
    #else
        private let sendFlags = Int32(MSG_NOSIGNAL)
    #endif
#endif
