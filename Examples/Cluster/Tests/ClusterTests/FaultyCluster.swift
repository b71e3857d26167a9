import DataLiteCluster
import Foundation
import Testing

/// Three nodes in processes of their own, each behind a proxy that can cut and block connections.
final class FaultyCluster: @unchecked Sendable {
    // SAFETY: the tests change processes from one thread at a time.
    private let directory = URL(fileURLWithPath: NSTemporaryDirectory())
        .appendingPathComponent("faulty-\(UUID().uuidString)")
    private var processes: [Process?]
    private let real: [UInt16]
    let proxies: [CuttingProxy]
    let addresses: [String]

    private let latency: Int
    private let directories: [Int: String]

    /// - Parameters:
    ///   - latency: The network latency of the nodes in milliseconds, which determines the time of an election.
    ///   - directories: The directories of some nodes, by their position.
    init(_ count: Int = 3, latency: Int = 20, directories: [Int: String] = [:]) throws {
        self.latency = latency
        self.directories = directories
        let ports = try FreePorts.take(2 * count)
        real = Array(ports[..<count])
        let outer = Array(ports[count...])
        addresses = outer.map { "127.0.0.1:\($0)" }
        processes = Array(repeating: nil, count: count)
        proxies = try zip(outer, real).map { try CuttingProxy(from: $0, to: $1) }
        for index in 0..<count { try start(index) }
    }

    deinit {
        for index in processes.indices { stop(index) }
        for proxy in proxies { proxy.close() }
        try? FileManager.default.removeItem(at: directory)
    }

    static let program = URL(fileURLWithPath: CommandLine.arguments[0])
        .deletingLastPathComponent().appendingPathComponent("StatementProbe")

    func start(_ index: Int) throws {
        let process = Process()
        process.executableURL = Self.program
        let members = addresses.indices.filter { $0 != index && index != 0 }.map { addresses[$0] }
        process.arguments =
            [
                "node", "\(index + 1)", addresses[index], "127.0.0.1:\(real[index])",
                directories[index] ?? directory.path + "/\(index + 1)",
            ]
            + members
        process.environment = ProcessInfo.processInfo.environment
            .merging(["NODE_LATENCY": "\(latency)"]) { $1 }
        let output = Pipe()
        process.standardInput = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        processes[index] = process
        // The node has joined.
        let line = output.fileHandleForReading.availableData
        try #require(String(decoding: line, as: UTF8.self) == "ready\n")
    }

    func stop(_ index: Int) {
        guard let process = processes[index] else { return }
        processes[index] = nil
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Lets a node hand its leadership over and end, and starts it again.
    func restart(_ index: Int) throws {
        guard let process = processes[index] else { return }
        processes[index] = nil
        try (process.standardInput as? Pipe)?.fileHandleForWriting.close()
        process.waitUntilExit()
        try start(index)
    }

    /// Lets a node run for a part of the time only.
    func slow(_ index: Int, for time: Duration) {
        let end = ContinuousClock.now + time
        while .now < end {
            pause(index)
            usleep(40_000)
            resume(index)
            usleep(10_000)
        }
    }

    func pause(_ index: Int) { processes[index].map { _ = kill($0.processIdentifier, SIGSTOP) } }

    func resume(_ index: Int) { processes[index].map { _ = kill($0.processIdentifier, SIGCONT) } }

    /// Separates a node from the others, in both directions. Clients reach all of them.
    func isolate(_ index: Int) {
        for (position, proxy) in proxies.enumerated() {
            proxy.refuse(position == index ? Set(1...UInt64(proxies.count)) : [UInt64(index + 1)])
        }
    }

    func join() { for proxy in proxies { proxy.refuse([]) } }

    /// Whether a node has ended by itself.
    var hasCrashed: Bool { processes.contains { $0?.isRunning == false } }

    func restartCrashed() throws {
        for index in processes.indices where processes[index]?.isRunning == false {
            processes[index] = nil
            try start(index)
        }
    }

    func client(_ limit: Duration = .seconds(20)) throws -> Cluster {
        try Cluster(nodes: addresses, configuration: .init { $0.timeLimit = limit })
    }

    /// The position of the leader.
    func leader() throws -> Int {
        let leader = try client().status().leader
        return Int(leader.id) - 1
    }
}

/// Passes bytes between clients and a port of this machine, until told otherwise.
final class CuttingProxy: Sendable {
    private let listener: Int32
    private let target: UInt16
    private let state = Locked(State())

