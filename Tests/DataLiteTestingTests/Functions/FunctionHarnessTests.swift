import DataLiteCore
import DataLiteTesting
import Testing

@Suite("The harness for functions")
struct FunctionHarnessTests {
    private struct Refusal: Error {}

    private final class Repeated: Function.Scalar {
        override class var name: String { "repeated" }
        override class var argc: Int32 { 2 }
        override class var options: Function.Options { [.deterministic, .innocuous] }

        override class func invoke(
            args: any ArgumentsProtocol
        ) throws -> (any SQLiteRepresentable)? {
            guard let text = args[0] as String?, let count = args[1] as Int? else { return nil }
            guard count >= 0 else { throw Refusal() }
            return String(repeating: text, count: count)
        }
    }

    @Test("The harness calls a scalar function with literal arguments")
    func scalar() throws {
        let harness = try FunctionHarness(Repeated.self)
        #expect(harness.name == "repeated")
        #expect(harness.argc == 2)
        #expect(harness.options == [.deterministic, .innocuous])
        #expect(try harness.call("ab", 2) == "abab")
        #expect(try harness.call("ab", 2, as: String.self) == "abab")
        #expect(try harness.call(nil, 2) == nil)
        #expect(try harness.call(["x", 3]) == "xxx")
        #expect(throws: Refusal.self) { try harness.call("a", -1) }
    }

    @Test("The harness calls a closure that was added to a mock")
    func closure() throws {
        let mock = MockConnection()
        try mock.add(function: "half") { (x: Double) in x / 2 }
        let half = try FunctionHarness(#require(mock.function("half")))
        #expect(try half.call(3) == 1.5)
        #expect(try half.call(nil) == nil)
        #expect(try half.call(Double.nan) == nil)
        let error = #expect(throws: SQLiteError.self) { try half.call("x") }
        #expect(error?.resultCode == .mismatch)
    }

    @Test("The harness calls REGEXP")
    func regexp() throws {
        let regexp = try FunctionHarness(Function.Regexp.self)
        for _ in 1...2 {
            #expect(try regexp.call("a+", "aaa") == 1)
            #expect(try regexp.call("a+", "ab") == 0)
            #expect(try regexp.call(nil, "ab") == nil)
        }
        #expect(throws: Function.Regexp.Error.self) { try regexp.call("(", "a") }
    }

    @Test("The harness keeps auxiliary data while the argument stays the same")
    func auxiliary() throws {
        final class Counter { var made = 0 }
        let counter = Counter()
        let mock = MockConnection()
        try mock.add(function: "kept", argc: 2) { args in
            args.auxiliary(at: 0) { value in
                counter.made += 1
                return (String(value) ?? "") + "!"
            }
        }
        let kept = try FunctionHarness(#require(mock.function("kept")))
        #expect(try kept.call("a", 1) == "a!")
        #expect(try kept.call("a", 2) == "a!")
        #expect(try kept.call("b", 3) == "b!")
        #expect(counter.made == 2)
    }

    @Test("The harness clears arguments that a function retained")
    func retainedArguments() throws {
        final class Retained { var arguments: (any ArgumentsProtocol)? }
        let kept = Retained()
        let mock = MockConnection()
        try mock.add(function: "keep", argc: 1) { args in
            kept.arguments = args
            return args[7]
        }
        #expect(try FunctionHarness(#require(mock.function("keep"))).call("a") == nil)
        #expect(kept.arguments?.count == 0)
        #expect(kept.arguments?[0] as SQLiteValue? == .null)
    }

    private final class Product: Function.Aggregate {
        override class var name: String { "product" }
        private var product: Double?

        override func step(args: any ArgumentsProtocol) throws {
            guard let factor = args[0] as Double? else { throw Refusal() }
            product = (product ?? 1) * factor
        }

        override func finalize() throws -> (any SQLiteRepresentable)? { product }
    }

    @Test("The harness passes any number of rows to an aggregate")
    func aggregate() throws {
        let product = try FunctionHarness(Product.self)
        #expect(try product.aggregate([[2], [3.5]]) == 7.0)
        #expect(try product.aggregate(column: [2, 3]) == 6.0)
        #expect(try product.aggregate([]) == nil)
        #expect(throws: Refusal.self) { try product.aggregate(column: [2, nil, 3]) }
    }

    private static let misuses: [(String, ResultCode, @Sendable () throws -> Void)] = [
        (
            "wrong number of arguments to function repeated()", .error,
            { _ = try FunctionHarness(Repeated.self).call("a") }
        ),
        (
            "repeated is not an aggregate", .misuse,
            { _ = try FunctionHarness(Repeated.self).aggregate([["too few"]]) }
        ),
        (
            "product is not a scalar function", .misuse,
            { _ = try FunctionHarness(Product.self).call(1) }
        ),
        (
            "product is not a window function", .misuse,
            { _ = try FunctionHarness(Product.self).window([[1]]) }
        ),
    ]

    @Test("The harness rejects calls that SQLite would reject", arguments: misuses)
    func refusal(message: String, code: ResultCode, action: @Sendable () throws -> Void) {
        #expect(throws: SQLiteError(code, message: message)) { try action() }
    }

    @Test("The harness rejects a function that a connection would reject")
    func invalid() {
        final class Nameless: Function.Scalar {}
        #expect(throws: SQLiteError.self) { try FunctionHarness(Nameless.self) }
    }
}
