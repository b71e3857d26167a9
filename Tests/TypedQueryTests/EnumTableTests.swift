import DataLiteMacros
import Foundation
import Testing

@Suite("A table whose rows are an enum")
struct EnumTableTests {
    private let db: Connection
    private static let day = Date(timeIntervalSince1970: 86_400)
    private static let photo = Photo(caption: "Sea", url: URL(string: "https://a.example/1")!)
    private static let id = UUID(uuidString: "0A0B0C0D-0000-0000-0000-00000000000F")!
    private static let rows: [Media] = [
        .note("Hello"), .photo(photo), .day(at: day), .device(id),
    ]

    init() throws {
        db = try Connection(location: .inMemory)
        try Media.createTable(strict: true).execute(db)
        try Media.insert { Self.rows }.execute(db)
    }

    private func rows() throws -> [Media] {
        try Media.order { $0.rowid }.fetchAll(db)
    }

    @Test("Each case is written to its columns and read from them")
    func roundTrip() throws {
        #expect(
            try Media.all.sql().text == """
                SELECT "media"."note", "media"."caption", "media"."url", "media"."day", \
                "media"."device" FROM "media"
                """)
        #expect(try rows() == Self.rows)
        let stored: [SQLiteRow] = try db.rows("SELECT * FROM media ORDER BY rowid")
        #expect(
            stored.map { Array($0.values) } == [
                [.text("Hello"), .null, .null, .null, .null],
                [.null, .text("Sea"), .text("https://a.example/1"), .null, .null],
                [.null, .null, .null, .int(86_400), .null],
                [.null, .null, .null, .null, .text("0a0b0c0d-0000-0000-0000-00000000000f")],
            ])
        #expect(try Media.differences(in: db).isEmpty)
    }

    @Test("A case whose columns are all NULL is not inserted")
    func emptyCase() throws {
        try Shape.createTable().execute(db)
        try Shape.insert { Shape.size(Size(width: 1, height: nil)) }.execute(db)
        let error = #expect(throws: SQLiteError.self) {
            try Shape.insert { Shape.size(Size(width: nil, height: nil)) }.execute(db)
        }
        #expect(error?.message.contains("all columns of a case of Shape are NULL") == true)
        #expect(try Shape.fetchAll(db) == [.size(Size(width: 1, height: nil))])
    }

    @Test("A case whose columns are all NULL is not inserted after many rows", arguments: [1, 70])
    func emptyCaseOfMany(position: Int) throws {
        try Shape.createTable().execute(db)
        var shapes = (0..<100).map { Shape.size(Size(width: $0, height: nil)) }
        try Shape.insert { shapes }.execute(db)
        shapes[position] = .size(Size(width: nil, height: nil))
        #expect(throws: SQLiteError.self) { try Shape.insert { shapes }.execute(db) }
        #expect(try Shape.fetchCount(db) == 100)
    }

    @Test("A value that is not deterministic is refused for a case")
    func volatileCase() throws {
        let update = Media.all.update { $0.note = #sql("nullif(hex(random()), 'x')") }
        #expect(throws: SQLiteError.self) { try update.execute(db) }
        #expect(try rows() == Self.rows)
    }

    @Test("A case is a column in conditions and selections")
    func conditions() throws {
        #expect(try Media.where { $0.note == "Hello" }.fetchAll(db) == [.note("Hello")])
        #expect(
            try Media.where { $0.photo.isNot(nil) }.select(\.photo.caption).fetchAll(db) == ["Sea"])
        #expect(try Media.where { $0.day == Self.day }.fetchAll(db) == [.day(at: Self.day)])
        #expect(try Media.where { $0.device.in([Self.id]) }.fetchAll(db) == [.device(Self.id)])
        #expect(
            try Media.order { $0.rowid }.select(\.note).fetchAll(db) == ["Hello", nil, nil, nil])
        #expect(try Media.where { $0.photo == Self.photo }.fetchCount(db) == 1)
    }

    @Test("An update of a case sets the columns of all other cases to NULL")
    func update() throws {
        let update = Media.where { $0.photo.isNot(nil) }.update { $0.note = "Gone" }
        let text = try update.sql().text
        #expect(
            text == """
                UPDATE "media" SET "caption" = ?, "url" = ?, "day" = ?, "device" = ?, "note" = ? \
                WHERE ("media"."caption", "media"."url") IS NOT (?, ?)
                """)
        #expect(try update.execute(db) == 1)
        #expect(try rows()[1] == .note("Gone"))
        try Media.where { $0.note == "Hello" }.update { $0.photo = Self.photo }.execute(db)
        #expect(try rows()[0] == .photo(Self.photo))
        try Media.where { $0.photo.isNot(nil) }.update {
            $0.photo.caption = $0.photo.caption.upper()
        }.execute(db)
        #expect(try rows()[0] == .photo(Photo(caption: "SEA", url: Self.photo.url)))
        try Media.where { $0.device.isNot(nil) }.update {
            $0.note = "first"
            $0.day = Self.day
        }.execute(db)
        #expect(try rows()[3] == .day(at: Self.day))
    }

    @Test("Assigning a NULL expression to a case keeps the row's current case")
    func nullUpdate() throws {
        try Media.all.update { $0.note = $0.note.upper() }.execute(db)
        #expect(try rows() == [.note("HELLO")] + Self.rows.dropFirst())
        try Media.where { $0.note.is(nil) }.update { $0.note = nil }.execute(db)
        #expect(try rows() == [.note("HELLO")] + Self.rows.dropFirst())
    }

    @Test(
        "A row in which no case is set, or two are, is an error that says so",
        arguments: [
            ("NULL, NULL", "found 0"), ("'a', 5", "found 2"),
        ])
    func invalidRows(values: String, found: String) throws {
        try db.execute("DELETE FROM media")
        try db.execute("INSERT INTO media(note, day) VALUES (\(raw: values))")
        #expect {
            try Media.all.fetchAll(db)
        } throws: { "\($0)".contains("exactly one case of Media to be set, \(found)") }
    }

    @Test("An enum table is joined, deleted and optional after a left join")
    func joins() throws {
        let pairs = try Media.where { $0.note.isNot(nil) }
            .leftJoin(Media.all.as(Other.self)) { $1.day == Self.day && $0.note == "?" }
            .fetchAll(db)
        #expect(pairs.count == 1)
        #expect(pairs[0].0 == .note("Hello"))
        #expect(pairs[0].1 == nil)
        #expect(
            try Media.where { $0.day.isNot(nil) }.delete().returning(\.self).fetchAll(db) == [
                .day(at: Self.day)
            ])
    }
}

private enum Other: TableAlias { typealias Table = Media }

@Table("media", dates: .unixSeconds, uuids: .lowerText) private enum Media: Hashable {
    case note(String)
    case photo(Photo)
    case day(at: Date)
    case device(UUID)
}

@Selection private struct Photo: Hashable {
    var caption: String
    var url: URL
}

@Selection private struct Size: Equatable {
    var width: Int?
    var height: Int?
}

@Table private enum Shape: Equatable {
    case label(String)
    case size(Size)
}