    private struct State {
        var sockets: Set<Int32> = []
        var isBlocked = false
        /// The nodes whose connections are refused. Connections of clients are not.
        var refused: Set<UInt64> = []
        /// The node that has opened a connection, by its socket; 0 for a client.
        var sources: [Int32: UInt64] = [:]
        /// How many bytes of clients still pass, before a connection is cut; `nil` for all.
        var budget: Int?
        var isClosed = false
    }

    init(from port: UInt16, to target: UInt16) throws {
        self.target = target
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var isOn: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &isOn, 4)
        let listener = listener
        let code = Self.withAddress(port) { bind(listener, $0, $1) }
        try #require(code == 0 && listen(listener, 128) == 0)
        Thread.detachNewThread { self.accept() }
    }

    private static func withAddress<R>(
        _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R
    ) -> R {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private func accept() {
        while true {
            let client = Foundation.accept(listener, nil, nil)
            guard client >= 0 else { return }
            let isBlocked = state.withLock { $0.isBlocked || $0.isClosed }
            let server = isBlocked ? -1 : socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            guard server >= 0, Self.withAddress(target, { connect(server, $0, $1) }) == 0 else {
                if server >= 0 { Foundation.close(server) }
                Foundation.close(client)
                continue
            }
            var isOn: Int32 = 1
            for descriptor in [client, server] {
                setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, 4)
            }
            state.withLock { $0.sockets.formUnion([client, server]) }
            let remaining = Locked(2)
            Thread.detachNewThread { self.pump(client, server, isClient: true, remaining) }
            Thread.detachNewThread { self.pump(server, client, isClient: false, remaining) }
        }
    }

    private func pump(_ source: Int32, _ target: Int32, isClient: Bool, _ remaining: Locked<Int>) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        if isClient, !passHello(source, target) { shutdown(source, Int32(SHUT_RDWR)) }
        while case let count = recv(source, &buffer, buffer.count, 0), count > 0 {
            let passed = state.withLock { state in
                guard isClient, let budget = state.budget else { return count }
                state.budget = max(0, budget - count)
                return min(budget, count)
            }
            var sent = 0
            while sent < passed {
                let result = send(
                    target, Array(buffer[sent..<passed]), passed - sent, Int32(MSG_NOSIGNAL))
                guard result > 0 else { break }
                sent += result
            }
            if sent < count { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
        // The last of the two closes both.
        let isLast = remaining.withLock { count in
            count -= 1
            return count == 0
        }
        guard isLast else { return }
        state.withLock { state in
            state.sockets.subtract([source, target])
            state.sources[source] = nil
            state.sources[target] = nil
        }
        Foundation.close(source)
        Foundation.close(target)
    }

    /// Passes the first words of a connection, which tell a node from a client: the version, the header of a request, and
    /// the number of the node if its type is 11.
    ///
    /// - Returns: Whether the connection is allowed.
    private func passHello(_ source: Int32, _ target: Int32) -> Bool {
        var hello = [UInt8](repeating: 0, count: 24)
        guard recv(source, &hello, 24, Int32(MSG_WAITALL)) == 24 else { return false }
        let node = hello[12] == 11 ? UInt64(hello[16]) : 0
        let isAllowed = state.withLock { state in
            state.sources[source] = node
            return !state.refused.contains(node)
        }
        return isAllowed && send(target, hello, 24, Int32(MSG_NOSIGNAL)) == 24
    }

    /// Refuses the connections of nodes, and closes those that exist.
    func refuse(_ nodes: Set<UInt64>) {
        state.withLock { state in
            state.refused = nodes
            for (socket, node) in state.sources where nodes.contains(node) {
                shutdown(socket, Int32(SHUT_RDWR))
            }
        }
    }

    /// Closes all connections, and accepts no other until ``unblock()``.
    func block() {
        state.withLock { state in
            state.isBlocked = true
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    func unblock() { state.withLock { $0.isBlocked = false } }

    /// Closes all connections.
    func cut() {
        state.withLock { state in
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Cuts a connection after a number of bytes of clients; `nil` for never.
    func limit(_ bytes: Int?) { state.withLock { $0.budget = bytes } }

    func close() {
        state.withLock { $0.isClosed = true }
        block()
        shutdown(listener, Int32(SHUT_RDWR))
        Foundation.close(listener)
    }
}

/// A value that several threads share.
final class Locked<Value>: @unchecked Sendable {
    // SAFETY: the value is used only while the lock is held.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
