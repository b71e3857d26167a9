import Foundation

/// Which file a path means, however it is written: links and relative paths lead to the same one.
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

    /// The size of a file in bytes; `nil` if there is none.
    static func size(of path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }
}
