import Foundation

/// The files of the repository that the documents are checked against.
enum Repository {
    /// The root of the repository, four levels above this file.
    static let root = (1...4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }

    /// The sorted paths of all files in a folder and its subfolders whose names end in `suffix`.
    static func files(in folder: String, suffix: String) -> [String] {
        let names = FileManager.default.enumerator(
            atPath: root.appendingPathComponent(folder).path)
        return (names?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(suffix) }
            .map { folder + "/" + $0 }
            .sorted()
    }

    /// The documents of the root folder and the guides.
    static let documents: [Document] =
        (["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
        + files(in: "Docs", suffix: ".md")).map(
            Document.init)

    /// The articles of the reference, which add topics to the documentation of a type.
    static let articles: [Document] = files(in: "Sources", suffix: ".md").map(Document.init)
}
