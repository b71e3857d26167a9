import DataLiteCore
import Foundation
import Testing

@Suite("The samples of the guide to functions")
struct FunctionsSamples {
    let connection: Connection

    init() throws {
        connection = try Connection(location: .inMemory)
        try connection.execute(
            sql: """
                CREATE TABLE words(word TEXT, weight REAL);
                INSERT INTO words VALUES ('åka', 1), ('zebra', 2), ('ärlig', 4), (NULL, NULL);
                """)
    }

    @Test("add a function as a typed closure")
    func typedClosure() throws {
        // sample: typed
        try connection.add(function: "hypot", options: [.deterministic, .innocuous]) {
            (x: Double, y: Double) in (x * x + y * y).squareRoot()
        }
        let five: Double? = try connection.value("SELECT hypot(3, 4)")  // 5.0
        let null: Double? = try connection.value("SELECT hypot(3, NULL)")  // nil
        // end
        #expect(five == 5)
        #expect(null == nil)

        try connection.add(function: "greet") { (name: String?) in
            name.map { "Hello, \($0)" } ?? "Hello, stranger"
        }
        #expect(try connection.value("SELECT greet(NULL)") == "Hello, stranger")
    }

    @Test("add a function of any number of arguments")
    func untypedClosure() throws {
        // sample: untyped
        try connection.add(function: "concat_all", argc: -1) { args in
            args.map { value in String(value) ?? value.description }.joined(separator: " ")
        }
        let text: String? = try connection.value("SELECT concat_all('a', 1, NULL)")  // a 1 NULL
        // end
        #expect(text == "a 1 NULL")
    }

    @Test("add a function as a type")
    func scalarType() throws {
        final class Slugify: Function.Scalar {
            override class var name: String { "slugify" }
            override class var argc: Int32 { 1 }
            override class var options: Function.Options { [.deterministic, .innocuous] }

            override class func invoke(
                args: any ArgumentsProtocol
            ) throws -> (any SQLiteRepresentable)? {
                guard let text = args[0] as String? else { return nil }
                return text.lowercased().split { !$0.isLetter && !$0.isNumber }
                    .joined(separator: "-")
            }
        }

        try connection.add(function: Slugify.self)
        let slug: String? = try connection.value("SELECT slugify('Hello, World!')")  // hello-world
        try connection.execute("CREATE INDEX words_by_slug ON words(slugify(word))")
        #expect(slug == "hello-world")
    }

    @Test("add an aggregate as closures")
    func closureAggregate() throws {
        // sample: closure aggregate
        try connection.add(aggregate: "product", argc: 1, initial: 1.0) { product, args in
            product *= args[0] ?? 1
        } finalize: { product in
            product
        }
        let product: Double? = try connection.value("SELECT product(weight) FROM words")  // 8.0
        let none: Double? = try connection.value("SELECT product(1) FROM words WHERE 0")  // 1.0
        // end
        #expect(product == 8)
        #expect(none == 1)
    }

    @Test("add a window function as a type")
    func window() throws {
        // sample: window
        final class Spread: Function.Window {
            override class var name: String { "spread" }
            override class var argc: Int32 { 1 }
            private var values: [Double] = []

            override func step(args: any ArgumentsProtocol) {
                values.append(args[0] ?? 0)
            }

            override func inverse(args: any ArgumentsProtocol) {
                values.removeFirst()  // the oldest row leaves the frame
            }

            override func value() -> (any SQLiteRepresentable)? {
                guard let low = values.min(), let high = values.max() else { return nil }
                return high - low
            }

            override func finalize() -> (any SQLiteRepresentable)? { value() }
        }

        try connection.add(function: Spread.self)
        let rows = try connection.rows(
            """
            SELECT spread(weight) OVER (ORDER BY weight ROWS 1 PRECEDING) AS spread
            FROM words WHERE weight NOT NULL
            """)
        print(try rows.map { try $0["spread", as: Double.self] })  // [0.0, 1.0, 2.0]
        // end
        #expect(rows.map { $0.lenientValue("spread") } == [0.0, 1.0, 2.0])
    }

