import DataLiteCore
import Foundation
import Testing

@testable import DataLiteQuery

/// After its first statement, an insert binds the values of a row as the row is encoded.
@Suite("An insert of so many rows that it runs several statements")
struct BoundRowTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try db.execute("CREATE TABLE samples (id INTEGER PRIMARY KEY, value)")
    }

    private func drafts(_ range: Range<Int>) -> [Sample.Draft] {
        range.map { Sample.Draft(value: .int(Int64($0))) }
    }

    private func values() throws -> [SQLiteValue] {
        try Sample.order { $0.id }.fetchAll(db).map(\.value)
    }

    private static func integers(_ range: Range<Int>) -> [SQLiteValue] {
        range.map { .int(Int64($0)) }
    }

    @Test("Rows and drafts of several sequences are inserted in order")
    func sources() throws {
        let rows = (1500..<1700).map { Sample(id: $0, value: .int(Int64($0))) }
        try Sample.insert {
            drafts(0..<300)
            [Sample.Draft]()
            drafts(300..<301)
            drafts(301..<600)
        }
        .execute(db)
        try Sample.insert { rows }.execute(db)
        #expect(try values() == Self.integers(0..<600) + Self.integers(1500..<1700))
    }

    @Test("Each value is stored as by a single insert", arguments: [1, 140, 257])
    func storedValues(position: Int) throws {
        let special: [SQLiteValue] = [
            .null, .int(.min), .real(1.5), .real(.infinity), .real(.nan), .text(""), .text("a\0b"),
            .text(String(repeating: "ä", count: 4_000)), .blob(Data()),
            .blob(Data(repeating: 7, count: 4_000)), .text("end"),
        ]
        try Sample.insert {
            drafts(0..<position)
            special.map { Sample.Draft(value: $0) }
            special.reversed().map { Sample.Draft(value: $0) }
        }
        .execute(db)
        let stored = special.map { value in
            if case .real(let real) = value, real.isNaN { SQLiteValue.null } else { value }
        }
        #expect(try values() == Self.integers(0..<position) + stored + stored.reversed())
    }

    @Test(
        "A row that sets other columns begins another statement", arguments: [128, 129, 200, 255])
    func otherColumns(position: Int) throws {
        let count = try Sample.insert {
            drafts(0..<position)
            Sample.Draft(id: 1_000, value: .int(-1))
            drafts(position..<400)
        }
        .execute(db)
        #expect(count == 401)
        #expect(
            try values() == Self.integers(0..<position) + [.int(-1)]
                + Self.integers(position..<400))
        #expect(try Sample.order { $0.id }.fetchAll(db)[position].id == 1_000)
    }

    @Test("Drafts that set no column are inserted", arguments: [0, 1, 2, 127, 128, 129, 256, 399])
    func emptyDrafts(position: Int) throws {
        let count = try Sample.insert {
            drafts(0..<position)
            Sample.Draft()
            Sample.Draft()
            drafts(position..<400)
            Sample.Draft()
        }
        .execute(db)
        #expect(count == 403)
        #expect(
            try values() == Self.integers(0..<position) + [.null, .null]
                + Self.integers(position..<400) + [.null])
        #expect(throws: SQLiteError.self) {
            try Sample.insert { [Sample.Draft(value: 1), Sample.Draft()] }.sql()
        }
    }

    @Test("An upsert keeps values that a row does not set, in each statement", arguments: [1, 199])
    func upsert(position: Int) throws {
        try Sample.insert { (1...400).map { Sample(id: $0, value: .text("old")) } }.execute(db)
        var rows = (1...400).map { Sample.Draft(id: $0, value: .text("new")) }
        rows[position].value = nil
        try Sample.upsert { rows }.execute(db)
        var expected = [SQLiteValue](repeating: .text("new"), count: 400)
        expected[position] = .text("old")
        #expect(try values() == expected)
    }

    @Test("A value that cannot be encoded undoes all statements", arguments: [1, 128, 199])
    func failure(position: Int) throws {
        var rows = drafts(0..<200)
        rows[position].value = nil
        rows[position].whenEncoded = { $0.append(Optional(Unencodable())) }
        let error = #expect(throws: SQLiteError.self) {
            try Sample.insert { rows }.execute(db)
        }
        #expect(error?.message == "cannot be encoded")
        #expect(try values().isEmpty)
        #expect(db.isAutocommit)
    }

    @Test("A row with too many values is an error", arguments: [1, 199])
    func surplus(position: Int) throws {
        var rows = drafts(0..<200)
        rows[position].whenEncoded = { $0.append(Optional(1)) }
        let error = #expect(throws: SQLiteError.self) { try Sample.insert { rows }.execute(db) }
        #expect(error?.message.contains("appended 3 values, but the table has 2 columns") == true)
        #expect(try values().isEmpty)
    }

    @Test("A row with too few values is an error", arguments: [1, 199])
    func deficit(position: Int) throws {
        var rows = (0..<400).map { Uneven(values: [.int(Int64($0)), .text("b")]) }
        rows[position].values.removeLast()
        #expect(throws: SQLiteError.self) { try Uneven.insert { rows }.execute(db) }
        rows[position + 1].values.append(.text("c"))
        #expect(throws: SQLiteError.self) { try Uneven.insert { rows }.execute(db) }
        #expect(try values().isEmpty)
    }
}

