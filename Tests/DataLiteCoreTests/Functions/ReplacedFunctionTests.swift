import DataLiteCore
import Testing

/// The code that runs when an object that a function captured is released.
@Suite("An object captured by a replaced or removed function")
struct ReplacedFunctionTests {
    /// The kinds of registrations, each of which captures an object and yields a number.
    enum Kind: CaseIterable {
        case scalar, aggregate, window, collation

        func add(_ number: Int, capturing object: AnyObject?, to connection: Connection) throws {
            switch self {
            case .scalar:
                try connection.add(function: "f", argc: 1) { _ in
                    withExtendedLifetime(object) { number }
                }
            case .aggregate:
                try connection.add(aggregate: "f", argc: 1, initial: number) { [object] _, _ in
                    withExtendedLifetime(object) {}
                } finalize: {
                    $0
                }
            case .window:
                try connection.add(window: "f", argc: 1, initial: number) { [object] _, _ in
                    withExtendedLifetime(object) {}
                } inverse: { _, _ in
                } value: {
                    $0
                }
            case .collation:
                try connection.add(collation: "f") { [object] _, _ in
                    withExtendedLifetime(object) { number == 1 ? .orderedSame : .orderedAscending }
                }
            }
        }

        func remove(from connection: Connection) throws {
            if self == .collation { return try connection.remove(collation: "f") }
            try connection.remove(function: "f", argc: 1)
        }

        /// The number of the function that is registered.
        var query: SQL {
            switch self {
            case .scalar, .aggregate: "SELECT f(x) FROM t"
            case .window: "SELECT f(x) OVER () FROM t"
            case .collation: "SELECT iif(x = 'b' COLLATE f, 1, 2) FROM t"
            }
        }
    }

    let connection: Connection

    init() throws {
        connection = try .inMemory()
        try connection.execute(sql: "CREATE TABLE t(x); INSERT INTO t VALUES ('a'), ('a'), ('a')")
    }

    @Test("A released captured object can call the new function", arguments: Kind.allCases)
    func replaced(_ kind: Kind) throws {
        var numbers: [Int?] = []
        let will = DeinitCallback { [unowned connection] in
            numbers.append(try? connection.value(kind.query))
        }
        try kind.add(1, capturing: will, to: connection)
        _ = consume will
        try kind.add(2, capturing: nil, to: connection)
        #expect(numbers == [2])
    }

    @Test("A released captured object cannot call the removed function", arguments: Kind.allCases)
    func removed(_ kind: Kind) throws {
        var messages: [String] = []
        let will = DeinitCallback { [unowned connection] in
            let error = try? failure { _ = try connection.value(kind.query, as: Int.self) }
            messages += error.map { [$0.message] } ?? []
        }
        try kind.add(1, capturing: will, to: connection)
        _ = consume will
        try kind.remove(from: connection)
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("no such ") == true)
    }

    @Test(
        "A released captured object can open a cursor that outlives the call",
        arguments: Kind.allCases)
    func cursor(_ kind: Kind) throws {
        var cursor: Cursor<SQLiteRow>?
        let will = DeinitCallback { [unowned connection] in
            cursor = try? connection.cursor(kind.query)
            #expect((try? cursor?.step()) == true)
        }
        try kind.add(1, capturing: will, to: connection)
        _ = consume will
        try kind.add(2, capturing: nil, to: connection)
        var numbers: [Int?] = [cursor?.columnValue(at: 0)]
        while try cursor?.step() == true { numbers.append(cursor?.columnValue(at: 0)) }
        #expect(numbers == Array(repeating: 2, count: kind == .aggregate ? 1 : 3))
    }

    @Test(
        "A released captured object can continue a cursor over a removed function",
        arguments: Kind.allCases)
    func cursorOverRemoved(_ kind: Kind) throws {
        var own: Statement?
        let will = DeinitCallback {
            #expect(throws: SQLiteError.self) { try own?.step() }
        }
        own = try connection.statement("SELECT x FROM t")
        try kind.add(1, capturing: will, to: connection)
        own = try connection.statement(kind.query.text)
        _ = consume will
        try kind.remove(from: connection)
        #expect(throws: SQLiteError.self) { try own?.step() }
    }

    @Test("A released captured object can replace the function again", arguments: Kind.allCases)
    func replacedAgain(_ kind: Kind) throws {
        let inner = DeinitCallback { [unowned connection] in
            try? kind.add(2, capturing: nil, to: connection)
        }
        let outer = DeinitCallback { [unowned connection] in
            try? kind.add(1, capturing: inner, to: connection)
        }
        try kind.add(1, capturing: outer, to: connection)
        _ = consume outer
        _ = consume inner
        for _ in 1...2 { try kind.add(1, capturing: nil, to: connection) }
        #expect(try connection.value(kind.query) == 2)
    }

    @Test("A released captured object can close the connection", arguments: Kind.allCases)
    func closing(_ kind: Kind) throws {
        let will = DeinitCallback { [unowned connection] in try? connection.close() }
        try kind.add(1, capturing: will, to: connection)
        _ = consume will
        try kind.add(2, capturing: nil, to: connection)
        #expect(connection.isClosed)
    }

    @Test(
        "A released captured object does not change the error of a rejected function",
        arguments: Kind.allCases)
    func refused(_ kind: Kind) throws {
        try kind.add(1, capturing: nil, to: connection)
        let cursor = try connection.cursor("SELECT x FROM t")
        #expect(try cursor.step())
        var releases = 0
        let will = DeinitCallback { [unowned connection] in
            releases += 1
            #expect(throws: SQLiteError.self) { try connection.execute("SELECT nothing") }
        }
        let error = try failure { [will] in try kind.add(2, capturing: will, to: connection) }
        _ = consume will
        #expect(error.resultCode == .busy)
        #expect(error.message.contains("due to active statements"))
        #expect(releases == 1)
        #expect(try connection.value(kind.query) == 1)
    }

    @Test(
        "A captured object is released once, even when the connection is closed or released",
        arguments: [true, false])
    func ended(isClosed: Bool) throws {
        let census = InstanceCounter()
        var own: Connection? = try .inMemory()
        for kind in Kind.allCases where kind != .aggregate {
            let connection = try #require(own)
            try kind.add(1, capturing: InstanceCounter.Member(of: census), to: connection)
        }
        if isClosed { try own?.close() }
        own = nil
        #expect(census.made == 3)
        #expect(census.alive == 0)
    }
}

@Suite("A replaced auxiliary object")
struct ReplacedAuxiliaryTests {
    @Test("A replaced auxiliary object can access the new object when it is released")
    func replaced() throws {
        let connection = try Connection.inMemory()
        var found: [String] = []
        try connection.add(function: "f", argc: 1) { args in
            _ = args.auxiliary(at: 0) { _ in
                DeinitCallback { found.append(args.auxiliary(at: 0) { _ in "made again" }) }
            }
            _ = args.auxiliary(at: 0) { _ in "kept" }
            return 1
        }
        #expect(try connection.value("SELECT f('constant')") == 1)
        #expect(found == ["kept"])
    }
}
