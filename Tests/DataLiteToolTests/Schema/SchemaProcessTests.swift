import DataLiteCore
import DataLiteTestSupport
import Testing

@Suite("datalite schema")
struct SchemaProcessTests {
    private func withDatabase(_ body: (_ path: String) throws -> Void) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/music.db"
            let connection = try Connection(path: path)
            try connection.execute(
                script: """
                    CREATE TABLE artists(id INTEGER PRIMARY KEY, name TEXT);
                    CREATE TABLE albums(id INTEGER PRIMARY KEY, artist INTEGER REFERENCES artists);
                    """)
            try connection.close()
            try body(path)
        }
    }

    @Test("Without options, the statements of the schema are printed")
    func statements() throws {
        try withDatabase { path in
            let outcome = try BuiltTool.run(["schema", path])
            #expect(outcome.status == 0)
            #expect(
                outcome.output == """
                    CREATE TABLE albums(id INTEGER PRIMARY KEY, artist INTEGER REFERENCES artists);
                    CREATE TABLE artists(id INTEGER PRIMARY KEY, name TEXT);

                    """)
        }
    }

    @Test("A diagram is printed in Mermaid or SVG")
    func diagram() throws {
        try withDatabase { path in
            let mermaid = try BuiltTool.run(["schema", "--diagram", path])
            #expect(mermaid.status == 0)
            #expect(mermaid.output.hasPrefix("erDiagram\n    \"artists\" {\n"))
            #expect(mermaid.output.hasSuffix("\"artists\" |o--o{ \"albums\" : \"artist\"\n"))
            let svg = try BuiltTool.run(["schema", "--diagram", "--svg", path])
            #expect(svg.output.hasPrefix("<svg ") && svg.output.hasSuffix("</svg>\n"))
            #expect(try BuiltTool.run(["schema", "--svg", path]).output == svg.output)
        }
    }

    @Test("A missing file is an error")
    func missing() throws {
        let outcome = try BuiltTool.run(["schema", "--diagram", "/nowhere.db"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("no such file"))
    }
}
