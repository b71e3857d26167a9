import DataLiteClauses
import DataLiteMacros
import Foundation
import Testing

/// Whole seconds since 1970.
struct UnixTime: ColumnRepresentation, ColumnTyped {
    let value: Date

    init(_ value: Date) { self.value = value }

    init?(_ sqliteValue: SQLiteValue) {
        guard case .int(let seconds) = sqliteValue else { return nil }
        value = Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    var sqliteValue: SQLiteValue { .int(Int64(value.timeIntervalSince1970)) }

    static var columnType: ColumnType { .integer }
}

@Table struct Concert: Equatable {
    let id: Int
    @Column(as: UnixTime.self) var begin: Date
    @Column(as: UnixTime.self) var end: Date?
    var announced: Date = Date(timeIntervalSince1970: 5)
    @Column(as: JSONRepresentation<[String]>.self) var bands: [String] = []
}

@Selection struct Evening: Equatable {
    @Column(as: UnixTime.self) var begin: Date
    var count: Int
}

@Selection struct Announcement: Equatable {
    var date: Date
}

private func at(_ seconds: Int) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

@Suite("A column with a representation")
struct RepresentedColumnTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Concert.createTable().execute(db)
        try Concert.insert {
            Concert(id: 1, begin: at(10), end: at(20), bands: ["A", "B"])
            Concert(id: 2, begin: at(30), end: nil)
            Concert(id: 3, begin: at(20), end: at(30), bands: ["C"])
        }.execute(db)
    }

    private func ids(_ query: Where<Concert>) throws -> [Int] {
        try query.order(by: \.id).select(\.id).fetchAll(db)
    }

    @Test("Values compared with a represented column are bound in stored form")
    func comparison() throws {
        let query = Concert.where { $0.begin == at(30) }
        #expect(try query.sql().parameters == [.int(30)])
        #expect(try ids(query) == [2])
        #expect(try ids(Concert.where { $0.begin != at(30) }) == [1, 3])
        #expect(try ids(Concert.where { $0.begin > at(10) && $0.begin <= at(30) }) == [2, 3])
        #expect(try ids(Concert.where { $0.begin >= at(20) }) == [2, 3])
        #expect(try ids(Concert.where { $0.begin < $0.end }) == [1, 3])
        #expect(try ids(Concert.where { $0.end == nil }) == [2])
        #expect(try ids(Concert.where { $0.end != at(20) }) == [2, 3])
        #expect(try ids(Concert.where { $0.end < at(30) }) == [1])
        #expect(try ids(Concert.where { $0.begin.eq(at(30)) || $0.begin.lt(at(20)) }) == [1, 2])
        #expect(try ids(Concert.where { $0.end.is(nil) || $0.end.isNot(at(30)) }) == [1, 2])
        #expect(try ids(Concert.where { $0.bands == ["C"] }) == [3])
    }

    @Test("A represented column can be tested in ranges, lists and queries")
    func membership() throws {
        #expect(try ids(Concert.where { $0.begin.between(at(10), and: at(20)) }) == [1, 3])
        #expect(try ids(Concert.where { (at(10)..<at(20)).contains($0.begin) }) == [1])
        #expect(try ids(Concert.where { (at(20)...at(30)).contains($0.end) }) == [1, 3])
        #expect(try ids(Concert.where { $0.begin.in([at(10), at(30)]) }) == [1, 2])
        #expect(try ids(Concert.where { $0.end.in([at(20), nil]) }) == [1, 2])
        #expect(try ids(Concert.where { [at(10)].contains($0.begin) }) == [1])
        #expect(try ids(Concert.where { !$0.end.in([at(20)]) }) == [2, 3])
        let ends = Concert.select(\.end)
        #expect(try ids(Concert.where { $0.begin.in(ends) }) == [2, 3])
        #expect(try ids(Concert.where { !$0.begin.in(ends) }) == [1])
        #expect(try ids(Concert.where { $0.end.in(Concert.select(\.begin)) }) == [1, 3])
    }

    @Test("A represented column can be selected, ordered, grouped and computed")
    func expressions() throws {
        #expect(
            try Concert.order(by: \.begin).select(\.begin).fetchAll(db) == [at(10), at(20), at(30)])
        #expect(try Concert.order { $0.end.desc() }.select(\.id).fetchAll(db) == [3, 1, 2])
        let last: [Date?] = try Concert.select { $0.begin.max() }.fetchAll(db)
        #expect(last == [at(30)])
        #expect(try Concert.select { $0.end.count() }.fetchOne(db) == 2)
        #expect(
            try Concert.order(by: \.id).select { $0.end ?? at(99) }.fetchAll(db)
                == [at(20), at(99), at(30)])
        #expect(
            try Concert.order(by: \.id).select { $0.end ?? $0.begin }.fetchAll(db)
                == [at(20), at(30), at(30)])
        #expect(
            try Concert.order(by: \.id).select { Case($0.begin).when(at(30), then: 1).else(0) }
                .fetchAll(db) == [0, 1, 0])
        #expect(
            try Concert.order(by: \.id).select { iif($0.id > 1, $0.begin, at(0)) }.fetchAll(db)
                == [at(0), at(30), at(20)])
        #expect(
            try Concert.group(by: \.begin).having { $0.begin > at(10) }.order(by: \.begin)
                .select { ($0.begin, $0.id.count()) }.fetchAll(db).map(\.0) == [at(20), at(30)])
        let pairs = Concert.join(Concert.all) { $0.end == $1.begin }.select { ($0.id, $1.begin) }
        #expect(try pairs.fetchAll(db).map(\.0).sorted() == [1, 3])
        let outer = Concert.find(2).leftJoin(Concert.all) { $0.end == $1.begin && $1.id > 9 }
            .select { $1.begin }
        #expect(try outer.fetchAll(db) == [nil])
        let previous = Concert.order(by: \.id).select { $0.begin.lag().over(orderBy: $0.begin) }
        #expect(try previous.fetchAll(db) == [nil, at(20), at(10)])
        try Concert.createIndex("begins", on: \.begin).execute(db)
    }

    @Test("A represented column can be set to values, expressions and queries")
    func changes() throws {
        try Concert.find(1).update {
            $0.begin = at(11)
            $0.end = nil
            $0.bands = ["D"]
        }.execute(db)
        #expect(try Concert.find(1).fetchOne(db)?.begin == at(11))
        try Concert.find(1).update { $0.end = $0.begin }.execute(db)
        #expect(try Concert.find(1).fetchOne(db)?.end == at(11))
        try Concert.find(1).update { $0.begin = $0.end ?? at(0) }.execute(db)
        try Concert.find(1).update { $0.end = Concert.find(2).select { $0.begin.max() } }
            .execute(db)
        #expect(try Concert.find(1).fetchOne(db)?.end == at(30))
        try Concert.insert {
            ($0.id, $0.begin, $0.announced, $0.bands)
        } values: {
            (4, at(40), at(1), [])
        }.execute(db)
        #expect(try db.value("SELECT begin FROM concerts WHERE id = 4") == 40)
    }

    @Test("A named parameter for a represented column takes a value")
    func parameters() throws {
        let begin = NamedParameter<UnixTime>(named: "begin")
        var request = try db.request(Concert.where { $0.begin == begin }.select(\.id))
        request[begin] = at(20)
        #expect(request[begin] == at(20))
        #expect(try request.fetchAll() == [3])
        let prepared = PreparedQuery { (time: SQLExpression<UnixTime>) in
            Concert.where { $0.begin == time }.select(\.id)
        }
        #expect(try prepared.fetchAll(db, UnixTime(at(30))) == [2])
    }

    @Test("A selection can have a column with the same representation")
    func selections() throws {
        let evenings = Concert.find(1).select {
            Evening.Columns(begin: $0.begin, count: $0.id.count())
        }
        #expect(try evenings.fetchOne(db) == Evening(begin: at(10), count: 1))
        let last = Concert.select { $0.end.max() }.scalar(as: UnixTime.self)
        #expect(try ids(Concert.where { $0.begin == last }) == [2])
        let union = Concert.find(1).select(\.begin).union(Concert.find(2).select(\.begin))
        #expect(try union.fetchAll(db) == [at(10), at(30)])
    }

    @Test("A query of values in another form is converted")
    func convertedQueries() throws {
        let begins = Concert.find(1).select(\.begin)
        #expect(try ids(Concert.where { $0.begin.in(begins) }) == [1])
        try Concert.find(2).update { $0.announced = begins }.execute(db)
        #expect(try Concert.find(2).fetchRequired(db).announced == at(10))
        #expect(try ids(Concert.where { $0.announced.in(begins) }) == [2])
        #expect(try ids(Concert.where { $0.announced == begins.scalar() }) == [2])
        let announced = Concert.find(2).select(\.announced)
        #expect(try ids(Concert.where { $0.begin.in(announced) }) == [1])
    }

    @Test("Mixing columns with different representations throws")
    func otherForms() throws {
        let plain = Concert.select(\.announced)
        let begins = Concert.select(\.begin)
        let statements: [() throws -> SQL] = [
            { try plain.union(begins).sql() },
            { try begins.union(plain).sql() },
            { try begins.union(begins).where { $0 == at(10) }.sql() },
            {
                try Concert.insert {
                    ($0.id, $0.announced)
                } select: {
                    Concert.select { ($0.id, $0.begin) }
                }.sql()
            },
        ]
        for (index, statement) in statements.enumerated() {
            let error = #expect(throws: SQLiteError.self, "\(index)") { try statement() }
            #expect(error?.message.hasPrefix("the values are stored ") == true, "\(index)")
        }
    }
}

@DatabaseFunction private func hour(of date: Date) -> Int { Int(date.timeIntervalSince1970) }
