import DataLiteClauses
import DataLiteMacros
import Foundation
import Testing

@Table("records") private struct Disc {
    let title: String
    let artistID: Int
}

@Table("concerts") private struct Gig {
    let city: String
    @Column("ARTISTID") let artistID: Int
}

@Table("awards") private struct Prize {
    let name: String
    let artistID: Int?
}

@Table("artistNames") private struct ArtistLabel {
    let artistID: String
}

/// A database with rows that match, rows that do not, and rows without an artist.
private func connection() throws -> Connection {
    let db = try Connection(location: .inMemory)
    try db.execute(
        script: """
            CREATE TABLE records(title TEXT NOT NULL, artistID INTEGER);
            CREATE TABLE concerts(city TEXT NOT NULL, artistID INTEGER, title TEXT);
            CREATE TABLE awards(name TEXT NOT NULL, artistID INTEGER);
            CREATE TABLE artistNames(artistID TEXT NOT NULL);
            INSERT INTO records VALUES ('Blue', 1), ('Hejira', 1), ('Zombie', 2);
            INSERT INTO concerts VALUES ('Ulm', 1, 'x'), ('Bonn', 3, 'y');
            INSERT INTO awards VALUES ('Gold', 2), ('Silver', NULL), ('Bronze', 4);
            """)
    return db
}

@Suite("A join on shared columns, written with clauses")
struct SharedColumnClauseTests {
    private let db: Connection

    init() throws { db = try connection() }

    @Test("An inner join uses a column of both tables")
    func inner() throws {
        let query = sql { schema in
            let record = schema.table(Disc.self)
            let concert = schema.table(Gig.self)
            let artistID = record.shared(\.artistID, with: concert, \.artistID)
            Select(artistID, record.title, concert.city)
            From(record)
            Join(concert, using: artistID)
            OrderBy(record.title)
        }
        #expect(
            try query.sql().text == """
                SELECT "records:1"."artistID", "records:1"."title", "concerts:2"."city" \
                FROM "records" AS "records:1" JOIN "concerts" AS "concerts:2" USING ("artistID") \
                ORDER BY "records:1"."title"
                """)
        let rows: [(Int, String, String)] = try query.fetchAll(db)
        #expect(rows.map { "\($0) \($1) \($2)" } == ["1 Blue Ulm", "1 Hejira Ulm"])
    }

    @Test("NULL matches no row, and a left join keeps all rows of the left table")
    func left() throws {
        let query = sql { schema in
            let award = schema.table(Prize.self)
            let record = schema.optionalTable(Disc.self)
            let artistID = award.shared(\.artistID, with: record, \.artistID)
            Select(artistID, award.name, record.title)
            From(award)
            LeftJoin(record, using: artistID)
            OrderBy(award.name)
        }
        let rows: [(Int?, String, String?)] = try query.fetchAll(db)
        #expect(rows.map(\.0) == [4, 2, nil])
        #expect(rows.map(\.2) == [nil, "Zombie", nil])
    }

    @Test("The shared column of a right join has the value of the right table")
    func right() throws {
        let query = sql { schema in
            let record = schema.optionalTable(Disc.self)
            let concert = schema.table(Gig.self)
            let artistID = record.shared(\.artistID, with: concert, \.artistID)
            Select(artistID, record.title)
            From(record)
            RightJoin(concert, using: artistID)
            Where(artistID > 1)
        }
        #expect(
            try query.sql().text == """
                SELECT coalesce("records:1"."artistID", "concerts:2"."ARTISTID"), \
                "records:1"."title" FROM "records" AS "records:1" \
                RIGHT JOIN "concerts" AS "concerts:2" USING ("artistID") \
                WHERE coalesce("records:1"."artistID", "concerts:2"."ARTISTID") > ?
                """)
        #expect(try query.fetchAll(db).map(\.0) == [3])
    }

    @Test("Full joins of three tables have one shared column")
    func full() throws {
        let query = sql { schema in
            let record = schema.optionalTable(Disc.self)
            let concert = schema.optionalTable(Gig.self)
            let award = schema.optionalTable(Prize.self)
            let two = record.shared(\.artistID, with: concert, \.artistID)
            let three = two.shared(with: award, \.artistID)
            Select(three, record.title, concert.city, award.name)
            From(record)
            FullJoin(concert, using: two)
            FullJoin(award, using: three)
            OrderBy(three.asc(nulls: .last), record.title)
        }
        let rows: [(Int?, String?, String?, String?)] = try query.fetchAll(db)
        // SQLite computes the same column for `USING`.
        let expected: [String] = try db.rows(
            """
            SELECT coalesce(artistID, '-') || coalesce(r.title, '-') || coalesce(c.city, '-')
                || coalesce(a.name, '-')
            FROM records r FULL JOIN concerts c USING (artistID) FULL JOIN awards a USING (artistID)
            ORDER BY artistID NULLS LAST, r.title
            """)
        let found = rows.map { id, title, city, name in
            "\(id.map(String.init) ?? "-")\(title ?? "-")\(city ?? "-")\(name ?? "-")"
        }
        #expect(found == expected)
        #expect(rows.map(\.0) == [1, 1, 2, 3, 4, nil])
    }

    @Test("A column of a later table with the same name is not confused with the first one")
    func laterTable() throws {
        let query = sql { schema in
            let record = schema.table(Disc.self)
            let concert = schema.table(Gig.self)
            let award = schema.table(Prize.self)
            let artistID = concert.shared(\.artistID, with: award, \.artistID)
            Select(artistID, record.title)
            From(record)
            CrossJoin(concert)
            Join(award, using: artistID)
        }
        #expect(
            try query.sql().text.hasSuffix(
                """
                CROSS JOIN "concerts" AS "concerts:2" JOIN "awards" AS "awards:3" \
                ON "concerts:2"."ARTISTID" = "awards:3"."artistID"
                """))
        #expect(try query.fetchAll(db).isEmpty)
    }

    @Test("A natural join uses the columns that both types declare")
    func natural() throws {
        let query = sql { schema in
            let record = schema.table(Disc.self)
            let concert = schema.optionalTable(Gig.self)
            Select(record.title, concert.city)
            From(record)
            LeftJoin(natural: concert, with: record)
            OrderBy(record.title)
        }
        // The table "concerts" has a column "title", which `NATURAL` would use.
        #expect(try query.sql().text.contains(#"AS "concerts:2" USING ("artistID") ORDER"#))
        #expect(try query.fetchAll(db).map(\.1) == ["Ulm", "Ulm", nil])
    }

    @Test("A shared column has the same name in both tables")
    func mistakes() throws {
        expect("different names") { record, _ in
            record.shared(\.title, with: record, \.renamed)
        }
        expect("is not a column of the joined table") { record, concert in
            concert.shared(\.artistID, with: record, \.artistID)
        }
        expect("a join can use columns that two tables share") { record, _ in record.artistID }
        expect("a join can use columns that two tables share") { record, concert in
            record.shared(\.double, with: concert, \.artistID)
        }
    }

    private func expect<Value: RowRepresentable>(
        _ message: String, _ column: (Disc.Columns, Gig.Columns) -> SQLExpression<Value>
    ) {
        let query = sql { schema in
            let record = schema.table(Disc.self)
            let concert = schema.table(Gig.self)
            Select(record.title)
            From(record)
            Join(concert, using: column(record, concert))
        }
        #expect { try query.fetchAll(db) } throws: { error in
            (error as? SQLiteError)?.message.contains(message) ?? false
        }
    }
}

