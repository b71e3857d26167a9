import DataLiteMacros
import DataLiteTestSupport
import Foundation
import Testing

@Suite("The cursor of a page")
struct PageCursorTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Pallet.makeTables(db)
        var random = SeededGenerator(seed: 1)
        let rows = (1...20).map { Pallet.random(id: $0, using: &random) }
        try Pallet.insert { rows }.execute(db)
    }

    @Test("The string form contains letters, digits, - and _ and is decoded to the same cursor")
    func text() throws {
        for _ in 0..<20 {
            let query = Pallet.order { ($0.mixed, $0.weight, $0.code) }
            let cursor = try #require(try query.page(size: 7).fetch(db).next)
            #expect(PageCursor("\(cursor)") == cursor)
            #expect(
                "\(cursor)".allSatisfy {
                    $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0))
                })
            let json = try JSONEncoder().encode([cursor])
            #expect(try JSONDecoder().decode([PageCursor].self, from: json) == [cursor])
        }
    }

    @Test("Damaged and foreign text is not a cursor")
    func damaged() throws {
        let text = try #require(try Pallet.order(by: \.label).page(size: 7).fetch(db).next)
            .description
        for other in [
            "", "A", "====", "not a cursor", "\u{0}", String(repeating: "A", count: 1 << 20),
        ] {
            #expect(PageCursor(other) == nil)
        }
        #expect(PageCursor(text + "=") == nil)
        #expect(PageCursor(text + "A") == nil)
        for index in text.indices {
            var damaged = text
            damaged.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
            #expect(
                PageCursor(damaged) == nil,
                "character \(text.distance(from: text.startIndex, to: index))")
            #expect(PageCursor(String(text[..<index])) == nil)
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([PageCursor].self, from: Data(#"["abc"]"#.utf8))
        }
    }

    @Test("Random bytes with a correct checksum never crash")
    func hostile() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            var bytes: [UInt8] = [1, .random(in: 0...1, using: &random)]
            bytes += (0..<Int.random(in: 8...40, using: &random)).map { index in
                index > 7 ? .random(in: 0...5, using: &random) : 0
            }
            var state: UInt64 = 0xcbf2_9ce4_8422_2325
            for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
            let checksum = UInt32(truncatingIfNeeded: state ^ (state >> 32))
            bytes += (0..<4).reversed().map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
            let text = Data(bytes).base64EncodedString().replacing("+", with: "-")
                .replacing("/", with: "_").replacing("=", with: "")
            guard let cursor = PageCursor(text) else { continue }
            #expect(throws: SQLiteError.self) { try Pallet.page(after: cursor, size: 1).fetch(db) }
        }
    }

    @Test("A cursor of another query, or of other values, is refused")
    func otherQuery() throws {
        let query = Pallet.where { $0.id > 2 }.order(by: \.label)
        let cursor = try #require(try query.page(size: 3).fetch(db).next)
        #expect(try query.page(after: cursor, size: 5).fetch(db).rows.count == 5)
        let others = [
            Pallet.where { $0.id > 3 }.order(by: \.label),
            Pallet.where { $0.id > 2 }.order { $0.label.desc() },
            Pallet.where { $0.id > 2 }.order { $0.label.collate(.nocase) },
            Pallet.order(by: \.label),
        ]
        for other in others {
            let error = #expect(throws: SQLiteError.self) {
                try other.page(after: cursor, size: 3).fetch(db)
            }
            #expect(error?.message.contains("another query") == true)
            #expect(throws: SQLiteError.self) { try other.page(before: cursor, size: 3).fetch(db) }
        }
    }

    @Test("Values that are too long for a cursor are an error")
    func tooBig() throws {
        try Pallet.all.update { $0.label = String(repeating: "x", count: 5000) }.execute(db)
        let error = #expect(throws: SQLiteError.self) {
            try Pallet.order(by: \.label).page(size: 3).fetch(db)
        }
        #expect(error?.resultCode == .tooBig)
        let short = Pallet.order { $0.label.substr(1, 100) }
        #expect(try short.page(size: 3).fetch(db).rows.count == 3)
    }

    @Test("A row with text that is not valid UTF-8 has a cursor")
    func invalidText() throws {
        try db.execute("UPDATE pallets SET label = CAST(x'61FF' AS TEXT)")
        let query = Pallet.order(by: \.label).select(\.id)
        var ids: [Int] = []
        var cursor: PageCursor?
        repeat {
            let page = try query.page(after: cursor, size: 3).fetch(db)
            ids += page.rows
            cursor = page.next
            if let cursor { #expect(PageCursor("\(cursor)") == cursor) }
        } while cursor != nil && ids.count < 100
        #expect(ids == Array(1...20))
    }
}
