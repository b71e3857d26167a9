import DataLiteMacros
import Foundation
import Testing

@Suite("A row of a type with @Table or @Selection")
struct RowTests {
    private static let date = Date(timeIntervalSince1970: 1_000_000)
    private static let uuid = UUID(uuidString: "00000000-0000-0000-0000-0000000000AB") ?? UUID()
    private static let url = URL(fileURLWithPath: "/a b")

    @Test("An encoded row decodes to the same value")
    func roundTrip() throws {
        try check(
            Reminder(
                id: 1, title: "Milk", isCompleted: true, dueDate: Self.date, priority: .high,
                status: .completed, position: 3, remindersListID: Self.uuid, notes: "O'Brien",
                tags: ["a", "\""]))
        try check(Reminder(id: 2, remindersListID: Self.uuid))
        try check(
            RemindersList(
                id: Self.uuid, title: "List",
                timestamps: Timestamps(createdAt: Self.date, updatedAt: nil)))
        try check(Person(email: "a@b.c", name: "A"))
        try check(Membership(key: .init(teamID: 1, userID: 2)))
        try check(ReminderTag(reminderID: 1, tagID: 2))
        try check(ReminderWithList(reminderTitle: "a", listTitle: nil))
        try check(Word(id: 1, in: 2, a: 3, b: nil, d: 4))
        try check(Setting(now: "now", list: [1, 2], other: nil))
        try check(Setting(optional: nil, now: "now", list: nil))
        try check(Library.Loan(primaryKey: "a"))
        try check(Library.Reader(id: 1, name: "a"))
    }

    @Test(
        "An encoded row decodes to the same enum case",
        arguments: [
            .link(url), .note("Hello"), .image(.init(caption: "c", url: url)),
        ] as [Attachment.Kind])
    func cases(kind: Attachment.Kind) throws {
        try check(Attachment(id: Self.uuid, kind: kind))
        #expect(values(kind).filter { $0 != .null }.count == (kind.isImage ? 2 : 1))
    }

    @Test(
        "An encoded row with nested types decodes to the same value",
        arguments: [
            nil, .level(value: .high), .size(Library.Size(width: 4)), .default(3),
        ] as [Library.Volume.Content?])
    func nested(content: Library.Volume.Content?) throws {
        try check(
            Library.Volume(
                id: 1, sizes: [.init(width: 2)], place: .init(shelf: 1), content: content))
    }

    @Test("A row is encoded in the order of its properties")
    func order() {
        #expect(
            values(Reminder(id: 1, remindersListID: Self.uuid)) == [
                1, "", 0, .null, .null, "incomplete", 0, .text(Self.uuid.uuidString), "", "[]",
            ])
    }

    @Test("Decoding an enum throws unless exactly one case is set")
    func ambiguousCase() throws {
        let connection = try Connection(location: .inMemory)
        let names = Attachment.Kind.columnDefinitions.list.map(\.name)
        for row: SQL in ["(NULL, NULL, NULL, NULL)", "('file:///a', 'b', NULL, NULL)"] {
            let error = #expect(throws: SQLiteError.self) {
                try connection.rows(
                    "WITH t(\(raw: names.joined(separator: ", "))) AS (VALUES \(row)) SELECT * FROM t",
                    as: Attachment.Kind.self)
            }
            #expect(error?.resultCode.primary == .mismatch)
            #expect(error?.message.contains("exactly one case") == true)
        }
    }

    /// Encodes a row into a table without types, which stores values unchanged, and decodes it, with its columns
    /// in order and with other columns before and between them.
    private func check<Row: Selection & Equatable>(_ row: Row) throws {
        let connection = try Connection(location: .inMemory)
        let names = Row.columnDefinitions.list.map { ("\(identifier: $0.name)" as SQL) }
        try connection.execute("CREATE TABLE t(\(names.joined(separator: ", ")))")
        try connection.execute("INSERT INTO t VALUES \(list: values(row))")
        #expect(try connection.rows("SELECT * FROM t", as: Row.self) == [row])
        let others: SQL =
            "SELECT 'x' AS \"no property\", \(names.reversed().joined(separator: ", 7, ")) FROM t"
        #expect(try connection.rows(others, as: Row.self) == [row])
        #expect(try connection.cursor(others, as: Row.self).remaining() == [row])
        #expect(try connection.row(others, as: Row?.self) == row)
    }

    private func values(_ row: some Selection) -> [SQLiteValue] {
        var values = RowWriter()
        row.encode(to: &values)
        return values.values
    }
}

extension Attachment.Kind {
    fileprivate var isImage: Bool {
        if case .image = self { true } else { false }
    }
}
