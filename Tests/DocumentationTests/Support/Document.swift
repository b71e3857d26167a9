import Foundation
import Testing

/// A Markdown document of the repository.
struct Document: Sendable, CustomTestStringConvertible {
    let path: String

    /// The lines, read on each use, so that a missing document fails only one test.
    var lines: [String] {
        let text = (try? Repository.text(of: path)) ?? ""
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    var testDescription: String { path }
}

/// A piece of code in a document or a source file, without its common indentation.
struct CodeBlock: Sendable, CustomTestStringConvertible {
    /// The language, such as `swift`, `sql` or `sh`; empty for plain text.
    let language: String
    let code: String
    /// The source location, such as `README.md:12`.
    let place: String

    init(language: String, lines: [String], place: String) {
        self.language = language
        self.place = place
        let indentation = lines.filter { !$0.allSatisfy(\.isWhitespace) }
            .map { $0.prefix { $0 == " " }.count }.min()
        code = lines.map { String($0.dropFirst(indentation ?? 0)) }.joined(separator: "\n")
    }

    var testDescription: String { place }
}

extension Document {
    /// The fenced code blocks, in order.
    var blocks: [CodeBlock] {
        var blocks: [CodeBlock] = []
        var open: (language: String, number: Int, lines: [String])?
        for (index, line) in lines.enumerated() {
            let trimmed = line.drop { $0 == " " }
            if let block = open, trimmed == "```" {
                blocks.append(
                    CodeBlock(
                        language: block.language, lines: block.lines,
                        place: "\(path):\(block.number)"))
                open = nil
            } else if open != nil {
                open?.lines.append(line)
            } else if trimmed.hasPrefix("```") {
                open = (String(trimmed.dropFirst(3)), index + 1, [])
            }
        }
        // A block that is not closed contains the rest of the document; the tests report it.
        if let open {
            blocks.append(
                CodeBlock(
                    language: open.language, lines: open.lines,
                    place: "\(path):\(open.number), not closed"))
        }
        return blocks
    }

    /// The lines outside fenced blocks.
    var prose: [String] {
        var isCode = false
        return lines.filter { line in
            let isFence = line.drop { $0 == " " }.hasPrefix("```")
            if isFence { isCode.toggle() }
            return !isFence && !isCode
        }
    }

    /// The tables: the cells of each row, with the header first.
    var tables: [[[String]]] {
        var tables: [[[String]]] = []
        var isTable = false
        for line in prose {
            guard line.hasPrefix("| ") else {
                isTable = isTable && line.hasPrefix("|-")
                continue
            }
            let cells = line.dropFirst().components(separatedBy: " |")
                .map { $0.trimmingCharacters(in: .whitespaces) }
            if !isTable { tables.append([]) }
            tables[tables.count - 1].append(Array(cells.dropLast()))
            isTable = true
        }
        return tables
    }

    /// The targets of the links, as written: `[text](target)`.
    var links: [String] {
        prose.flatMap { line in
            line.components(separatedBy: "](").dropFirst().compactMap {
                $0.split(separator: ")", maxSplits: 1, omittingEmptySubsequences: false).first
                    .map(String.init)
            }
        }
    }

    /// The anchors of the headings: lower case, hyphens for spaces, no punctuation.
    var anchors: Set<String> {
        Set(
            prose.filter { $0.hasPrefix("#") }.map { heading in
                heading.drop { $0 == "#" }.dropFirst().lowercased()
                    .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
                    .replacingOccurrences(of: " ", with: "-")
            })
    }
}
