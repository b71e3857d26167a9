#if Cluster
    import NIOCore
    import NIOSSL
    import NIOTLS

    /// Reports that the certificates were accepted, or why they were not.
    final class HandshakeHandler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let handshake: EventLoopPromise<Void>

        init(_ handshake: EventLoopPromise<Void>) { self.handshake = handshake }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .handshakeCompleted? = event as? TLSUserEvent { handshake.succeed(()) }
            context.fireUserInboundEventTriggered(event)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            handshake.fail(error)
            context.fireErrorCaught(error)
        }

        func channelInactive(context: ChannelHandlerContext) {
            handshake.fail(ConnectionLost("the connection was closed during the TLS handshake"))
            context.fireChannelInactive()
        }
    }

    /// Either of two handlers that pass bytes from one connection to the other. A connection is read only while the other can be
    /// written.
    //
    // SAFETY: both channels of a pair have the same event loop, and everything here runs on it.
    final class GlueHandler: ChannelDuplexHandler, @unchecked Sendable {
        typealias InboundIn = ByteBuffer
        typealias OutboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private var partner: GlueHandler?
        private var context: ChannelHandlerContext?
        private var hasPendingRead = false
        /// What was received before there was a partner.
        private var early = ByteBuffer()

        /// A peer that sends more before the other end is connected does not follow the protocol.
        private static let earlyLimit = 1 << 16

        func join(_ other: GlueHandler) {
            guard context != nil, other.context != nil else {
                // An end was closed in the meantime.
                close()
                return other.close()
            }
            partner = other
            other.partner = self
            passEarly()
            other.passEarly()
        }

        private func passEarly() {
            guard early.readableBytes > 0 else { return }
            partner?.write(early)
            partner?.flush()
            early = ByteBuffer()
        }

        private func write(_ buffer: ByteBuffer) {
            context?.write(wrapOutboundOut(buffer), promise: nil)
        }

        private func flush() { context?.flush() }

        private func close() { context?.close(promise: nil) }

        private var canBeWritten: Bool { context?.channel.isWritable ?? false }

        private func readAgain() {
            guard hasPendingRead else { return }
            hasPendingRead = false
            context?.read()
        }

        // MARK: - Events

        func handlerAdded(context: ChannelHandlerContext) { self.context = context }

        func handlerRemoved(context: ChannelHandlerContext) {
            self.context = nil
            partner = nil
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var buffer = unwrapInboundIn(data)
            if let partner { return partner.write(buffer) }
            early.writeBuffer(&buffer)
            if early.readableBytes > Self.earlyLimit { context.close(promise: nil) }
        }

        func channelReadComplete(context: ChannelHandlerContext) { partner?.flush() }

        func channelInactive(context: ChannelHandlerContext) { partner?.close() }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }

        func channelWritabilityChanged(context: ChannelHandlerContext) {
            if context.channel.isWritable { partner?.readAgain() }
        }

        func read(context: ChannelHandlerContext) {
            if partner?.canBeWritten ?? true { context.read() } else { hasPendingRead = true }
        }
    }
#endif
