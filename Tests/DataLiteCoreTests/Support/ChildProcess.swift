import Foundation

/// A running program of this package, whose standard output is read here.
final class ChildProcess {
    private let identifier: pid_t
    private let output: Int32

    /// Starts the program that was built beside the tests.
    init(_ name: String, _ arguments: [String]) throws {
        let directory = Bundle.main.executableURL?.deletingLastPathComponent()
        guard let path = directory?.appendingPathComponent(name).path else {
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

    /// Waits for output; no bytes at its end.
    func read() -> Data {
        var buffer = [UInt8](repeating: 0, count: 4096)
        #if canImport(Darwin)
            let count = Darwin.read(output, &buffer, buffer.count)
        #else
            let count = Glibc.read(output, &buffer, buffer.count)
        #endif
        return Data(buffer.prefix(max(count, 0)))
    }

    /// Kills the process at once, waits for its end, and returns the rest of its output.
    func kill() -> Data {
        _ = Foundation.kill(identifier, SIGKILL)
        var status: Int32 = 0
        waitpid(identifier, &status, 0)
        var rest = Data()
        while case let bytes = read(), !bytes.isEmpty { rest += bytes }
        close(output)
        return rest
    }
}

private func check(_ result: Int32) throws {
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

private func cStrings(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
    strings.map { strdup($0) } + [nil]
}
