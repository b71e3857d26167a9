import Foundation
import Testing

@Suite("The links of a document")
struct LinkTests {
    @Test("lead to existing files", arguments: Repository.documents)
    func files(document: Document) {
        for link in document.links where !link.hasPrefix("https://") {
            let path = Self.path(of: link, in: document)
            #expect(path.isEmpty || Repository.exists(path), "\(link)")
        }
    }

    @Test("lead to existing headings", arguments: Repository.documents)
    func headings(document: Document) {
        for link in document.links where !link.hasPrefix("https://") {
            guard let mark = link.firstIndex(of: "#") else { continue }
            let target = Document(path: Self.path(of: link, in: document))
            #expect(target.anchors.contains(String(link[link.index(after: mark)...])), "\(link)")
        }
    }

    @Test("are https where they leave the repository", arguments: Repository.documents)
    func scheme(document: Document) {
        let insecure = document.links.filter { $0.hasPrefix("http://") }
        #expect(insecure.isEmpty)
    }

    @Test("reach every guide from the README")
    func guides() {
        let links = Set(Document(path: "README.md").links)
        for document in Repository.documents where document.path.hasPrefix("Docs/") {
            #expect(links.contains(document.path), "\(document.path)")
        }
    }

    /// The path that a link means, from the root; links start at their own document's folder.
    private static func path(of link: String, in document: Document) -> String {
        let file = link.split(separator: "#", omittingEmptySubsequences: false)[0]
        guard !file.isEmpty else { return document.path }
        var parts = document.path.split(separator: "/").dropLast()
        for part in file.split(separator: "/") {
            switch part {
            case ".": continue
            case "..": parts = parts.dropLast()
            default: parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }
}
