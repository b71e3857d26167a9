import Foundation

/// The file that a command writes instead of standard output.
struct OutputFile {
    let path: String

    /// - Throws: ``GenerationError`` if the path is empty, a directory, in a directory that does not exist, or the
    ///   database itself.
    init(path: String, database: String) throws {
        guard !path.isEmpty else { throw GenerationError("the path of the output is empty") }
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) {
            guard !isDirectory.boolValue else {
                throw GenerationError("cannot write \"\(path)\": it is a directory")
            }
            guard !Self.isSameFile(path, database) else {
                throw GenerationError("cannot write \"\(path)\": it is the database")
            }
        } else {
            let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
            guard FileManager.default.fileExists(atPath: directory) else {
                throw GenerationError("cannot write \"\(path)\": its directory does not exist")
            }
        }
        self.path = path
    }

    /// Replaces the file atomically: a reader sees either the old text or the new text.
    func write(_ text: String) throws {
        // The target of a symbolic link is replaced, not the link.
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        do {
            try Data(text.utf8).write(to: target, options: .atomic)
        } catch {
            throw GenerationError("cannot write \"\(path)\": \(Self.reason(error))")
        }
    }

    private static func isSameFile(_ first: String, _ second: String) -> Bool {
        var firstStatus = stat()
        var secondStatus = stat()
        return stat(first, &firstStatus) == 0 && stat(second, &secondStatus) == 0
            && firstStatus.st_dev == secondStatus.st_dev
            && firstStatus.st_ino == secondStatus.st_ino
    }

    /// The operating system's description of an error.
    private static func reason(_ error: any Error) -> String {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        guard let number = underlying?.code, underlying?.domain == NSPOSIXErrorDomain else {
            return (error as NSError).localizedDescription
        }
        return SystemError.reason(Int32(truncatingIfNeeded: number))
    }
}

/// The reason that no source was generated.
struct GenerationError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
