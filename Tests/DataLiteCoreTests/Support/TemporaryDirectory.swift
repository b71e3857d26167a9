import Foundation

/// Lends the path of a new, empty directory, which is removed afterwards.
func withTemporaryDirectory<R>(_ body: (String) throws -> R) throws -> R {
    let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("DataLite-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try body(directory.path)
}
