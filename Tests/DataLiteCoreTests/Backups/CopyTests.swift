import DataLiteCore
import Foundation
import Testing

@Suite("A copy of a database")
struct CopyTests {
    private func files(in directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    /// A database whose table cannot be read.
    private func damagedDatabase(at path: String) throws -> Connection {
        try Connection(path: path).makeSample(count: 2000)
        var bytes = try #require(FileManager.default.contents(atPath: path))
        for index in 2 * 4096..<bytes.count { bytes[index] = 0xff }
        try bytes.write(to: URL(fileURLWithPath: path))
        return try Connection(path: path)
    }

    /// The size in bytes. Foundation leaks memory when it reads an empty file.
    private func fileSize(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    }

    @Test("A failed copy leaves no file, or an empty file if one existed")
    func failedVacuum() throws {
        try withTemporaryDirectory { directory in
            let connection = try damagedDatabase(at: directory + "/x.db")
            let path = directory + "/copy.db"
            for wasEmpty in [false, true] {
                if wasEmpty { try Data().write(to: URL(fileURLWithPath: path)) }
                let error = try failure { try connection.vacuum(into: path, isInMemory: false) }
                #expect(error.resultCode.primary == .corrupt)
                #expect(try files(in: directory) == (wasEmpty ? ["copy.db", "x.db"] : ["x.db"]))
                if wasEmpty { #expect(try fileSize(path) == 0) }
            }
            // A link to a file that does not exist stays.
            let link = directory + "/link.db"
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: directory + "/absent.db")
            #expect(throws: SQLiteError.self) {
                try connection.vacuum(into: link, isInMemory: false)
            }
            #expect(try files(in: directory) == ["copy.db", "link.db", "x.db"])
            try Connection.sample().vacuum(into: path, isInMemory: true)
            #expect(try Connection(path: path).ids().count == 3)
            let other = directory + "/50%20 done?#.db"
            // Two slashes do not begin the name of a host.
            try Connection.sample().vacuum(into: "/" + other, isInMemory: true)
            #expect(try Connection(path: other).ids().count == 3)
        }
    }

    private func create(_ path: String, _ content: String = "") {
        _ = FileManager.default.createFile(atPath: path, contents: Data(content.utf8))
    }

