import Foundation

/// A shell command that runs as a process.
package enum ShellCommand {
    package struct Outcome: Equatable, Sendable {
        package var status: Int32
        package var output: String
        package var errors: String

        package init(status: Int32, output: String, errors: String) {
            self.status = status
            self.output = output
            self.errors = errors
        }
    }

    struct SpawnError: Error {
        let number: Int32
    }

    /// Runs a shell command, in which `"$@"` expands to the arguments. Its streams are files, so that they need not be
    /// read while it runs.
    package static func run(
        _ command: String, _ arguments: [String], input: String = ""
    ) throws -> Outcome {
        try withTemporaryDirectory { directory in
            let streams = ["in", "out", "err"].map { "\(directory)/\($0)" }
            try input.write(toFile: streams[0], atomically: false, encoding: .utf8)
            let redirected =
                "in=$1; out=$2; err=$3; shift 3; { \(command)\n} <\"$in\" >\"$out\" 2>\"$err\""
            let status = try spawn(["/bin/sh", "-c", redirected, "sh"] + streams + arguments)
            return Outcome(
                status: status,
                output: try contents(of: streams[1]),
                errors: try contents(of: streams[2]))
        }
    }

    /// Reads a file as a string. Foundation's own method leaks its buffer if the file is empty.
    private static func contents(of path: String) throws -> String {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    }

    /// Runs a program and waits until it ends.
    private static func spawn(_ arguments: [String]) throws -> Int32 {
        let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        var process: pid_t = 0
        let number = withCStrings(arguments) { arguments in
            withCStrings(variables) { variables in
                posix_spawn(&process, arguments[0]!, nil, nil, arguments, variables)
            }
        }
        guard number == 0 else { throw SpawnError(number: number) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw SpawnError(number: errno) }
        }
        // An exit code, or 128 plus the number of the signal, as in a shell.
        return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    }

    private static func withCStrings<R>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
    ) -> R {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}
