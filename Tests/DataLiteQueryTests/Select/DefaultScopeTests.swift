import DataLiteQuery
import DataLiteTesting
import Testing

private enum Parent: TableAlias { typealias Table = Note }

@Suite("A default scope")
struct DefaultScopeTests {
    private let db: Connection

    init() throws { db = try Note.connection() }

    private static let columns =
        #""notes"."id", "notes"."text", "notes"."parent", "notes"."isDeleted""#

    @Test("A default scope applies once to every query that begins at the table")
    func queries() throws {
        try assertQuery(
            Note.all, on: db,
            sql: #"SELECT \#(Self.columns) FROM "notes" WHERE NOT "notes"."isDeleted""#,
            rows: "1 | 'a' | NULL | 0\n3 | 'c' | 2 | 0")
        try assertQuery(
            Note.where { $0.id > 1 }.order(by: \.id).select(\.text), on: db,
            sql: """
                SELECT "notes"."text" FROM "notes" WHERE NOT "notes"."isDeleted" \
                AND "notes"."id" > ? ORDER BY "notes"."id"
                """,
            rows: "'c'")
        try assertQuery(
            Note.all.where { $0.id > 1 }.select(\.id), on: db,
            sql: """
                SELECT "notes"."id" FROM "notes" WHERE NOT "notes"."isDeleted" AND "notes"."id" > ?
                """,
            rows: "3")
        #expect(try Note.select(\.id).fetchAll(db) == [1, 3])
        #expect(try Note.limit(9).fetchAll(db).map(\.id) == [1, 3])
        #expect(try Note.distinct().fetchAll(db).map(\.id) == [1, 3])
        #expect(try Note.group(by: \.isDeleted).select { $0.id.count() }.fetchAll(db) == [2])
    }

    @Test("A default scope applies to find")
    func find() throws {
        try assertQuery(
            Note.find(2).select(\.id), on: db,
            sql: """
                SELECT "notes"."id" FROM "notes" WHERE NOT "notes"."isDeleted" AND "notes"."id" = ?
                """,
            rows: "(no rows)")
        #expect(try Note.find(3).fetchOne(db)?.text == "c")
        #expect(try Note.unscoped.find(2).fetchOne(db)?.text == "b")
    }

