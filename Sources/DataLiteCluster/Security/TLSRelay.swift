#if Cluster
    import Foundation
    import NIOCore
    import NIOPosix
    import NIOSSL

    /// Connects plain sockets of this process with encrypted connections, because the engine and ``Link`` use plain sockets.
    enum TLSRelay {
        private static var group: MultiThreadedEventLoopGroup { .singleton }

        // MARK: - Client

        /// Connects to a node, and checks its certificate.
        ///
        /// - Returns: A socket whose bytes are encrypted on their way. The caller closes it.
        /// - Throws: ``ConnectionLost`` if the node cannot be reached, or its certificate is refused.
        static func connect(
            to node: NodeAddress, _ tls: ClusterTLS, within limit: Duration
        ) throws(ConnectionLost) -> Int32 {
            do {
                return try connectOnLoop(to: node, tls, TimeAmount(limit))
            } catch {
                throw ConnectionLost("connecting to \(node) with TLS: \(error)")
            }
        }

        private static func connectOnLoop(
            to node: NodeAddress, _ tls: ClusterTLS, _ limit: TimeAmount
        ) throws -> Int32 {
            let loop = group.next()
            let handshake = loop.makePromise(of: Void.self)
            let glue = GlueHandler()
            let connected = ClientBootstrap(group: loop)
                .connectTimeout(limit)
                .channelOption(.socketOption(.init(rawValue: TCP_NODELAY)), value: 1)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        // For a number, the certificate is compared with the address of the connection.
                        let ssl = try NIOSSLClientHandler(
                            context: tls.client, serverHostname: node.isNumeric ? nil : node.host)
                        try channel.pipeline.syncOperations.addHandlers(
                            ssl, HandshakeHandler(handshake), glue)
                    }
                }
                .connect(host: node.host, port: Int(node.port))
            connected.whenFailure { handshake.fail($0) }
            let timer = loop.scheduleTask(in: limit) {
                handshake.fail(ConnectionLost("no TLS handshake in time"))
            }
            defer { timer.cancel() }
            let pair: SocketPair
            do {
                try handshake.futureResult.wait()
                pair = try SocketPair()
            } catch {
                connected.whenSuccess { $0.close(promise: nil) }
                throw error
            }
            do {
                try join(pair.inner, glue, loop).wait()
            } catch {
                connected.whenSuccess { $0.close(promise: nil) }
                close(pair.outer)
                throw error
            }
            return pair.outer
        }

        /// Adds the plain end of a connection. The channel closes the socket.
        private static func join(
            _ descriptor: Int32, _ glue: GlueHandler, _ loop: any EventLoop
        ) -> EventLoopFuture<Void> {
            let plain = GlueHandler()
            return ClientBootstrap(group: loop)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(plain)
                    }
                }
                .withConnectedSocket(descriptor)
                .map { _ in glue.join(plain) }
        }

        // MARK: - Server

        /// Accepts encrypted connections for an engine that listens on a socket of this process.
        final class Listener: Sendable {
            private let channel: any Channel

            fileprivate init(_ channel: any Channel) { self.channel = channel }

            func close() { try? channel.close().wait() }
        }

        /// - Parameter engine: The name of a socket, in the spelling of dqlite: `@` and its name.
        /// - Throws: ``ClusterError/node(_:)`` if the address cannot be used.
        static func listen(
            on node: NodeAddress, _ tls: ClusterTLS, forwardingTo engine: String
        ) throws(ClusterError) -> Listener {
            do {
                let channel = try ServerBootstrap(group: group)
                    .serverChannelOption(.backlog, value: 256)
                    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                    .childChannelOption(.socketOption(.init(rawValue: TCP_NODELAY)), value: 1)
                    .childChannelInitializer { channel in
                        channel.eventLoop.makeCompletedFuture { try accept(channel, tls, engine) }
                    }
                    .bind(host: node.host, port: Int(node.port)).wait()
                return Listener(channel)
            } catch {
                throw .node("the node could not listen on \(node): \(error)")
            }
        }

        /// The engine gets a connection when the certificate of the client has been checked.
        private static func accept(_ channel: any Channel, _ tls: ClusterTLS, _ engine: String)
            throws
        {
            let loop = channel.eventLoop
            let handshake = loop.makePromise(of: Void.self)
            let glue = GlueHandler()
            try channel.pipeline.syncOperations.addHandlers(
                NIOSSLServerHandler(context: tls.server), HandshakeHandler(handshake), glue)
            let timer = loop.scheduleTask(in: .seconds(10)) {
                handshake.fail(ConnectionLost("no TLS handshake in time"))
            }
            handshake.futureResult
                .flatMapThrowing { try connectToEngine(engine) }
                .flatMap { join($0, glue, loop) }
                .whenComplete { result in
                    timer.cancel()
                    if case .failure = result { channel.close(promise: nil) }
                }
        }

        private static func connectToEngine(_ name: String) throws(ConnectionLost) -> Int32 {
            let descriptor = socket(AF_UNIX, streamType, 0)
            guard descriptor >= 0 else { throw ConnectionLost(String(cString: strerror(errno))) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let bytes = Array(name.utf8.dropFirst())
            // An abstract name begins with a zero byte, and has no zero at its end.
            let length = MemoryLayout<sa_family_t>.size + 1 + bytes.count
            withUnsafeMutableBytes(of: &address.sun_path) { path in
                for (offset, byte) in bytes.prefix(path.count - 1).enumerated() {
                    path[offset + 1] = byte
                }
            }
            let code = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Foundation.connect(descriptor, $0, socklen_t(length))
                }
            }
            guard code == 0 else {
                let reason = String(cString: strerror(errno))
                close(descriptor)
                throw ConnectionLost("the engine does not accept connections: \(reason)")
            }
            return descriptor
        }

        fileprivate static var streamType: Int32 {
            #if canImport(Glibc)
                Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            #else
                SOCK_STREAM
            #endif
        }
    }

    /// Two connected sockets.
    private struct SocketPair {
        /// The end that belongs to an event loop.
        let inner: Int32
        /// The end that this process reads and writes.
        let outer: Int32

        init() throws(ConnectionLost) {
            var descriptors: [Int32] = [0, 0]
            guard socketpair(AF_UNIX, TLSRelay.streamType, 0, &descriptors) == 0 else {
                throw ConnectionLost(String(cString: strerror(errno)))
            }
            inner = descriptors[0]
            outer = descriptors[1]
        }
    }

    extension TimeAmount {
        fileprivate init(_ duration: Duration) {
            let (seconds, attoseconds) = duration.components
            self = .nanoseconds(max(1, seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
        }
    }
#endif