    @Test("A file that is not completed is deleted with its journal", arguments: [false, true])
    func incomplete(wasEmpty: Bool) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/copy.db"
            if wasEmpty { create(path) }
            do {
                let file = try NewFile(path)
                // On a full disk, SQLite leaves a journal that it cannot apply.
                for suffix in ["", "-journal"] { create(file.temporaryPath + suffix, "x") }
                #expect(try files(in: directory).count == (wasEmpty ? 3 : 2))
                withExtendedLifetime(file) {}
            }
            #expect(try files(in: directory) == (wasEmpty ? ["copy.db"] : []))
        }
    }

    @Test(
        "A complete file does not replace one that was written in the meantime",
        arguments: [false, true])
    func writtenFile(wasEmpty: Bool) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/copy.db"
            if wasEmpty { create(path) }
            let (first, second) = (try NewFile(path), try NewFile(path))
            #expect(first.temporaryPath != second.temporaryPath)
            try Connection(path: first.temporaryPath).makeSample(count: 1)
            try Connection(path: second.temporaryPath).makeSample(count: 2)
            #expect(try second.complete())
            #expect(try !first.complete())
            withExtendedLifetime((first, second)) {}
            #expect(try Connection(path: path).ids() == [1, 2])
        }
    }

    @Test("A file that is incomplete does not delete one that was written in the meantime")
    func incompleteAndWritten() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/copy.db"
            do {
                let file = try NewFile(path)
                try Connection(path: path).makeSample()
                withExtendedLifetime(file) {}
            }
            #expect(try files(in: directory) == ["copy.db"])
            #expect(try Connection(path: path).ids() == [1, 2, 3])
        }
    }

    @Test("A copy to an empty file keeps the rights of the file")
    func emptyFile() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/copy.db"
            create(path)
            chmod(path, 0o600)
            let file = try NewFile(path)
            try Connection(path: file.temporaryPath).makeSample()
            #expect(try file.complete())
            #expect(try Connection(path: path).ids() == [1, 2, 3])
            let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(rights as? Int == 0o600)
        }
    }

    @Test("An interrupt of either connection ends a backup", arguments: [true, false])
    func interruptedBackup(isSource: Bool) throws {
        let source = try Connection(location: .inMemory)
        try source.makeSample(count: 2000)
        let target = try Connection(location: .inMemory)
        try target.execute("CREATE TABLE old(x)")
        let handle = (isSource ? source : target).interruptHandle
        let error = try failure {
            try source.backup(to: target, pagesPerStep: 1) { _ in handle.interrupt() }
        }
        #expect(error.resultCode == .interrupt)
        #expect(error.message == "the backup was interrupted")
        #expect(try target.tableExists("old"))
        try source.backup(to: target)
        #expect(try target.ids().count == 2000)
    }

    @Test("A copy does not replace a file that is not empty")
    func existingFile() throws {
        try withTemporaryDirectory { directory in
            let connection = try Connection.sample()
            let path = directory + "/notes.txt"
            let notes = Data("not a database".utf8)
            try notes.write(to: URL(fileURLWithPath: path))
            for isInMemory in [false, true] {
                #expect(throws: SQLiteError.self) {
                    try connection.vacuum(into: path, isInMemory: isInMemory)
                }
                #expect(FileManager.default.contents(atPath: path) == notes)
            }
        }
    }

    @Test(
        "A copy can have any file name",
        arguments: ["file:x?mode=memory", ":memory:", "a b%41.db"],
        [false, true])
    func names(name: String, isInMemory: Bool) throws {
        try withTemporaryDirectory { directory in
            let connection =
                try isInMemory ? Connection.sample() : Connection(path: directory + "/x.db")
            if !isInMemory { try connection.makeSample() }
            try connection.vacuum(into: directory + "/" + name, isInMemory: isInMemory)
            #expect(try files(in: directory).contains(name))
            #expect(try Connection(path: directory + "/" + name).ids() == [1, 2, 3])
        }
    }

    @Test("A copy cannot replace the database itself, however its path is written")
    func ownPath() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try Connection(
                path: path, configuration: .init { $0.journalMode = .wal })
            try connection.makeSample()
            let (link, hardLink) = (directory + "/link.db", directory + "/hard.db")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            let targets = [
                try Connection(path: path), try Connection(path: directory + "/./x.db"),
                try Connection(path: link),
                try Connection(path: "file:\(path)?cache=private", options: [.readwrite, .uri]),
            ]
            try FileManager.default.linkItem(atPath: path, toPath: hardLink)
            for target in targets + [connection] {
                let error = try failure {
                    try connection.backup(to: target)
                }
                #expect(error.message == "cannot copy the database \"\(path)\" to itself")
            }
            #expect(throws: SQLiteError.self) {
                try connection.backup(to: Connection(path: hardLink))
            }
            #expect(try connection.ids() == [1, 2, 3])
            try connection.backup(to: Connection(path: directory + "/y.db"))
            try Connection.sample().backup(to: Connection.sample())
        }
    }

    @Test(
        "A copy cannot replace an in-memory database that both connections share",
        arguments: [("/", "vfs=memdb"), ("", "mode=memory&cache=shared")])
    func sharedMemory(prefix: String, parameters: String) throws {
        let uri = "file:\(prefix)copy-test-\(UUID().uuidString)?\(parameters)"
        let connections = try (1...2).map { _ in
            try Connection(path: uri, options: [.readwrite, .create, .uri])
        }
        try connections[0].makeSample()
        #expect(throws: SQLiteError.self) {
            try connections[0].backup(to: connections[1])
        }
        #expect(try connections[1].ids() == [1, 2, 3])
    }
}
