import Foundation

/// The Swift files at the given paths.
enum SwiftFiles {
    /// The sorted paths of the given files and of the files with the extension `swift` in the given folders.
    ///
    /// Hidden files and folders, such as `.build`, and symbolic links in a folder are skipped.
    ///
    /// - Throws: ``InputFailure`` if a path does not exist or a folder cannot be read.
    static func paths(in roots: [String]) throws -> [String] {
        var files: Set<String> = []
        for root in roots {
            guard let isFolder = isFolder(root) else {
                throw InputFailure("no such file or folder: \"\(root)\"")
            }
            if isFolder { try addFiles(in: root, to: &files) } else { files.insert(root) }
        }
        return files.sorted()
    }

    private static func addFiles(in folder: String, to files: inout Set<String>) throws {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw InputFailure("cannot read the folder \"\(folder)\"")
        }
        for name in names where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            guard !isSymbolicLink(path), let isFolder = isFolder(path) else { continue }
            if isFolder {
                try addFiles(in: path, to: &files)
            } else if name.hasSuffix(".swift") {
                files.insert(path)
            }
        }
    }

    /// Whether the path is a folder, or nil if nothing exists at the path.
    private static func isFolder(_ path: String) -> Bool? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return nil
        }
        return isFolder.boolValue
    }

    private static func isSymbolicLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    }
}
