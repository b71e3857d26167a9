import CInterface
import DataLiteDatabase
import DataLiteQuery
import DataLiteC

/// The in-memory table that all operations use, with the same content for C and DataLite.
enum EntryTable {
    static let rows = 10_000

    static func openC() -> CDatabase {
        let c = CDatabase(path: ":memory:")
        c.execute(create)
        return c
    }

    static func openDataLite(
        _ configure: (inout Connection.Configuration) -> Void = { _ in }
    ) throws -> Connection {
        let connection = try Connection(location: .inMemory, configuration: .init(configure))
        try connection.execute(sql: create)
        return connection
    }

    private static let create = """
        PRAGMA foreign_keys = ON;
        PRAGMA cache_size = -400000;
        CREATE TABLE entries(id INTEGER PRIMARY KEY, x REAL, y REAL, text TEXT, number INTEGER);
        INSERT INTO entries
        WITH RECURSIVE numbers(k) AS (
            SELECT 1 UNION ALL SELECT k + 1 FROM numbers WHERE k < \(rows)
        ) SELECT k, k * 0.5, k * 0.25, printf('text of a row %011d', k), k * 7 FROM numbers;
        """

    /// A key, in a scattered order.
    static func id(_ k: Int) -> Int { (k &* 7919) % rows + 1 }
}

extension CDatabase {
    /// A checksum of the rows that the operations have written.
    func sum() -> Int { Int(number(entrySum)) }
}

extension Connection {
    func sum() throws -> Int { try value(SQL(raw: entrySum)) ?? 0 }
}

private let entrySum = """
    SELECT cast(total(coalesce(x + y + length(text), id) + number) AS INTEGER) FROM entries WHERE id > \(EntryTable.rows)
    """
