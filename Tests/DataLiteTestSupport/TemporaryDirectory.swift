import Foundation

/// Calls `body` with the path of a new, empty directory, which is removed afterwards.
package func withTemporaryDirectory<R>(_ body: (String) throws -> R) throws -> R {
    let directory = try newTemporaryDirectory()
    defer { try? FileManager.default.removeItem(at: directory) }
    return try body(directory.path)
}

/// Calls an asynchronous `body` with the path of a new, empty directory, which is removed afterwards.
package func withTemporaryDirectory<R>(
    isolation: isolated (any Actor)? = #isolation, _ body: (String) async throws -> R
) async throws -> R {
    let directory = try newTemporaryDirectory()
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await body(directory.path)
}

private func newTemporaryDirectory() throws -> URL {
    let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("datalite-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return directory
}
