import Foundation
import Testing

@Suite("The programs of the guides")
struct GuideTests {
    static let programs = [
        ("../README", "Hello"), ("AppGuide", "BookShelf"), ("SearchGuide", "Recipes"),
        ("MigrationGuide", "Contacts"),
        ("FunctionsGuide", "Trips"), ("FromGRDB", "FromGRDB"),
        ("FromSQLiteData", "FromSQLiteData"), ("FromSQLiteSwift", "FromSQLiteSwift"),
    ]

    @Test(
        "A guide shows every file of its program",
        arguments: programs.map(\.0) + ["CommandLineGuide", "TestingGuide"])
    func files(name: String) throws {
        let guide = try Guide(name: name)
        #expect(!guide.files.isEmpty)
        for (path, text) in guide.files {
            let url = Guide.root.appendingPathComponent(path)
            #expect(try String(contentsOf: url, encoding: .utf8) == text, "\(path)")
        }
        let folders = Set(guide.files.keys.map { ($0 as NSString).deletingLastPathComponent })
        let existing = try folders.flatMap { folder in
            try FileManager.default.contentsOfDirectory(
                atPath: Guide.root.appendingPathComponent(folder).path
            )
            .map { "\(folder)/\($0)" }
        }
        #expect(Set(existing) == Set(guide.files.keys))
    }

    @Test("A program prints what its guide shows", arguments: programs)
    func output(guide: String, program: String) throws {
        let folder = try TemporaryFolder()
        let expected = try #require(try Guide(name: guide).output)
        #expect(try folder.run(program, ["data.sqlite"]).output == expected)
    }

    @Test("The tool of the guide adds, finishes and lists")
    func commandLine() throws {
        let folder = try TemporaryFolder()
        let expected = try #require(try Guide(name: "CommandLineGuide").output)
        #expect(try folder.run("todo", ["add", "Buy milk"]).output == "added 1\n")
        #expect(try folder.run("todo", ["add", "It's a title with a ' in it"]).status == 0)
        #expect(try folder.run("todo", ["done", "1"]).status == 0)
        #expect(try folder.run("todo", ["list"]).output == expected)
        #expect(try folder.run("todo", ["done", "9"]).status != 0)
    }
}

/// A folder in which a program runs; removed at the end.
final class TemporaryFolder {
    private let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("guides-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Runs a program that is in the folder of the tests.
    func run(_ program: String, _ arguments: [String]) throws -> (output: String, status: Int32) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            .deletingLastPathComponent().appendingPathComponent(program)
        process.arguments = arguments
        process.currentDirectoryURL = url
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }
}
