import Foundation

/// The state of a file, to detect that it changes.
struct FileState: Equatable {
    let size: Int64
    private let seconds: Int
    private let nanoseconds: Int
    let isRegular: Bool
    let isDirectory: Bool

    /// `nil` if there is no such file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        size = Int64(status.st_size)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        seconds = Int(time.tv_sec)
        nanoseconds = Int(time.tv_nsec)
        isRegular = status.st_mode & S_IFMT == S_IFREG
        isDirectory = status.st_mode & S_IFMT == S_IFDIR
    }

    /// The first bytes of a file.
    ///
    /// - Throws: ``QueryError`` if it cannot be read.
    static func firstBytes(_ count: Int, of path: String) throws -> [UInt8] {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { throw unreadable(path) }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: count)
        let length = read(file, &bytes, count)
        guard length >= 0 else { throw unreadable(path) }
        return Array(bytes.prefix(length))
    }

    private static func unreadable(_ path: String) -> QueryError {
        QueryError("cannot read \"\(path)\": \(SystemError.reason(errno))")
    }
}
