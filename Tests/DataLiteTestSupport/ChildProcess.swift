import Foundation

/// A running child process whose standard output can be read.
package final class ChildProcess {
    private let identifier: pid_t
    private var output: Int32

    /// The bytes that were read but not returned yet.
    private var buffer = Data()

    /// Starts a program that was built with the tests, or a program with an absolute path.
    package init(_ name: String, _ arguments: [String]) throws {
        guard let path = name.hasPrefix("/") ? name : BuildProducts.path(of: name) else {
            throw POSIXError(.ENOENT)
        }
        var ends: [Int32] = [0, 0]
        try check(pipe(&ends))
        output = ends[0]
        defer { close(ends[1]) }
        for end in ends { try check(fcntl(end, F_SETFD, FD_CLOEXEC)) }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        let (argv, envp) = (cStrings([path] + arguments), cStrings(environment))
        defer { for string in argv + envp { free(string) } }
        var identifier: pid_t = 0
        let code = posix_spawn(&identifier, path, &actions, nil, argv, envp)
        self.identifier = identifier
        guard code == 0 else {
            close(output)
            throw POSIXError(POSIXErrorCode(rawValue: code) ?? .ENOENT)
        }
    }

    /// Waits for a line of output and returns it, or `nil` at the end of the output. A last line without a line feed
    /// is not returned.
    package func readLine() -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer = Data(buffer[(end + 1)...]) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            let bytes = readBytes()
            guard !bytes.isEmpty else { return nil }
            buffer += bytes
        }
    }

    /// Sends a signal to the process.
    package func send(_ signal: Int32) { _ = Foundation.kill(identifier, signal) }

    /// Stops reading: the process can no longer write output.
    package func closeOutput() {
        close(output)
        output = -1
    }

    /// Kills the process, waits until it ends, and returns the remaining lines of its output.
    package func kill() -> [String] {
        _ = Foundation.kill(identifier, SIGKILL)
        return wait().lines
    }

    /// Waits until the process ends.
    ///
    /// - Returns: The exit status, or 128 plus the number of the signal that ended the process, and the remaining
    ///   lines of its output.
    package func wait() -> (status: Int32, lines: [String]) {
        var lines: [String] = []
        while let line = readLine() { lines.append(line) }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        close(output)
        return (status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f), lines)
    }

    /// Reads the next bytes; empty at the end of the output.
    private func readBytes() -> Data {
        var bytes = [UInt8](repeating: 0, count: 4096)
        var count = 0
        repeat {
            #if canImport(Darwin)
                count = Darwin.read(output, &bytes, bytes.count)
            #else
                count = Glibc.read(output, &bytes, bytes.count)
            #endif
        } while count < 0 && errno == EINTR
        return Data(bytes.prefix(max(count, 0)))
    }
}

private func check(_ result: Int32) throws {
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

private func cStrings(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
    strings.map { strdup($0) } + [nil]
}
