import DataLiteMacros
import Foundation
import Testing

@Table private struct Parcel: Equatable, Identifiable {
    let id: Int
    var seal: [UInt8] = []
    var stamp: Array<UInt8>?
    @Column(as: Wrapping.JSONRepresentation.self) var wrapping = Wrapping()
    var size: ParcelSize = ParcelSize(code: [0])
}

@Selection private struct Wrapping: Codable, Equatable { var color: [UInt8] = [7] }

@Selection private struct ParcelSize: Equatable { var code: [UInt8] }

@Table private enum ParcelEvent: Equatable { case scan([UInt8]), note(String) }

@Suite("A column of bytes")
struct ByteColumnTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Parcel.createTable(strict: true).execute(db)
        try Parcel.insert {
            Parcel(id: 1, seal: [1, 2])
            Parcel(id: 2, stamp: [3], size: ParcelSize(code: [4, 5]))
        }.execute(db)
    }

    @Test(
        "An array of bytes is a BLOB in a table and in a group, and hexadecimal digits in JSON")
    func storage() throws {
        let row = try db.requiredRow("SELECT * FROM parcels WHERE id = 1")
        #expect(
            Array(row.values) == [
                .int(1), .blob(Data([1, 2])), .null, .text(#"{"color":{"hex":"07"}}"#),
                .blob(Data([0])),
            ])
        let rows = try Parcel.order(by: \.id).fetchAll(db)
        #expect(rows.map(\.seal) == [[1, 2], []])
        #expect(rows.map(\.stamp) == [nil, [3]])
        #expect(rows.map(\.size.code) == [[0], [4, 5]])
        #expect(try Parcel.differences(in: db).isEmpty)
        try ParcelEvent.createTable().execute(db)
        try ParcelEvent.insert { [ParcelEvent.scan([9]), .note("n")] }.execute(db)
        #expect(try ParcelEvent.fetchAll(db) == [.scan([9]), .note("n")])
    }

    @Test("It is compared, measured and changed")
    func queries() throws {
        let found = Parcel.where { $0.seal == [1, 2] && $0.stamp == nil }
        #expect(try found.select { ($0.seal.length(), $0.seal.hex()) }.fetchAll(db).map(\.0) == [2])
        let lengths = try Parcel.order(by: \.id).select { $0.stamp.length() }.fetchAll(db)
        #expect(lengths == [nil, 1])
        try Parcel.all.update {
            $0.seal = [255]
            $0.stamp = nil
        }.execute(db)
        #expect(try Parcel.select(\.seal).fetchAll(db) == [[255], [255]])
        #expect(try Parcel.where { $0.stamp != nil }.fetchCount(db) == 0)
    }

    @Test("Text in its column is a mismatch")
    func mismatch() throws {
        try db.execute(script: "CREATE TABLE loose(bytes); INSERT INTO loose VALUES ('[1]')")
        let error = #expect(throws: SQLiteError.self) {
            try #sql("SELECT bytes FROM loose", as: BytesRepresentation.self).fetchAll(db)
        }
        #expect(error?.resultCode == .mismatch)
    }
}