// MARK: - Code that runs while a row is encoded

extension BoundRowTests {
    @Test("A draft can run statements on the connection while it is encoded")
    func nestedInsert() throws {
        nonisolated(unsafe) let db = db
        var rows = drafts(0..<200)
        rows[160].whenEncoded = { _ in
            _ = try? Sample.insert {
                (0..<140).map { Sample(id: 1_000 + $0, value: .text("nested")) }
            }
            .execute(db)
        }
        #expect(try Sample.insert { rows }.execute(db) == 200)
        #expect(try db.value("SELECT count(*) FROM samples WHERE value = 'nested'") == 140)
        #expect(try db.value("SELECT count(*) FROM samples") == 340)
    }

    @Test("A draft cannot close the connection while its row is bound")
    func close() throws {
        nonisolated(unsafe) let db = db
        nonisolated(unsafe) var failure: (any Error)?
        var rows = drafts(0..<200)
        rows[160].whenEncoded = { _ in
            do { try db.close() } catch { failure = error }
        }
        #expect(try Sample.insert { rows }.execute(db) == 200)
        #expect((failure as? SQLiteError)?.resultCode.primary == .busy)
        rows[1].whenEncoded = rows[160].whenEncoded
        #expect(throws: SQLiteError.self) { try Sample.insert { rows }.execute(db) }
        #expect(throws: SQLiteError.self) { try values() }
    }

    @Test("Values that a draft appends to a copy are not bound")
    func copy() throws {
        nonisolated(unsafe) var copies: [DraftValues] = []
        var rows = drafts(0..<200)
        for index in rows.indices { rows[index].whenEncoded = { copies.append($0) } }
        try Sample.insert { rows }.execute(db)
        for index in copies.indices { copies[index].append(Optional("lost")) }
        try Sample.insert { drafts(200..<400) }.execute(db)
        #expect(try values() == Self.integers(0..<400))
    }

    @Test("A copy that a draft has kept does not bind values of later rows")
    func keptCopy() throws {
        nonisolated(unsafe) var kept: DraftValues?
        var rows = drafts(0..<600)
        rows[160].whenEncoded = { kept = $0 }
        rows[400].whenEncoded = { _ in kept?.append(Optional("lost")) }
        try Sample.insert { rows }.execute(db)
        #expect(try values() == Self.integers(0..<600))
        rows[400].whenEncoded = { values in
            if let kept { values = kept }
        }
        #expect(throws: SQLiteError.self) { try Sample.insert { rows }.execute(db) }
        #expect(try values() == Self.integers(0..<600))
    }

    @Test("The states of more than 64 columns are compared")
    func manyColumns() throws {
        var states = ColumnStates()
        for column in 0..<70 { states.append(column % 2 == 0 ? .set : .byDefault) }
        #expect(states.count == 70)
        #expect(states[64] == .set)
        #expect(states[69] == .byDefault)
        #expect(states.writtenCount(of: 70) == 70)
        var other = states
        #expect(states.matches(other, isUpsert: true))
        other.omit(66)
        #expect(!states.matches(other, isUpsert: false))
        other = ColumnStates()
        for _ in 0..<70 { other.append(.set) }
        #expect(states.matches(other, isUpsert: false))
        #expect(!states.matches(other, isUpsert: true))
        other.append(.omitted)
        #expect(!states.matches(other, isUpsert: false))
        other.removeAll()
        #expect(other.count == 0)
        #expect(other[69] == .set)
    }
}

/// A row of the table of samples that appends the values that it is told to.
private struct Uneven: Table {
    static let tableDefinition = Sample.tableDefinition

    var values: [SQLiteValue]

    init(values: [SQLiteValue]) { self.values = values }

    init(row: inout RowReader) throws(SQLiteError) {
        values = [try row.next(), try row.next()]
    }

    func encode(to writer: inout RowWriter) {
        for value in values { writer.append(value) }
    }

    struct Columns: ColumnSet {
        typealias Model = Uneven
        typealias Output = Uneven

        let _source: ColumnSource
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Uneven
        typealias Output = Uneven?

        let _source: ColumnSource
    }
}

/// A value whose encoding fails.
private struct Unencodable: RowRepresentable, Sendable {
    static var columnCount: Int { 1 }

    init() {}

    init(row: inout RowReader) throws(SQLiteError) {}

    func encode(to values: inout RowWriter) {
        values.fail(SQLiteError(.error, message: "cannot be encoded"))
    }
}
