import DataLiteCore
import Testing

@testable import DataLiteTool

@Suite("The list of functions")
struct FunctionListTests {
    @Test("The list has a line for each function with arity, kind and options")
    func lines() throws {
        let lines = try text(of: FunctionList.write).split(separator: "\n").map(String.init)
        #expect(lines.count == ToolFunction.all.count + 2)
        #expect(
            lines[0].split(separator: " ") == [
                "function", "arguments", "kind", "options", "result",
            ])
        let median = try #require(lines.first { $0.hasPrefix("median(x) ") })
        #expect(median.contains("  1  window     deterministic, innocuous  "))
    }

    @Test("The list shows the options that SQLite receives")
    func agreesWithSQLite() throws {
        let connection = try Connection(location: .inMemory)
        try connection.addToolFunctions()
        let recorder = FunctionRecorder()
        try recorder.addToolFunctions()
        #expect(recorder.definitions.count == ToolFunction.all.count)
        for definition in recorder.definitions {
            let placeholders = Array(repeating: "NULL", count: Int(definition.argc))
            let call = "\(definition.name)(\(placeholders.joined(separator: ", ")))"
            #expect(throws: Never.self) { try connection.prepare(sql: "SELECT \(call)") }
            let isWindow = definition.kind == "window"
            let over = "SELECT \(call) OVER ()"
            #expect((try? connection.prepare(sql: over)) == nil || definition.kind != "scalar")
            if isWindow { #expect(throws: Never.self) { try connection.prepare(sql: over) } }
        }
    }

    @Test(
        "Function options are listed by name",
        arguments: [
            ([], ""), ([.directonly], "directonly"),
            ([.deterministic, .subtype, .resultSubtype], "deterministic, subtype, resultSubtype"),
        ] as [(Function.Options, String)])
    func optionNames(options: Function.Options, names: String) {
        #expect(options.names == names)
    }
}
