import DataLite
import DataLiteTestSupport
import Foundation
import Testing

@Suite("The samples of the guide to BLOBs in parts")
struct BlobsSamples {
    private func files() throws -> Database {
        let database = try Database.temporary()
        try database.write { db in
            try db.execute("CREATE TABLE files(id INTEGER PRIMARY KEY, name TEXT, data BLOB)")
        }
        return database
    }

    @Test("write and read a large value in parts")
    func parts() throws {
        let database = try files()
        try withTemporaryDirectory { directory in
            let content = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) })
            try content.write(to: URL(fileURLWithPath: directory + "/film"))
            let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: directory + "/film"))
            // sample: writeBlob
            let size = 3_000_000
            try database.write { db in
                try db.execute("INSERT INTO files(name, data) VALUES ('film', \(zeros: size))")
                try db.withBlob(
                    in: "files", column: "data", row: db.lastInsertRowID, access: .readWrite
                ) { blob in
                    var offset = 0
                    while let chunk = try input.read(upToCount: 65_536), !chunk.isEmpty {
                        try blob.write(chunk, at: offset)
                        offset += chunk.count
                    }
                }
            }
            // end
            let stored = try database.read { try $0.value("SELECT data FROM files", as: Data.self) }
            #expect(stored == content)
        }
        // sample: readBlob
        let header = try database.read { db in
            try db.withBlob(in: "files", column: "data", row: 1) { blob in
                try blob.read(0..<16)
            }
        }
        // end
        #expect(header == Data(0..<16))
        // sample: reopenBlob
        let sizes = try database.read { db in
            let ids = try db.rows("SELECT id FROM files", as: Int64.self)
            return try db.withBlob(in: "files", column: "data", row: ids[0]) { blob in
                try ids.map { id in
                    try blob.reopen(row: id)
                    return blob.count
                }
            }
        }
        // end
        #expect(sizes == [3_000_000])
    }

    @Test("read the chunks of a value as a sequence")
    func sequence() async throws {
        let database = try files()
        try await database.write { db in
            try db.execute("INSERT INTO files VALUES (1, 'film', zeroblob(200000))")
        }
        // sample: blobChunks
        var count = 0
        for try await chunk in database.blobChunks(in: "files", column: "data", row: 1) {
            count += chunk.count
        }
        // end
        #expect(count == 200_000)
    }
}
