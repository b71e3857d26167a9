import DataLiteCore
import Foundation

/// The bytes that an import reads, one piece at a time.
///
/// ```swift
/// try db.importCSV(.file("albums.csv"), into: "albums")
/// try db.importCSV(.text("id,title\n1,Debut"), into: "albums")
/// ```
public struct ImportSource {
    /// Opens the source. Each call returns the next bytes; an empty array or `nil` at the end.
    let open: () throws -> () throws -> [UInt8]?

    /// Text in memory.
    public static func text(_ text: String) -> ImportSource {
        ImportSource {
            var rest: [UInt8]? = Array(text.utf8)
            return {
                defer { rest = nil }
                return rest
            }
        }
    }

    /// A file, which is read in pieces of 64 KiB.
    ///
    /// Reading throws `SQLITE_CANTOPEN` if the file cannot be opened, and `SQLITE_IOERR_READ` if it cannot be read.
    public static func file(_ path: String) -> ImportSource {
        ImportSource {
            let file = try ImportedFile(path)
            return { try file.read() }
        }
    }

    /// Pieces that a closure returns, such as those of a network connection; `nil` or an empty array at the end.
    public static func pieces(_ next: @escaping () throws -> [UInt8]?) -> ImportSource {
        ImportSource { next }
    }
}

/// An open file, which is closed when it is released.
private final class ImportedFile {
    private let file: UnsafeMutablePointer<FILE>
    private let path: String

    init(_ path: String) throws(SQLiteError) {
        guard !path.utf8.contains(0), let file = fopen(path, "rb") else {
            throw SQLiteError(.cantOpen, message: "cannot open \"\(MessageText.path(path))\"")
        }
        self.file = file
        self.path = path
    }

    deinit { fclose(file) }

    func read() throws(SQLiteError) -> [UInt8] {
        var isFailed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = fread(buffer.baseAddress, 1, buffer.count, file)
            isFailed = count == 0 && ferror(file) != 0
        }
        guard !isFailed else {
            throw SQLiteError(.ioerrRead, message: "cannot read \"\(MessageText.path(path))\"")
        }
        return bytes
    }
}
