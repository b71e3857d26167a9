import Testing

@testable import DataLiteCheck

@Suite("The number of arguments of an application-defined function")
struct ArgumentCountTests {
    private static let declarations = [
        "@DatabaseFunction func f(_ a: Int, b: String?) -> Int { a }",
        "@DatabaseFunction func f(_ a: some Sequence<(Int, Double)>) -> Int { 0 }",
        #"db.add(function: "f", argc: 2) { args in args[0] }"#,
        #"db.add(function: "f") { (a: Int, b: String?) in a }"#,
        #"db.add(function: "f", { (a: Int, b: Data) -> Int? in a })"#,
        #"db.add(aggregate: "f", argc: 2, initial: 0)"#,
        #"db.add(window: "f", argc: 2, initial: 0)"#,
        """
        class F: Function.Scalar {
            class var name: String { "f" }
            override class var argc: Int32 { 2 }
        }
        """,
    ]

    @Test("A wrong number of arguments is reported", arguments: declarations)
    func counted(declaration: String) throws {
        let source = { (call: String) in
            "_ = try db.rows(\"SELECT \(call) FROM artists\")\n" + declaration
        }
        #expect(try errors(source("f(id, name)")) == [])
        for call in ["f(id)", "f(id, name, 3)", "f()"] {
            let found = try errors(source(call))
            #expect(found.count == 1)
            #expect(found[0].hasSuffix("error: wrong number of arguments to function f()"))
        }
    }

    @Test(
        "A function with an unknown number of arguments accepts any number",
        arguments: [
            #"db.add(function: "f", argc: count) { args in args[0] }"#,
            #"db.add(function: "f", body)"#,
            #"db.add(function: "f", argc: -1) { args in args[0] }"#,
            #"db.add(function: "f") { a, b in a }"#,
            "@DatabaseFunction func f(_ place: Place) -> Int { 0 }",
            #"class F: Function.Scalar { class var name: String { "f" } }"#,
            #"db.add(function: "f", argc: 7) { $0[0] }; db.add(function: "f", body)"#,
        ])
    func unknown(declaration: String) throws {
        #expect(
            try errors(declaration + "\ntry db.rows(\"SELECT f(), f(1), f(1, 2) FROM artists\")")
                == [])
    }

    @Test("Several declarations of a function can have different argument counts")
    func several() throws {
        let source = #"""
            db.add(function: "f", argc: 1) { $0[0] }
            db.add(function: "f", argc: 3) { $0[0] }
            try db.rows("SELECT f(1), f(1, 2, 3)")
            try db.rows("SELECT f(1, 2)")
            """#
        #expect(try errors(source).count == 1)
        #expect(try errors("Function.Regexp.self\ntry db.rows(\"SELECT regexp(1)\")").count == 1)
    }
}
