import DataLiteCoder
import DataLiteCore
import DataLiteTestSupport
import Foundation
import Testing

@Suite("A damaged file")
struct DamagedFileCodingTests {
    @Test("Decoding and writing a damaged file fails only with errors")
    func errorsOnly() async throws {
        try await DamagedFile.rounds("coder", count: 150) { path, seed, generator in
            try run(path, seed, &generator)
        }
    }

    private func run(_ path: String, _ seed: UInt64, _ generator: inout SeededGenerator) throws {
        guard let connection = try? Connection(path: path) else { return }
        let watchdog = Watchdog { [handle = connection.interruptHandle] in handle.interrupt() }
        defer { watchdog.stop() }
        for _ in 0..<8 {
            // Every failure must be a thrown error.
            try? call(connection, &generator)
            #expect(connection.isAutocommit, "DATALITE_FUZZ_SEED=\(seed)")
        }
        #expect(throws: Never.self, "DATALITE_FUZZ_SEED=\(seed)") { try connection.close() }
    }

    private struct Item: Codable {
        var id: Int?
        var title: String?
        var weight: Double?
        var extra: Data?
        var count: UInt64?
        var list: Part?
        var state: State?

        struct Part: Codable { var id: Int }

        enum State: String, Codable { case open, closed }
    }

    private struct Note: Codable {
        var title: String
        var list: Int
    }

    private func call(_ connection: Connection, _ generator: inout SeededGenerator) throws {
        let query = SQL(raw: "SELECT * FROM (\(FuzzSQL.query(using: &generator))) LIMIT 200")
        let table = DatabaseImage.tables.randomElement(using: &generator) ?? "lists"
        let note = Note(title: "note \(Int.random(in: 0..<20, using: &generator))", list: 1)
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: _ = try connection.rows(query, as: Item.self)
        case 1: _ = try connection.rows(query, as: Note.self)
        case 2: _ = try connection.rows(query, as: [String: String].self)
        case 3:
            var count = 0
            let cursor = try connection.cursor(query, as: Item.self)
            while count < 100, try cursor.next() != nil { count += 1 }
            try cursor.close()
        case 4: try connection.insert(note, into: table)
        case 5:
            try connection.transaction {
                try connection.insert(contentsOf: [note, note, note], into: table, or: .replace)
                _ = try? connection.execute(SQL(raw: FuzzSQL.change(using: &generator)))
                _ = try connection.rows(query, as: Item.self)
            }
        default:
            try connection.execute(SQL(raw: FuzzSQL.change(using: &generator)))
        }
    }
}
