import DataLiteCore
import Testing

@Suite("An auxiliary object")
struct AuxiliaryTests {
    let connection: Connection
    private let census = InstanceCounter()

    init() throws {
        connection = try .inMemory()
        try connection.execute(sql: "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2), (3), (4)")
        try connection.add(function: "kept", argc: -1) { [census] args in
            _ = args.auxiliary(at: 0) { _ in InstanceCounter.Member(of: census) }
            return nil
        }
    }

    @Test(
        "An auxiliary object is made once per run for a constant, and once per row otherwise",
        arguments: [("'a'", 1), ("1 + 1", 1), ("x", 4), ("x % 2", 4), ("x - x", 4)])
    func creation(_ argument: String, count: Int) throws {
        try connection.execute(sql: "SELECT kept(\(argument)) FROM t")
        #expect(census.made == count)
        #expect(census.alive == 0)
    }

    @Test("An auxiliary object is made once per run for a parameter")
    func parameter() throws {
        for run in 1...3 {
            try connection.execute("SELECT kept(?) FROM t", [run])
            #expect(census.made == run)
        }
    }

    @Test("An auxiliary object is made again in each run and released at the end of the run")
    func runs() throws {
        let statement = try connection.statement("SELECT kept('a') FROM t")
        #expect(try statement.step())
        #expect(try statement.step())
        #expect(census.made == 1 && census.alive == 1)
        try statement.reset()
        #expect(census.alive == 0)
        #expect(try statement.step())
        #expect(census.made == 2 && census.alive == 1)
    }

    @Test("An auxiliary object belongs to one call site in the SQL")
    func callSites() throws {
        try connection.execute(sql: "SELECT kept('a'), kept('a') FROM t")
        #expect(census.made == 2)
    }

    @Test("An auxiliary object is replaced when it is requested as another type")
    func types() throws {
        var makes: [String] = []
        var results: [String] = []
        try connection.add(function: "f", argc: 1) { args in
            let number = args.auxiliary(at: 0) { (value) -> Int in
                makes.append("Int")
                return 7
            }
            let text = args.auxiliary(at: 0) { (value) -> String in
                makes.append("String")
                return "t"
            }
            let again = args.auxiliary(at: 0) { (value) -> String in "not made" }
            results.append("\(number)\(text)\(again)")
            return nil
        }
        try connection.execute(sql: "SELECT f(1) FROM t WHERE x <= 2")
        #expect(results == ["7tt", "7tt"])
        #expect(makes == ["Int", "String", "Int", "String"])
    }

    @Test("An auxiliary object is kept separately for each argument")
    func places() throws {
        var results: [[Int]] = []
        try connection.add(function: "f", argc: 3) { args in
            results.append((0..<3).map { index in args.auxiliary(at: index) { $0.hashValue } })
            #expect(results[0] == results[results.count - 1])
            return nil
        }
        try connection.execute(sql: "SELECT f(10, 20, 30) FROM t")
        #expect(results.count == 4)
        #expect(Set(results[0]).count == 3)
    }

    @Test("An auxiliary object is not kept when its creation throws")
    func throwing() throws {
        var attempts = 0
        try connection.add(function: "f", argc: 1) { args in
            for _ in 1...2 {
                do {
                    _ = try args.auxiliary(at: 0) { _ -> Int in
                        attempts += 1
                        throw Refused()
                    }
                } catch is Refused {}
            }
            return try args.auxiliary(at: 0) { _ -> Int in throw Refused() }
        }
        let error = try failure { try connection.execute(sql: "SELECT f(1) FROM t") }
        #expect(error.underlyingError is Refused)
        #expect(attempts == 2)
    }

    @Test("An auxiliary object survives a nested call of the same function")
    func nested() throws {
        var makes = 0
        try connection.add(function: "f", argc: 2) { [unowned connection] args in
            let before = args.auxiliary(at: 0) { _ in
                makes += 1
                return makes
            }
            if args[1] == 0 { return before }
            try connection.execute(sql: "SELECT f('inner', 0)")
            let after = args.auxiliary(at: 0) { _ in -1 }
            #expect(after == before)
            return after
        }
        #expect(try connection.rows("SELECT f('outer', 1) FROM t").count == 4)
        #expect(makes == 5)
    }

    @Test("An auxiliary object of an aggregate's step does not leak")
    func aggregate() throws {
        try connection.add(aggregate: "g", argc: 1, initial: 0) { [census] _, args in
            _ = args.auxiliary(at: 0) { _ in InstanceCounter.Member(of: census) }
        } finalize: {
            $0
        }
        try connection.execute(sql: "SELECT g('a') FROM t")
        #expect(census.made >= 1)
        #expect(census.alive == 0)
    }
}
