import DataLiteCore
import Foundation
import Testing

@testable import DataLiteTool

/// Makes files for `datalite doctor`, and examines them.
protocol ExaminingFiles {}

extension ExaminingFiles {
    func withDatabase(
        _ script: String, _ body: (_ path: String, _ connection: Connection) throws -> Void
    ) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/x.db"
            let connection = try Connection(
                path: path, configuration: .init { $0.foreignKeys = false })
            try connection.execute(script: script)
            try body(path, connection)
        }
    }

    /// The bytes of a file; `nil` if there is none. `FileManager.contents(atPath:)` leaks memory for an empty file.
    func bytes(of path: String) -> Data? {
        try? FileHandle(forReadingAtPath: path)?.readToEnd() ?? Data()
    }

    /// The findings about a file, which must not change, and in whose directory no file may appear.
    func findings(
        _ path: String, isQuick: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [Finding] {
        let directory = (path as NSString).deletingLastPathComponent
        let files = FileManager.default
        let before = bytes(of: path)
        let names = try files.contentsOfDirectory(atPath: directory).sorted()
        let findings = try Examination(path: path, isQuick: isQuick).findings
        #expect(bytes(of: path) == before, sourceLocation: sourceLocation)
        let after = try files.contentsOfDirectory(atPath: directory).sorted()
        #expect(after == names, sourceLocation: sourceLocation)
        return findings
    }

    func problems(_ path: String, isQuick: Bool = false) throws -> [Finding] {
        try findings(path, isQuick: isQuick).filter { $0.kind == .problem }
    }
}
