import Foundation

/// The identity of the file at a path. A connection continues to read a file that was replaced or deleted,
/// but never detects another commit.
struct WatchedFile {
    private let path: String
    private let identity: Identity?

    init(path: String) {
        self.path = path
        identity = Identity(path)
    }

    /// - Throws: A ``QueryError`` if the file was replaced or deleted.
    func requireUnchanged() throws {
        guard Identity(path) == identity else {
            throw QueryError("\"\(path)\" was replaced or deleted while it was watched")
        }
    }

    private struct Identity: Equatable {
        let device: UInt64
        let number: UInt64

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }
}
