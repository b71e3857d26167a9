import Foundation

/// The identity of the file at a path. Links and relative paths to the same file have the same identity.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let file: UInt64

    /// `nil` if there is no such file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        file = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// The size of a file in bytes, or `nil` if the file does not exist.
    static func size(of path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }
}
