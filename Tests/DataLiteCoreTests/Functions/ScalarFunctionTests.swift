import DataLiteCore
import Testing

final class Shout: Function.Scalar {
    override class var name: String { "shout" }
    override class var argc: Int32 { 1 }
    override class var options: Function.Options { [.deterministic, .innocuous] }

    override class func invoke(args: any ArgumentsProtocol) throws -> (any SQLiteRepresentable)? {
        guard let value = args[0] as String? else { return nil }
        return value.uppercased() + "!"
    }
}

/// Overrides only the required members.
final class CountArguments: Function.Scalar {
    override class var name: String { "count_arguments" }

    override class func invoke(args: any ArgumentsProtocol) throws -> (any SQLiteRepresentable)? {
        args.count
    }
}

private final class Nameless: Function.Scalar {
    override class func invoke(args: any ArgumentsProtocol) throws -> (any SQLiteRepresentable)? {
        1
    }
}

private final class Idle: Function.Scalar {
    override class var name: String { "idle" }
}

private final class Neither: Function {
    override class var name: String { "neither" }
}

@Suite("A scalar function")
struct ScalarFunctionTests {
    let connection: Connection

    init() throws {
        connection = try .inMemory()
    }

    @Test("A scalar function can be written as a class and added by its type")
    func classForm() throws {
        try connection.add(function: Shout.self)
        #expect(try connection.value("SELECT shout('hey')") == "HEY!")
        #expect(try connection.value("SELECT shout(NULL)", as: String.self) == nil)
        #expect(try connection.value("SELECT shout(1)", as: String.self) == nil)
    }

    @Test("A scalar function has any number of arguments by default")
    func anyCount() throws {
        try connection.add(function: CountArguments.self)
        #expect(try connection.value("SELECT count_arguments()") == 0)
        #expect(try connection.value("SELECT count_arguments(1, 2, NULL)") == 3)
    }

    @Test("A scalar function can be written as a closure")
    func closureForm() throws {
        try connection.add(function: "reversed", argc: 1) { args in
            (args[0] as String?).map { String($0.reversed()) }
        }
        #expect(try connection.value("SELECT reversed('abc')") == "cba")
        #expect(try connection.value("SELECT reversed(x'00')", as: String.self) == nil)
    }

    @Test("A scalar function can be called by its name in any letter case")
    func letterCase() throws {
        try connection.add(function: Shout.self)
        #expect(try connection.value("SELECT SHOUT('a') || Shout('b')") == "A!B!")
    }

    @Test("A scalar function that does not override name is rejected with its type's name")
    func missingName() throws {
        let error = try failure { try connection.add(function: Nameless.self) }
        #expect(error.resultCode == .misuse)
        #expect(error.message == "Nameless does not override name")
        #expect(try failure { try connection.remove(function: Nameless.self) } == error)
    }

    @Test(
        "A base class is rejected as a scalar function with its type's name",
        arguments: [
            (Function.self, "Function"), (Function.Scalar.self, "Scalar"),
            (Function.Aggregate.self, "Aggregate"), (Function.Window.self, "Window"),
            (Neither.self, "Neither"),
        ] as [(Function.Type, String)])
    func baseClass(_ type: Function.Type, name: String) throws {
        for attempt in [connection.add(function:), connection.remove(function:)] {
            let error = try failure { try attempt(type) }
            #expect(error.resultCode == .misuse)
            #expect(error.message.hasPrefix("\(name) "))
        }
    }

    @Test("A scalar function that does not override invoke fails with its type's name")
    func missingInvoke() throws {
        try connection.add(function: Idle.self)
        let error = try failure { try connection.execute(sql: "SELECT idle(1)") }
        #expect(error.underlyingCode == .misuse)
        #expect(error.message == "Idle does not override invoke(args:)")
    }

    @Test("A wrong number of arguments is reported with SQLite's message")
    func wrongCount() throws {
        try connection.add(function: Shout.self)
        let error = try failure { try connection.execute(sql: "SELECT shout()") }
        #expect(error.message == "wrong number of arguments to function shout()")
    }

    @Test("A scalar function is unknown to other connections")
    func otherConnection() throws {
        try connection.add(function: Shout.self)
        let other = try Connection.inMemory()
        let error = try failure { try other.execute(sql: "SELECT shout('a')") }
        #expect(error.message == "no such function: shout")
    }
}
