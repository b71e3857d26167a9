import DataLiteQuery
import Testing

@Suite("The key of a table's columns")
struct KeyColumnTests {
    private let db: Connection

    init() throws { db = try Fixture.connection() }

    @Test("The key of a table's columns has the same name for any table")
    func keys() throws {
        func keys<T: PrimaryKeyedTable>(_ table: T.Type) throws -> [SQLExpression<T.StoredKey>
            .Output]
        {
            try T.order { $0.primaryKey.asc() }.select(\.primaryKey).fetchAll(db)
        }
        #expect(try keys(Reminder.self) == [1, 2, 3, 4])
        #expect(try keys(RemindersList.self) == [Fixture.home, Fixture.work])
        let rows = Reminder.where { $0.rowid == 2 || $0.primaryKey == 3 }.order(by: \.rowid)
            .select { ($0.rowid, $0.primaryKey) }
        #expect(try rows.fetchAll(db).map { [$0, $1] } == [[2, 2], [3, 3]])
        let outer = RemindersList.leftJoin(Reminder.all) { _, reminder in reminder.id == 1 }
            .select { ($1.primaryKey, $1.rowid, $0.primaryKey) }
        #expect(try outer.fetchAll(db).map { [$0.0, $0.1] } == [[1, 1], [1, 1]])
    }
}
