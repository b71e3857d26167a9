import Foundation

/// The identity of the file at a path. Links and relative paths to the same file have the same identity.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let file: UInt64

    /// `nil` if there is no such file, or if the system cannot tell.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        file = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// Whether a path of the file now refers to another file or to none. `false` if the system cannot tell, for example
    /// while a folder of the path may not be searched.
    package func isMoved(from path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return errno == ENOENT || errno == ENOTDIR }
        return FileIdentity(status) != self
    }

    /// The size of a file in bytes, or `nil` if the file does not exist.
    static func size(of path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }
}