    @Test("get the error that a function throws")
    func errors() throws {
        struct NotPositive: Error, CustomStringConvertible {
            var number: Double
            var description: String { "\(number) is not positive" }
        }

        try connection.add(function: "logarithm") { (x: Double) throws in
            guard x > 0 else { throw NotPositive(number: x) }
            return log(x)
        }
        do {
            try connection.execute("SELECT logarithm(-1)")
        } catch {
            print(error)  // SQLiteError(1): -1.0 is not positive, and the SQL
            print((error.underlyingError as? NotPositive)?.number ?? 0)  // -1.0
        }
        let error = #expect(throws: SQLiteError.self) {
            try connection.execute("SELECT logarithm(-1)")
        }
        #expect(
            error?.description == "SQLiteError(1): -1.0 is not positive\n    SELECT logarithm(-1)")
        #expect((error?.underlyingError as? NotPositive)?.number == -1)
    }

    @Test("keep the result code of an error")
    func resultCode() throws {
        try connection.add(function: "checked", argc: 1) { args in
            guard let number = args[0] as Int?, number % 7 == 0 else {
                throw FunctionError(.constraintFunction, "wrong check digit")
            }
            return number.sqliteValue
        }
        do {
            try connection.execute("SELECT checked(8)")
        } catch {
            print(error.resultCode == .constraintFunction, error.message)  // true wrong check digit
        }
    }

    @Test("pass an object through SQL")
    func object() throws {
        final class WordList {
            let words: Set<String>
            init(_ words: Set<String>) { self.words = words }
        }

        try connection.add(function: "is_listed", argc: 2) { args in
            let list = args.object(at: 1, as: WordList.self)
            return (args[0] as String?).map { list?.words.contains($0) == true }.sqliteValue
        }
        let statement = try connection.prepare(
            sql: "SELECT word FROM words WHERE is_listed(word, ?)")
        try statement.bind(object: WordList(["zebra"]), at: 1)
        while try statement.step() { print(statement.columnValue(at: 0)) }  // zebra
    }

    @Test("cache an object for a constant argument")
    func auxiliary() throws {
        try connection.add(function: "one_of", argc: 2, options: .deterministic) { args in
            let set = args.auxiliary(at: 0) { list in
                Set((String(list) ?? "").split(separator: ",").map(String.init))
            }
            return (args[1] as String?).map { set.contains($0) }
        }
        let found: Int? = try connection.value(
            "SELECT count(*) FROM words WHERE one_of('zebra,åka', word)")  // 2
        #expect(found == 2)
    }

    @Test("run SQL in a function")
    func connectionOfArguments() throws {
        // sample: connection
        try connection.add(function: "rank_of", argc: 1) { args in
            try args.connection.value(
                "SELECT 1 + count(*) FROM words WHERE weight > \(args[0])") as Int?
        }
        let rank: Int? = try connection.value("SELECT rank_of(weight) FROM words")  // 3
        // end
        #expect(rank == 3)
    }

    @Test("match regular expressions")
    func regexp() throws {
        // sample: regexp
        try connection.add(function: Function.Regexp.self)
        let rows = try connection.rows("SELECT word FROM words WHERE word REGEXP 'z.*'")
        print(rows)  // [[word: 'zebra']]
        // end
        #expect("\(rows)" == "[[word: 'zebra']]")
    }

    @Test("sort strings by a collation")
    func collation() throws {
        // sample: collation
        try connection.add(collation: "backwards") { lhs, rhs in
            String(lhs.reversed()).compare(String(rhs.reversed()))
        }
        let rows = try connection.rows(
            "SELECT word FROM words WHERE word NOT NULL ORDER BY word COLLATE backwards")
        print(try rows.map { try $0["word", as: String.self] })  // ["åka", "zebra", "ärlig"]
        // end
        #expect(rows.map { $0.lenientValue("word") } == ["åka", "zebra", "ärlig"])
    }

    @Test("search an R-tree for a shape")
    func geometry() throws {
        try connection.execute("CREATE VIRTUAL TABLE places USING rtree(id, x0, x1, y0, y1)")
        try connection.execute(
            "INSERT INTO places VALUES (1, 3, 3, 4, 4), (2, 9, 9, 9, 9), (3, 0, 0, 1, 1)")
        try connection.add(geometry: "near", dimensions: 2, argumentCount: 3) { cell in
            var square = 0.0
            for dimension in 0..<cell.dimensions {
                let point = cell.argument(dimension)
                let distance = max(
                    cell.lowerBound(dimension) - point, point - cell.upperBound(dimension), 0)
                square += distance * distance
            }
            let radius = cell.argument(2)
            return square <= radius * radius ? .partly.scored(square) : .outside
        }
        let near = try connection.rows(
            "SELECT id FROM places WHERE id MATCH near(0, 0, 5)", as: Int.self)
        print(near)  // [3, 1]
        #expect(near == [3, 1])
    }

    @Test("find synonyms in a full-text table")
    func tokenizer() throws {
        // sample: tokenizer
        struct Synonyms: TextTokenizer {
            let base: NamedTokenizer
            let words: [String: String]

            func tokenize(
                _ text: String, for purpose: TokenizationPurpose,
                _ receive: (TextToken) throws -> Void
            ) throws {
                try base.tokenize(text, for: purpose) { token in
                    try receive(token)
                    guard !purpose.isQuery, let word = words[token.text] else { return }
                    try receive(TextToken(word, range: token.range, isSynonym: true))
                }
            }
        }
        try connection.add(tokenizer: "synonyms") { setup in
            try Synonyms(base: setup.base(), words: ["bikes": "bicycles"])
        }
        try connection.execute(
            "CREATE VIRTUAL TABLE ads USING fts5(text, tokenize = 'synonyms unicode61')")
        try connection.execute("INSERT INTO ads VALUES ('Two red bikes')")
        let found: String? = try connection.value(
            "SELECT highlight(ads, 0, '[', ']') FROM ads WHERE ads MATCH 'bicycles'")
        print(found ?? "")  // Two red [bikes]
        // end
        #expect(found == "Two red [bikes]")
    }

    @Test("remove a function")
    func removal() throws {
        try connection.add(function: Function.Regexp.self)
        try connection.remove(function: Function.Regexp.self)
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT 'a' REGEXP 'a'") }
    }
}
