import DataLiteQuery
import Testing

private enum OtherLabel: TableAlias { typealias Table = Label }

@Suite("The first row of a query")
struct FirstRowTests {
    private let recorder: RecordingDatabase
    private var db: Connection { recorder.db }

    init() throws {
        recorder = try RecordingDatabase()
        try Label.createTable().execute(db)
        try Label.insert { (1...3).map { Label(id: $0, name: "\(4 - $0)") } }.execute(db)
    }

    /// The end of the statement that a closure runs, after the columns and the table.
    private func end<R>(_ read: () throws -> R) throws -> String {
        let (statements, _) = try recorder.recording(read)
        #expect(statements.count == 1)
        let text = statements.first ?? ""
        return text.range(of: "FROM \"names\"").map { String(text[$0.upperBound...]) }
            ?? text
    }

    private let order = " ORDER BY \"names\".\"name\""

    @Test("A limit is sent, so that SQLite does not sort all rows for the first one")
    func limits() throws {
        let query = Label.order(by: \.name)
        #expect(try query.fetchOne(db)?.id == 3)
        #expect(try end { try query.fetchOne(db) } == "\(order) LIMIT 1")
        #expect(try end { try query.fetchRequired(db) } == "\(order) LIMIT 1")
        #expect(try end { try query.exists(db) } == "\(order) LIMIT 1")
        #expect(try end { try query.isEmpty(db) } == "\(order) LIMIT 1")
        #expect(try end { try query.select(\.id).fetchOne(db) } == "\(order) LIMIT 1")
        #expect(try end { try Label.fetchOne(db) } == " LIMIT 1")
        #expect(try end { try Label.where { $0.id > 1 }.isEmpty(db) }.hasSuffix(" LIMIT 1"))
        #expect(try end { try query.fetchAll(db) } == order)
        #expect(try query.sql().text.hasSuffix(order))
    }

    @Test("The only row is found with a limit of two")
    func only() throws {
        let query = Label.where { $0.id > 2 }.order(by: \.name)
        #expect(try query.fetchOnly(db).id == 3)
        #expect(try end { try query.fetchOnly(db) }.hasSuffix("\(order) LIMIT 2"))
        let error = #expect(throws: SQLiteError.self) {
            try Label.order(by: \.name).fetchOnly(db)
        }
        #expect(error?.resultCode == .constraint)
    }

    @Test("A query keeps its own limit and offset")
    func ownLimit() throws {
        let query = Label.order(by: \.name)
        #expect(try end { try query.limit(2).fetchOne(db) } == "\(order) LIMIT ?")
        #expect(
            try end { try query.limit(2, offset: 1).fetchOne(db) } == "\(order) LIMIT ? OFFSET ?")
        #expect(try query.limit(2, offset: 1).fetchOne(db)?.id == 2)
        #expect(try query.offset(2).fetchOne(db)?.id == 1)
        #expect(try query.limit(0).fetchOne(db) == nil)
        #expect(try query.limit(0).isEmpty(db))
    }

    @Test("A query that returns one row in any case gets no limit")
    func single() throws {
        #expect(
            try end { try Label.find(2).fetchOne(db) }
                == " WHERE \"names\".\"id\" = ?")
        #expect(
            try end { try Label.find(2).select(\.name).fetchOne(db) }
                == " WHERE \"names\".\"id\" = ?")
        #expect(try end { try Label.count().fetchOne(db) } == "")
        #expect(try end { try Label.fetchCount(db) } == "")
        #expect(try end { try Label.select { $0.name.max() }.fetchOne(db) } == "")
        let groups = Label.group(by: \.name).select { $0.id.count() }
        #expect(
            try end { try groups.fetchOne(db) }
                == " GROUP BY \"names\".\"name\" LIMIT 1")
        // A join has several rows for a key.
        let pairs = Label.find(2).join(Label.all.as(OtherLabel.self)) {
            $0.id <= $1.id
        }
        #expect(try end { try pairs.fetchOne(db) }.hasSuffix(" LIMIT 1"))
    }

    @Test("A compound and a common table expression get a limit for the whole query")
    func compounds() throws {
        let low = Label.where { $0.id < 3 }.select(\.name)
        let high = Label.where { $0.id > 1 }.select(\.name)
        let compound = low.union(high).order { $0.asc() }
        #expect(try compound.fetchOne(db) == "1")
        #expect(try end { try compound.fetchOne(db) }.hasSuffix(" LIMIT 1"))
        let cut = low.union(all: true, high.limit(1))
        #expect(try cut.fetchOne(db) == cut.fetchAll(db).first)
        let values = low.union(all: true, Values("z")).order { $0.desc() }
        #expect(try values.fetchOne(db) == "z")
        let with = With {
            Label.where { $0.id < 3 }
        } query: {
            $0.order(by: \.name)
        }
        #expect(try with.fetchOne(db)?.id == 2)
        #expect(try end { try with.fetchOne(db) }.hasSuffix(" LIMIT 1"))
        #expect(try end { try with.limit(1).fetchOne(db) }.hasSuffix(" LIMIT ?"))
    }

    @Test("Values, SQL text, prepared queries and changes run as they are written")
    func unchanged() throws {
        #expect(try end { try Values([1, 2]).fetchOne(db) } == "VALUES (?), (?)")
        #expect(try end { try SQLQuery("SELECT 1", as: Int.self).fetchOne(db) } == "SELECT 1")
        let prepared = PreparedQuery { (id: SQLExpression<Int>) in
            Label.where { $0.id > id }.order(by: \.name)
        }
        #expect(try prepared.fetchOne(db, 1)?.id == 3)
        #expect(try end { try prepared.fetchOne(db, 1) }.hasSuffix(order))
        let change = Label.where { $0.id > 1 }.delete().returning(\.id)
        #expect(try change.fetchOne(db) != nil)
        #expect(try Label.fetchAll(db).map(\.id) == [1])
        #expect(try Label.none.fetchOne(db) == nil)
        #expect(try Label.none.count().fetchOne(db) == nil)
    }

    @Test("A default scope applies before the limit")
    func scopes() throws {
        let notes = try Note.connection()
        #expect(try Note.order { $0.id.desc() }.fetchOne(notes)?.id == 3)
        #expect(try Note.unscoped.fetchOne(notes)?.id == 1)
        #expect(try Note.find(2).fetchOne(notes) == nil)
        #expect(try Note.none.count().fetchOne(notes) == nil)
    }
}
