import Foundation

/// A program of the package in the folder of `datalite`.
struct OtherProgram {
    let path: String

    /// - Parameter program: The path of `datalite`.
    /// - Throws: ``QueryError`` if the program is not in the folder of `datalite`.
    init(_ name: String, beside program: String = Bundle.main.executablePath ?? "") throws {
        let folder = URL(fileURLWithPath: program).deletingLastPathComponent()
        path = folder.appendingPathComponent(name).path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw QueryError(
                "no such program: \"\(path)\"; swift build --product \(name) builds it")
        }
    }

    /// Replaces the running program. Returns only by throwing.
    ///
    /// - Throws: ``QueryError`` if the program cannot be run.
    func run(_ arguments: [String]) throws {
        let pointers = ([path] + arguments).map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        execv(path, pointers + [nil])
        throw QueryError("cannot run \"\(path)\": \(SystemError.reason(errno))")
    }
}
