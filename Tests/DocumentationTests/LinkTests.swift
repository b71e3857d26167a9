import Foundation
import Testing

@Suite("The links of a document")
struct LinkTests {
    @Test("Links lead to existing files", arguments: Repository.documents)
    func files(document: Document) {
        for link in document.links where !link.hasPrefix("https://") {
            let path = Self.path(of: link, in: document)
            #expect(path.isEmpty || Repository.exists(path), "\(link)")
        }
    }

    @Test("Links lead to existing headings", arguments: Repository.documents)
    func headings(document: Document) {
        for link in document.links where !link.hasPrefix("https://") {
            guard let mark = link.firstIndex(of: "#") else { continue }
            let target = Document(path: Self.path(of: link, in: document))
            #expect(target.anchors.contains(String(link[link.index(after: mark)...])), "\(link)")
        }
    }

    @Test("Links to other sites use https", arguments: Repository.documents)
    func scheme(document: Document) {
        let insecure = document.links.filter { $0.hasPrefix("http://") }
        #expect(insecure.isEmpty)
    }

    @Test("The index links to every guide, and the README to the index")
    func guides() {
        let index = Document(path: "Docs/README.md")
        let links = Set(index.links.map { Self.path(of: $0, in: index) })
        for document in Repository.documents where document.path.hasPrefix("Docs/") {
            #expect(links.contains(document.path) || document.path == index.path)
        }
        #expect(Document(path: "README.md").links.contains(index.path))
    }

    /// The path of a link's target, relative to the root. Links are relative to the folder of their document.
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
