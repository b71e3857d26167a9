import DataLiteMacros
import Foundation
import Testing

@Table private struct Sample: Equatable {
    @Column(as: UUID.BytesRepresentation.self) var batchID: UUID
    var value = 0
}

@Table private struct Batch: Equatable, Identifiable {
    @Column(as: UUID.BytesRepresentation.self) let id: UUID

    static let samples = hasMany(Sample.self, by: \.batchID)
}

@Suite("Keys that are BLOBs")
struct BlobKeyTests {
    @Test("The bytes of all keys are read in place, not once for each key")
    func bytes() throws {
        let db = try Connection(location: .inMemory)
        try Batch.createTable().execute(db)
        try Sample.createTable().execute(db)
        try db.execute(sql: "CREATE INDEX byBatch ON samples (batchID)")
        let batches = (0..<20_000).map { _ in Batch(id: UUID()) }
        try Batch.insert { batches }.execute(db)
        try Sample.insert { batches.map { Sample(batchID: $0.id, value: 1) } }.execute(db)
        // A copy of the bytes for each key would be 6.4 GB.
        let loaded = try Batch.all.including(Batch.samples).fetchAll(db)
        #expect(loaded.allSatisfy { $0.1.map(\.batchID) == [$0.0.id] })
        let ids = batches.map(\.id)
        #expect(try Batch.where { $0.id.in(ids) }.fetchCount(db) == 20_000)
        let text = try Batch.where { $0.id.in(ids) }.sql().text
        #expect(text.contains("substr(?, json_extract"))
    }
}
