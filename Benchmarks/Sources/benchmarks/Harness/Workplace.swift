import Foundation

/// A directory for databases, and the size of the databases to create.
struct Workplace {
    let directory: URL

    /// Whether to check only that every scenario runs and that the contenders agree.
    let isQuick: Bool

    init(isQuick: Bool) throws {
        self.isQuick = isQuick
        self.directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("datalite-benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    func remove() throws {
        try FileManager.default.removeItem(at: directory)
    }

    /// The number of operations: `full`, or a small number for a quick run.
    func count(_ full: Int) -> Int {
        isQuick ? max(full / 10_000, 20) : full
    }

    func path(_ name: String) -> String {
        directory.appendingPathComponent(name).path
    }
}