extension Disc.Columns {
    fileprivate var renamed: SQLExpression<String> { _source.column("name") }
    fileprivate var double: SQLExpression<Int> { artistID + artistID }
}

@Suite("A join on shared columns, written as a chain")
struct SharedColumnChainTests {
    private let db: Connection

    init() throws { db = try connection() }

    @Test("A full join returns the shared column once")
    func full() throws {
        let query = Disc.fullJoin(Gig.self) { $0.using(\.artistID, $1, \.artistID) }
            .order { ($0.shared(\.artistID, with: $1, \.artistID), $0.title) }
            .select { ($0.shared(\.artistID, with: $1, \.artistID), $0.title, $1.city) }
        #expect(
            try query.sql().text == """
                SELECT coalesce("records"."artistID", "concerts"."ARTISTID"), "records"."title", \
                "concerts"."city" FROM "records" FULL JOIN "concerts" USING ("artistID") \
                ORDER BY coalesce("records"."artistID", "concerts"."ARTISTID"), "records"."title"
                """)
        let rows: [(Int, String?, String?)] = try query.fetchAll(db)
        #expect(rows.map(\.0) == [1, 1, 2, 3])
        #expect(rows.map(\.2) == ["Ulm", "Ulm", nil, "Bonn"])
    }

    @Test("A joined query with conditions is joined on its shared columns too")
    func filtered() throws {
        let query = Prize.leftJoin(Disc.where { $0.title > "C" }) {
            $0.using(\.artistID, $1, \.artistID)
        }.order { award, _ in award.name }.select { ($0.name, $1.title) }
        #expect(
            try query.sql().text.contains(
                #"ON "awards"."artistID" = "records"."artistID" AND "records"."title" > ?"#))
        #expect(try query.fetchAll(db).map(\.1) == [nil, "Zombie", nil])
    }

    @Test("A table is joined to itself on its own columns")
    func itself() throws {
        let query = Disc.join(Disc.self) { $0.natural($1) }.select { ($0.title, $1.title) }
        #expect(
            try query.sql().text.hasSuffix(#"AS "records:2" USING ("title", "artistID")"#))
        #expect(try query.fetchAll(db).map(\.0) == ["Blue", "Hejira", "Zombie"])
    }

    @Test("A shared column inside a subquery keeps its tables")
    func subquery() throws {
        let query = Prize.where { award in
            Disc.join(Prize.self) {
                $0.using(\.artistID, $1, \.artistID)
                $1.name == award.name
            }.exists()
        }
        #expect(try query.fetchAll(db).map(\.name) == ["Gold"])
    }

    @Test("A natural join without shared columns, or with other types, fails before it runs")
    func mistakes() throws {
        let types = Disc.join(ArtistLabel.self) { $0.natural($1) }
        #expect { try types.sql() } throws: { error in
            (error as? SQLiteError)?.message.contains(
                "would compare values of different types in the column \"artistID\"") ?? false
        }
        let nothing = ArtistLabel.join(NameOnly.self) { $0.natural($1) }
        #expect { try nothing.sql() } throws: { error in
            (error as? SQLiteError)?.message.contains("have no column of the same name") ?? false
        }
    }
}

@Table("names") private struct NameOnly { let name: String }
