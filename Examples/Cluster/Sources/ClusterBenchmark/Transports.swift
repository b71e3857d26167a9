import DataLiteCluster
import Foundation
import NIOCore
import NIOPosix

// The round trips of requests through blocking sockets and through swift-nio, without the rest of the client: the reason
// that DataLiteCluster uses blocking sockets. The calls of `ConnectionProtocol` are synchronous, so a client on swift-nio
// would wait in a thread for each response, too.

/// Requests as bytes: a header with the number of words, the code and the schema, and the words.
private enum Message {
    static let version = words([1])
    static let leader = message(code: 0, words([0]))
    static let open = message(code: 3, text("benchmark") + words([0]) + text(""))
    static let query = message(
        code: 9, words([0]) + text("SELECT name, number FROM swift WHERE id = 7"))

    private static func message(code: UInt8, _ body: [UInt8]) -> [UInt8] {
        words([UInt64(body.count / 8) | UInt64(code) << 32]) + body
    }

    private static func words(_ words: [UInt64]) -> [UInt8] {
        words.flatMap { word in withUnsafeBytes(of: word.littleEndian, Array.init) }
    }

    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8) + [0]
        return bytes + Array(repeating: 0, count: (8 - bytes.count % 8) % 8)
    }
}

/// A connection to the leader whose calls wait for their response in the calling thread.
private protocol Transport: Sendable {
    func call(_ request: [UInt8]) throws
}

private struct BlockingSocket: Transport {
    private let descriptor: Int32

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw IOError(errnoCode: errno, reason: "connect") }
        var isOn: Int32 = 1
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        try write(Message.version)
        try call(Message.open)
    }

    private func write(_ bytes: [UInt8]) throws {
        guard send(descriptor, bytes, bytes.count, 0) == bytes.count else {
            throw IOError(errnoCode: errno, reason: "send")
        }
    }

    func call(_ request: [UInt8]) throws {
        try write(request)
        var input = [UInt8](repeating: 0, count: 4096)
        var received = 0
        while received < 8 || received < 8 + Int(input[0]) * 8 {
            let count = input.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress! + received, $0.count - received, 0)
            }
            guard count > 0 else { throw IOError(errnoCode: errno, reason: "recv") }
            received += count
        }
    }
}

private struct Frames: ByteToMessageDecoder {
    typealias InboundOut = ByteBuffer

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) -> DecodingState
    {
        guard
            let words: UInt32 = buffer.getInteger(at: buffer.readerIndex, endianness: .little),
            let frame = buffer.readSlice(length: 8 + Int(words) * 8)
        else { return .needMoreData }
        context.fireChannelRead(wrapInboundOut(frame))
        return .continue
    }

    func decodeLast(
        context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
    ) -> DecodingState { .needMoreData }
}

private final class Calls: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = (ByteBuffer, EventLoopPromise<ByteBuffer>)
    typealias OutboundOut = ByteBuffer

    private var waiting = CircularBuffer<EventLoopPromise<ByteBuffer>>()

    func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        let (request, response) = unwrapOutboundIn(data)
        waiting.append(response)
        context.write(wrapOutboundOut(request), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        waiting.removeFirst().succeed(unwrapInboundIn(data))
    }
}

private struct NIOConnection: Transport {
    private let channel: any Channel

    init(port: UInt16, _ group: MultiThreadedEventLoopGroup) throws {
        channel = try ClientBootstrap(group: group)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        ByteToMessageHandler(Frames()), Calls())
                }
            }
            .connect(host: "127.0.0.1", port: Int(port)).wait()
        try call(Message.version + Message.open)
    }

    func response(to request: [UInt8]) -> EventLoopFuture<ByteBuffer> {
        let promise = channel.eventLoop.makePromise(of: ByteBuffer.self)
        channel.writeAndFlush((ByteBuffer(bytes: request), promise), promise: nil)
        return promise.futureResult
    }

    func call(_ request: [UInt8]) throws { _ = try response(to: request).wait() }
}

/// Requests of several clients at once, each with a connection and a thread of its own.
private func measure(
    _ name: String, _ connections: [any Transport], _ request: [UInt8], count: Int
) throws {
    try rate(name, connections.count * count) {
        let group = DispatchGroup()
        for connection in connections {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do {
                    for _ in 0..<count { try connection.call(request) }
                } catch {
                    show("\(name): \(error)")
                }
            }
        }
        group.wait()
    }
}

/// Measures both transports with the leader of a cluster that has the table of `work`.
func transports(port: UInt16) throws {
    let eventLoops = MultiThreadedEventLoopGroup.singleton
    for clients in [1, 64] {
        let blocking = try (0..<clients).map { _ in try BlockingSocket(port: port) }
        let channels = try (0..<clients).map { _ in try NIOConnection(port: port, eventLoops) }
        let count = clients == 1 ? 20_000 : 1000
        for (title, request) in [("empty requests", Message.leader), ("queries", Message.query)] {
            for _ in 0..<3 {
                try measure(
                    "\(title) of \(clients), blocking sockets", blocking, request, count: count)
                try measure("\(title) of \(clients), swift-nio", channels, request, count: count)
                try rate("\(title) of \(clients), swift-nio, tasks", clients * count) {
                    runTasks(channels, request, count: count)
                }
            }
        }
    }
}

/// Requests without waiting threads: what an asynchronous interface would get.
private func runTasks(_ connections: [NIOConnection], _ request: [UInt8], count: Int) {
    let done = DispatchSemaphore(value: 0)
    Task {
        defer { done.signal() }
        await withThrowingTaskGroup(of: Void.self) { group in
            for connection in connections {
                group.addTask {
                    for _ in 0..<count { _ = try await connection.response(to: request).get() }
                }
            }
        }
    }
    done.wait()
}