    @Test("A default scope applies to counts")
    func counts() throws {
        try assertQuery(
            Note.count(), on: db,
            sql: #"SELECT count(*) FROM "notes" WHERE NOT "notes"."isDeleted""#, rows: "2")
        #expect(try Note.fetchCount(db) == 2)
        #expect(try Note.where { $0.id > 1 }.fetchCount(db) == 1)
        #expect(try Note.unscoped.fetchCount(db) == 3)
    }

    @Test("`unscoped` after conditions removes the default scope")
    func unscoped() throws {
        let query = Note.where { $0.id > 1 }.unscoped
        #expect(try query.select(\.id).fetchAll(db) == [2, 3])
        #expect(try query.update { $0.text = "x" }.execute(db) == 2)
    }

    @Test("A default scope is in ON for the joined table, and in WHERE for the first table")
    func joins() throws {
        try assertQuery(
            Note.leftJoin(Note.all.as(Parent.self)) { $0.parent == $1.id }
                .order { note, _ in note.id }.select { ($0.id, $1.id) },
            on: db,
            sql: """
                SELECT "notes"."id", "Parent"."id" FROM "notes" LEFT JOIN "notes" AS "Parent" ON \
                "notes"."parent" IS "Parent"."id" AND NOT "Parent"."isDeleted" \
                WHERE NOT "notes"."isDeleted" ORDER BY "notes"."id"
                """,
            rows: "1 | NULL\n3 | NULL")
        let unscoped = Note.unscoped.leftJoin(Note.unscoped.as(Parent.self)) { $0.parent == $1.id }
            .order { note, _ in note.id }.select { ($0.id, $1.id) }
        #expect(try unscoped.fetchAll(db).map(\.1) == [nil, 1, 2])
        try Reminder.createTable().execute(db)
        try Reminder.insert { Reminder(id: 2, remindersListID: Fixture.home) }.execute(db)
        let byType = Reminder.leftJoin(Note.self) { $0.id == $1.id }.select { $1.text }
        #expect(try byType.fetchAll(db) == [nil])
    }

    @Test("A default scope applies to subqueries")
    func subqueries() throws {
        let ids = Note.unscoped.where { $0.id.in(Note.select(\.id)) }.order(by: \.id)
        #expect(try ids.fetchAll(db).map(\.id) == [1, 3])
        // A table of a subquery has its own name only where it has an alias.
        let children = Note.unscoped.as(Parent.self).where { parent in
            Note.where { $0.parent == parent.id }.exists()
        }
        #expect(try children.fetchAll(db).map(\.id) == [2])
        let most = Note.unscoped.as(Parent.self).order(by: \.id).select { parent in
            Note.where { $0.parent == parent.id }.select(\.text).scalar()
        }
        #expect(try most.fetchAll(db) == [nil, "c", nil])
    }

    @Test("A default scope applies to compounds and common tables")
    func compounds() throws {
        let union = Note.select(\.id).union(Note.unscoped.where(\.isDeleted).select(\.id))
        #expect(try union.fetchAll(db).sorted() == [1, 2, 3])
        #expect(try Note.select(\.id).intersect(Note.unscoped.select(\.id)).fetchAll(db) == [1, 3])
        let common = With {
            Note.all
        } query: { notes in
            notes.order(by: \.id).select(\.id)
        }
        #expect(try common.fetchAll(db) == [1, 3])
    }

    @Test("A default scope applies to updates and deletes")
    func changes() throws {
        let update = Note.all.update { $0.text = "x" }
        #expect(
            try update.sql().text
                == #"UPDATE "notes" SET "text" = ? WHERE NOT "notes"."isDeleted""#)
        #expect(try update.execute(db) == 2)
        #expect(try Note.find(2).update { $0.text = "y" }.execute(db) == 0)
        #expect(try Note.unscoped.find(2).update { $0.text = "z" }.execute(db) == 1)
        #expect(try Note.unscoped.order(by: \.id).select(\.text).fetchAll(db) == ["x", "z", "x"])
        #expect(try Note.where { $0.id >= 2 }.delete().execute(db) == 1)
        #expect(try Note.unscoped.select(\.id).fetchAll(db) == [1, 2])
        #expect(try Note.all.delete().execute(db) == 1)
        #expect(try Note.unscoped.delete().execute(db) == 1)
    }

    @Test("A default scope does not apply to a row that is given as a whole")
    func rows() throws {
        let deleted = Note(id: 2, text: "new", parent: nil, isDeleted: true)
        #expect(try Note.update(deleted).execute(db) == 1)
        #expect(try Note.unscoped.find(2).fetchOne(db) == deleted)
        #expect(try Note.delete(deleted).execute(db) == 1)
        #expect(try Note.unscoped.fetchCount(db) == 2)
    }

    @Test("A default scope is combined with `and` and `or`")
    func logic() throws {
        let query = Note.where { $0.id == 2 } || Note.where { $0.id == 3 }
        #expect(try query.fetchAll(db).map(\.id) == [3])
        let both = Note.all && Note.where { $0.id == 1 }
        #expect(try both.fetchAll(db).map(\.id) == [1])
    }

    @Test("A type without a scope that shares the definition of a scoped table selects all rows")
    func sharedDefinition() throws {
        for _ in 1...2 {
            #expect(try NoteID.where { _ in true }.fetchAll(db).map(\.id) == [1, 2, 3])
            #expect(try NoteID.find(2).fetchOne(db)?.id == 2)
            #expect(try Note.find(2).fetchOne(db) == nil)
            #expect(try Note.fetchCount(db) == 2)
        }
    }
}

/// A row of the notes without a default scope, with the definition of `Note`.
private struct NoteID: PrimaryKeyedTable {
    let id: Int

    static var tableDefinition: TableDefinition { Note.tableDefinition }

    var primaryKey: Int { id }

    init(row: inout RowReader) throws(SQLiteError) {
        id = try Note(row: &row).id
    }

    func encode(to values: inout RowWriter) {
        Note(id: id, text: "", parent: nil, isDeleted: false).encode(to: &values)
    }

    struct Columns: ColumnSet {
        typealias Model = NoteID
        typealias Output = NoteID

        let _source: ColumnSource
    }

    struct OuterColumns: ColumnSet {
        typealias Model = NoteID
        typealias Output = NoteID?

        let _source: ColumnSource
    }

    struct Draft: TableDraft {
        typealias Model = NoteID

        init(_ row: NoteID) {}

        func encode(to values: inout DraftValues) {
            for _ in 1...4 { values.append(nil as Int?) }
        }
    }
}
