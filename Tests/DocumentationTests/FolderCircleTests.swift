import Testing

@Suite("The folders of the core that use each other")
struct FolderCircleTests {
    private static let folders = CoreFolders()

    @Test("Architecture.md draws every folder of the core that another one uses and is used by")
    func circle() throws {
        let document = Document(path: "Docs/Architecture.md")
        let drawing = try #require(document.blocks.first { $0.code.contains("<->") }).code
        let drawn = drawing.split { !$0.isLetter }.map(String.init)
        #expect(Self.folders.inCircles == Set(drawn))
    }

    @Test("A link in the drawing joins two folders that use each other")
    func links() throws {
        let document = Document(path: "Docs/Architecture.md")
        let drawing = try #require(document.blocks.first { $0.code.contains("<->") }).code
        for line in drawing.split(separator: "\n") {
            let groups = line.split(separator: "<->").map { $0.split { !$0.isLetter } }
            for (left, right) in zip(groups, groups.dropFirst()) {
                for (one, other) in left.flatMap({ one in right.map { (one, $0) } }) {
                    let (one, other) = (String(one), String(other))
                    #expect(Self.folders.uses[one]?.contains(other) == true, "\(one), \(other)")
                    #expect(Self.folders.uses[other]?.contains(one) == true, "\(other), \(one)")
                }
            }
        }
    }
}

/// The folders of the core, each with the folders whose types it names.
private struct CoreFolders {
    private(set) var uses: [String: Set<String>] = [:]

    init() {
        var words: [(folder: String, words: Set<Substring>)] = []
        var homes: [Substring: String] = [:]
        for path in Repository.files(in: "Sources/DataLiteCore", suffix: ".swift") {
            let parts = path.split(separator: "/")
            guard parts.count > 3, let text = try? Repository.text(of: path) else { continue }
            let folder = String(parts[2])
            let source = SourceWords(text)
            for name in source.declared { homes[name] = folder }
            words.append((folder, source.used))
        }
        for (folder, words) in words {
            let used = words.compactMap { homes[$0] }.filter { $0 != folder }
            uses[folder, default: []].formUnion(used)
        }
    }

    /// The folders that use a folder that uses them, directly or through others.
    var inCircles: Set<String> {
        Set(uses.keys.filter { reachable(from: $0).contains($0) })
    }

    private func reachable(from folder: String) -> Set<String> {
        var found: Set<String> = []
        var next = uses[folder] ?? []
        while let folder = next.popFirst() {
            if found.insert(folder).inserted { next.formUnion(uses[folder] ?? []) }
        }
        return found
    }
}

/// The types that a source file declares and names, without those in comments and text.
private struct SourceWords {
    private static let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias"]

    /// The types at the top level of the file that other files can use.
    private(set) var declared: [Substring] = []
    private(set) var used: Set<Substring> = []

    init(_ text: String) {
        var isInText = false
        for line in text.split(separator: "\n") {
            let delimiters = line.ranges(of: #"""""#).count
            if delimiters % 2 == 1 { isInText.toggle() }
            guard !isInText, delimiters == 0 else { continue }
            let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
            // Every second part is the text of a literal.
            let parts = code.split(separator: "\"", omittingEmptySubsequences: false)
            let words = parts.indices.filter { $0.isMultiple(of: 2) }
                .flatMap { parts[$0].split { !($0.isLetter || $0.isNumber || $0 == "_") } }
            used.formUnion(words.filter { $0.first?.isUppercase == true })
            guard code.first != " ", !words.contains("private"), !words.contains("fileprivate")
            else { continue }
            guard let kind = words.firstIndex(where: Self.kinds.contains) else { continue }
            declared += words[(kind + 1)...].prefix(1)
        }
    }
}
