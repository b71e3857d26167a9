import DataLiteClauses
import Testing
@testable import DataLiteQuery

@Suite("A value as JSON")
struct RepresentationTests {
    typealias Samples = Measurement.Samples

    /// A statement with a value that JSON cannot contain.
    struct Use: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (Connection, Samples) throws -> Void

        init(
            _ name: String, _ run: @escaping @Sendable (Connection, Samples) throws -> Void
        ) {
            testDescription = name
            self.run = run
        }
    }

    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Measurement.createTable().execute(db)
        try Measurement.insert {
            Measurement(id: 1, samples: [1.5], notes: nil)
            Measurement(id: 2, samples: [], notes: [2])
        }.execute(db)
    }

    private static let queries = [
        Use("a condition") { db, value in
            _ = try Measurement.where { $0.samples == value.value }.fetchAll(db)
        },
        Use("a condition on an optional") { db, value in
            _ = try Measurement.where { $0.notes == value.value }.fetchAll(db)
        },
        Use("a list") { db, value in
            _ = try Measurement.where { $0.samples.in([[1], value.value]) }
                .fetchAll(db)
        },
        Use("a list of optionals") { db, value in
            _ = try Measurement.where { $0.notes.in([nil, value.value]) }.fetchAll(db)
        },
        Use("a selected value") { db, value in
            _ = try Measurement.select { _ in SQLExpression(value) }.fetchOne(db)
        },
        Use("VALUES") { db, value in _ = try Values((1, value)).fetchAll(db) },
        Use("a CASE") { db, value in
            _ = try Measurement.select { Case($0.id).when(1, then: value).end() }.fetchAll(db)
        },
        Use("a prepared query") { db, value in
            let query = PreparedQuery { (samples: SQLExpression<Samples>) in
                Measurement.where { $0.samples == samples }
            }
            _ = try query.fetchAll(db, value)
        },
        Use("a request") { db, value in
            let parameter = NamedParameter<Samples>(named: "samples")
            var request = try db.request(
                Measurement.where { $0.samples == parameter })
            request[parameter] = value.value
            _ = try request.fetchAll()
        },
    ]

    private static let changes = [
        Use("an inserted row") { db, value in
            try Measurement.insert { Measurement(id: 3, samples: value.value) }.execute(db)
        },
        Use("the last of several rows") { db, value in
            let rows = (3...60).map {
                Measurement(id: $0, samples: $0 == 60 ? value.value : [1])
            }
            try Measurement.insert { rows }.execute(db)
        },
        Use("a draft") { db, value in
            try Measurement.insert { Measurement.Draft(samples: value.value) }.execute(db)
        },
        Use("an optional of a draft") { db, value in
            try Measurement.insert { Measurement.Draft(samples: [], notes: value.value) }
                .execute(db)
        },
        Use("inserted values") { db, value in
            try Measurement.insert {
                ($0.id, $0.samples)
            } values: {
                (3, value.value)
            }.execute(db)
        },
        Use("an upsert") { db, value in
            try Measurement.upsert { Measurement(id: 1, samples: value.value) }.execute(db)
        },
        Use("what a conflict sets") { db, value in
            try Measurement.insert {
                Measurement(id: 1, samples: [])
            } onConflict: {
                $0.id
            } doUpdate: {
                $0.samples = value.value
            }.execute(db)
        },
        Use("an update") { db, value in
            try Measurement.find(1).update { $0.samples = value.value }.execute(db)
        },
        Use("an update of an optional") { db, value in
            try Measurement.find(1).update { $0.notes = value.value }.execute(db)
        },
        Use("an update of a row") { db, value in
            try Measurement.update(Measurement(id: 1, samples: value.value)).execute(db)
        },
        Use("the rows of an update") { db, value in
            try Measurement.where { $0.samples != value.value }.update { $0.samples = [] }
                .execute(db)
        },
        Use("the rows of a delete") { db, value in
            try Measurement.where { $0.samples != value.value }.delete().execute(db)
        },
        Use("what a change returns") { db, value in
            _ = try Measurement.find(1).delete().returning { _ in SQLExpression(value) }
                .fetchAll(db)
        },
    ]

    @Test("JSON of a set, and of a dictionary that is an array in JSON, is sorted")
    func unorderedValues() {
        enum Key: String, Codable { case a, b, c, d }
        let words = JSONRepresentation<Set<String>>(["d", "a", "c", "b"])
        #expect(words.sqliteValue == #"["a","b","c","d"]"#)
        #expect(JSONRepresentation<Set<String>>(words.sqliteValue)?.value == words.value)
        let counts = JSONRepresentation<[Key: Int]>([.d: 4, .a: 1, .c: 3, .b: 2])
        #expect(counts.sqliteValue == #"["a",1,"b",2,"c",3,"d",4]"#)
        #expect(JSONRepresentation<[Key: Int]>(counts.sqliteValue)?.value == counts.value)
        let nested = JSONRepresentation<Set<Set<[Int]>>>([[[3], [1, 2]], []])
        #expect(nested.sqliteValue == "[[[1,2],[3]],[]]")
        #expect(JSONRepresentation<Set<Int>>([]).sqliteValue == "[]")
        #expect(JSONRepresentation<[Key: Int]>([:]).sqliteValue == "[]")
        #expect(JSONRepresentation<[Int: Int]>([10: 1, 2: 2]).sqliteValue == #"{"10":1,"2":2}"#)
    }

    @Test("A value that cannot be encoded is an error, not NULL", arguments: queries + changes)
    func failure(use: Use) throws {
        let before = try Measurement.all.fetchAll(db)
        let error = #expect(throws: SQLiteError.self) {
            try use.run(db, Samples([1, .nan]))
        }
        #expect(error?.resultCode == .mismatch)
        #expect(error?.message.hasPrefix("Array<Double> cannot be encoded as JSON: ") == true)
        #expect(error?.underlyingError is EncodingError)
        #expect(try Measurement.all.fetchAll(db) == before)
        #expect(db.isAutocommit)
        try use.run(db, Samples([1, 2]))
    }

    @Test("A function returns a value as JSON, or an error if it cannot be encoded")
    func function() throws {
        struct Repeated: SQLFunction {
            typealias Value = Samples
            static let definition = FunctionDefinition(name: "repeated", argc: 1)
            let number: SQLExpression<Double>

            var arguments: [any SQLExpressionProtocol] { [number] }

            static func execute(args: any ArgumentsProtocol) throws -> Samples {
                Samples(Array(repeating: args[0] as Double? ?? 0, count: 2))
            }
        }
        try db.add(function: Repeated.self)
        let numbers = Measurement.limit(1)
        #expect(
            try numbers.select { _ in Repeated(number: 1.5) }.fetchOne(db) == [1.5, 1.5])
        let error = #expect(throws: SQLiteError.self) {
            // SQLite has no literal for infinity; a number that is too large becomes one.
            try numbers.select { _ in Repeated(number: SQLExpression(.infinity)) }.fetchOne(db)
        }
        #expect(error?.message.contains("cannot be encoded as JSON") == true)
    }

    @Test("A JSON value that cannot be encoded cannot be the default of a created table")
    func columnDefault() throws {
        func statement(_ value: Double) throws -> String {
            let table = TableDefinition("t") { columns in
                columns.add("a", Samples.self, default: Samples([value]))
            }
            return try SchemaStatement(
                CreateTable(table: table, ifNotExists: false, isStrict: false)
            ).sql().text
        }
        #expect(
            try statement(1) == "CREATE TABLE \"t\" (\n  \"a\" TEXT NOT NULL DEFAULT '[1]'\n)")
        let error = #expect(throws: SQLiteError.self) { try statement(.nan) }
        #expect(error?.message.contains("cannot be encoded as JSON") == true)
    }

    @Test("A JSON value is read from text, from bytes and from numbers")
    func reading() throws {
        try db.execute("UPDATE measurements SET samples = CAST('[2, 3]' AS BLOB) WHERE id = 2")
        #expect(try Measurement.find(2).fetchOne(db)?.samples == [2, 3])
        // The affinity of a column that is declared as JSON turns the text of a number into a number.
        try db.execute("CREATE TABLE p(id JSON, price JSON)")
        try db.execute("INSERT INTO p VALUES ('7', '2.5')")
        #expect(
            try db.rows("SELECT id FROM p", as: JSONRepresentation<Int>.self).map(\.value) == [7])
        #expect(
            try db.rows("SELECT price FROM p", as: JSONRepresentation<Double>.self).map(\.value)
                == [2.5])
    }
}
