import DataLiteMacros
import Foundation
import Testing

@Table private struct Binary: Equatable, Identifiable {
    let id: Int
    @Column(as: [String].JSONBRepresentation.self) var tags: [String] = []
    @Column(as: Writer.JSONBRepresentation?.self) var writer: Writer?
}

@Suite("The binary form of JSON")
struct JSONBTests {
    private typealias Strings = JSONBRepresentation<[String]>

    @Test("An element has a header with its type and size")
    func bytes() {
        #expect(Strings(["a"]).sqliteValue == .blob(Data([0x2B, 0x17, 0x61])))
        #expect(Strings(["\n"]).sqliteValue == .blob(Data([0x3B, 0x28, 0x5C, 0x6E])))
        #expect(
            JSONBRepresentation([1, -2]).sqliteValue
                == .blob(Data([0x5B, 0x13, 0x31, 0x23, 0x2D, 0x32])))
        #expect(
            JSONBRepresentation(["k": true]).sqliteValue
                == .blob(Data([0x3C, 0x17, 0x6B, 0x01])))
    }

    @Test(
        "Values of each size of a header are read back", arguments: [0, 11, 12, 255, 256, 70_000])
    func sizes(count: Int) {
        let strings = [String(repeating: "x", count: count), "\"\\é\u{1}", ""]
        #expect(Strings(Strings(strings).sqliteValue)?.value == strings)
        #expect(Strings(JSONRepresentation(strings).sqliteValue)?.value == strings)
    }

    @Test("Escapes of JSON5 are read")
    func escapes() {
        let text = Array(#"it\'s \x41\v\0\n"q""#.utf8)
        let blob = Data([0xCB, UInt8(text.count + 2), 0xC9, UInt8(text.count)] + text)
        #expect(Strings(.blob(blob))?.value == ["it's A\u{b}\0\n\"q\""])
        #expect(Strings(.blob(Data([0x2B, 0x19, 0x5C]))) == nil)
        #expect(Strings(.blob(Data([0x3B, 0x29, 0x5C, 0x78]))) == nil)
    }

    @Test("Bytes that are not the binary form are no value")
    func malformed() {
        let blobs: [[UInt8]] = [
            [], [0xFB], [0x2B, 0x17], [0x1B, 0x0D], [0xCB],
            [0xFB] + Array(repeating: 0xFF, count: 8),
            [0x1B, 0x03], [0x5B, 0x47, 0x61, 0x22, 0x2C, 0x22], [0x2B, 0x18, 0x5C],
            [0x1C, 0x00], [0x0B, 0x0B], Array(repeating: 0xEB, count: 100_000), [0x1B, 0xF0],
        ]
        for bytes in blobs { #expect(Strings(.blob(Data(bytes))) == nil) }
    }

    @Test("A row is written, compared and changed with a library that has the binary form")
    func rows() throws {
        let db = try Connection(location: .inMemory)
        let rows = [
            Binary(id: 1, tags: ["a", "\"b"], writer: Writer(name: "W", links: [Page()])),
            Binary(id: 2),
        ]
        guard Connection.libraryVersionNumber >= 3_045_000 else {
            let attempts: [() throws -> Void] = [
                { try Binary.createTable().execute(db) },
                { try Binary.insert { rows }.execute(db) },
                { _ = try Binary.where { $0.tags == ["a"] }.fetchAll(db) },
                { _ = try Binary.select { $0.tags.jsonArrayLength() }.fetchAll(db) },
                { _ = try Binary.select { $0.writer.jsonExtract(\.name) }.fetchAll(db) },
            ]
            for attempt in attempts {
                let error = #expect(throws: SQLiteError.self) { try attempt() }
                #expect(error?.message.hasPrefix("the function jsonb requires SQLite 3.45") == true)
            }
            return
        }
        try Binary.createTable(strict: true).execute(db)
        try Binary.insert { rows }.execute(db)
        #expect(try Binary.order(by: \.id).fetchAll(db) == rows)
        let same = "SELECT count(*) FROM binaries WHERE tags = jsonb(json(tags)) AND id = 1"
        #expect(try db.requiredValue("\(raw: same)") as Int == 1)
        #expect(try Binary.where { $0.tags == ["a", "\"b"] }.select(\.id).fetchAll(db) == [1])
        #expect(try Binary.where { $0.tags.in([[]]) }.select(\.id).fetchAll(db) == [2])
        #expect(try Binary.order(by: \.id).select { $0.jsonObject() }.fetchAll(db) == rows)
        try Binary.find(1).update {
            $0.tags = $0.tags.jsonInsert((.root.end, "c"))
            $0.writer = $0.writer.jsonSet(\.name, "N")
        }.execute(db)
        let types = "SELECT typeof(tags) || typeof(writer) FROM binaries WHERE id = 1"
        #expect(try db.requiredValue("\(raw: types)") as String == "blobblob")
        let found = try Binary.find(1).fetchRequired(db)
        #expect(found.tags == ["a", "\"b", "c"] && found.writer?.name == "N")
    }
}
