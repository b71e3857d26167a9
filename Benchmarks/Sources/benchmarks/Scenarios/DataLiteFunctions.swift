import DataLiteCore
import DataLiteQuery

enum DataLiteFunctions {
    static func add(to connection: Connection) throws {
        try connection.add(function: Plus.self)
        try connection.add(function: "plus_typed") { (x: Double, y: Double) in x + y }
        try connection.add(function: "plus_closure", argc: 2) { args in
            (args[0] ?? 0.0) + (args[1] ?? 0.0)
        }
        try connection.add(function: TypedPlus.self)
        try connection.add(function: Shout.self)
        try connection.add(function: "shout_typed") { (text: String) in text + "!" }
        try connection.add(function: "shout_closure", argc: 1) { args in
            (args[0] ?? "") + "!"
        }
        try connection.add(function: Addition.self)
        try connection.add(function: Moving.self)
        try connection.add(function: Function.Regexp.self)
    }

    private final class Plus: Function.Scalar {
        override class var name: String { "plus" }
        override class var argc: Int32 { 2 }
        override class var options: Options { [.deterministic] }

        override class func invoke(
            args: any ArgumentsProtocol
        ) throws -> (any SQLiteRepresentable)? {
            guard let x = args[0] as Double?, let y = args[1] as Double? else { return nil }
            return x + y
        }
    }

    private final class Shout: Function.Scalar {
        override class var name: String { "shout" }
        override class var argc: Int32 { 1 }
        override class var options: Options { [.deterministic] }

        override class func invoke(
            args: any ArgumentsProtocol
        ) throws -> (any SQLiteRepresentable)? {
            guard let text = args[0] as String? else { return nil }
            return text + "!"
        }
    }

    private final class Addition: Function.Aggregate {
        override class var name: String { "addition" }
        override class var argc: Int32 { 1 }
        private var sum = 0.0

        override func step(args: any ArgumentsProtocol) throws {
            if let value = args[0] as Double? { sum += value }
        }

        override func finalize() throws -> (any SQLiteRepresentable)? { sum }
    }

    private final class Moving: Function.Window {
        override class var name: String { "moving" }
        override class var argc: Int32 { 1 }
        private var sum = 0.0

        override func step(args: any ArgumentsProtocol) throws {
            if let value = args[0] as Double? { sum += value }
        }

        override func inverse(args: any ArgumentsProtocol) throws {
            if let value = args[0] as Double? { sum -= value }
        }

        override func value() throws -> (any SQLiteRepresentable)? { sum }
        override func finalize() throws -> (any SQLiteRepresentable)? { sum }
    }
}
