import DataLiteCore
import Foundation
import Testing

@testable import DataLiteTool

@Suite("A hostile schema")
struct HostileSchemaTests {
    /// Strings that would end a literal, a comment or a line, or change how the source is displayed.
    static let texts = [
        "a\nb", "a\r\nb", "*/ let x = 1 /*", "// c", "\\(evil)", "\"quoted\"", "\"\"\"", "'q'",
        "`tick`", "\u{1b}[31mred", "\u{202e}reverse", "\u{2028}line", "\u{feff}bom",
        "\u{301}accent",
        "🎉", "👩‍💻", "", " ", "_", "\\", "#\"raw\"#", "$0", "@objc", "#if DEBUG", "\u{e000}private",
        "self", "init", "class", "Type", "é", "e\u{301}", "É", "x\u{200d}", "a;b", "{", "}",
        "\u{7f}",
    ]

    private static func quoted(_ name: String) -> String {
        "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }

    /// A schema that uses each string in a table, a column, a type, a default, a view, an index, a trigger, a
    /// foreign key and a generated column.
    private static func script() -> String {
        let columns = texts.map { "\(quoted($0)) \(quoted($0)) DEFAULT (\($0.sqliteLiteral))" }
        let tables = texts.enumerated().map { index, text in
            let name = quoted("t" + text)
            return """
                CREATE TABLE \(name)(
                    a TEXT REFERENCES \(quoted(text)), b TEXT CHECK (b <> \(text.sqliteLiteral)),
                    c AS (a || \(text.sqliteLiteral)), d DEFAULT \(text.sqliteLiteral));
                CREATE INDEX \(quoted("i" + text)) ON \(name)(a);
                CREATE TRIGGER \(quoted("r" + text)) AFTER INSERT ON \(name) BEGIN SELECT 1; END;
                CREATE VIEW \(quoted("v" + text)) AS SELECT a AS \(quoted(text)) FROM \(name);
                CREATE VIEW \(quoted("b" + text)) AS SELECT \(quoted("no" + text)) FROM \(name);
                """
        }
        return "CREATE TABLE texts(\(columns.joined(separator: ", ")));\n"
            + tables.joined(separator: "\n")
    }

    @Test("Hostile names cannot break out of a literal or comment")
    func containment() throws {
        let source = try generatedFile(Self.script(), name: "a\n\"b\".db")
        for line in source.split(separator: "\n") {
            #expect(Self.isDeclarationOrComment(String(line)), "\(line)")
        }
        for scalar in source.unicodeScalars where scalar != "\n" {
            #expect(
                ![.control, .format, .lineSeparator, .paragraphSeparator, .privateUse]
                    .contains(scalar.properties.generalCategory))
        }
    }

    /// Whether a line is a comment or one of the few forms of declarations, with literals that end on the
    /// same line.
    private static func isDeclarationOrComment(_ line: String) -> Bool {
        let literal = /"(?:[^"\\]|\\["\\nrt]|\\u\{[0-9a-f]{1,6}\})*"/
        let code = line.replacing(literal, with: "\"\"")
        let forms = [
            /\ *\/\/ .*/, /import \w+/, /@Table\(""\)/, /@Selection/, /}/,
            /struct [_\p{L}\p{M}\p{N}]+ {/, /\ {4}@Column\([^()]*\)/,
            /\ {4}(?:@Column\([^()]*\) )?(?:let|var) `?[_\p{L}\p{M}\p{N}]+`?: \w+\?(?: = "")?/,
            /\ {4}nonisolated static var constraints: \[TableConstraint<[_\p{L}\p{M}\p{N}]+>\] {/,
            /\ {8}\[\.check\(sql: ""\)\]/, /\ {4}}/,
        ]
        return forms.contains { code.wholeMatch(of: $0) != nil }
    }

    @Test("Hostile names result in distinct tables, columns and properties")
    func names() throws {
        let source = try generated(Self.script())
        let types = source.matches(of: /struct (\S+)/).map { String($0.1) }
        #expect(Set(types).count == types.count)
        for structure in source.components(separatedBy: "struct ").dropFirst() {
            let properties = structure.matches(of: /(?:let|var) (\S+):/).map { String($0.1) }
            #expect(Set(properties).count == properties.count)
        }
        #expect(
            source.contains(
                "// Not expressed: column \"\", whose name is empty, not valid UTF-8 or not unique."
            ))
    }

    @Test("A column whose name is not valid UTF-8 is generated as a comment")
    func invalidUTF8() throws {
        let connection = try Connection(location: .inMemory)
        try connection.execute(
            script: """
                CREATE TABLE t(a, b);
                PRAGMA writable_schema = ON;
                UPDATE sqlite_schema SET sql = CAST(X'435245415445205441424C4520742822FF222C206229' AS TEXT);
                PRAGMA writable_schema = RESET;
                """)
        let source = try GeneratedSource(
            schema: SchemaReader(connection: connection).read(), databaseName: "t",
            access: .internal
        ).text()
        #expect(source.contains("// Not expressed: column \"\u{fffd}\", whose name is empty"))
        #expect(source.hasSuffix("struct T {\n    var b: SQLiteValue?\n}\n"))
    }

    @Test("A table with 2,000 columns is generated completely")
    func wide() throws {
        let columns = (0..<2_000).map { "\"column \($0)\" INT NOT NULL" }.joined(separator: ", ")
        let source = try generated("CREATE TABLE wide(\(columns))")
        #expect(source.matches(of: /var column\d+: Int\n/).count == 2_000)
    }

    @Test("The generated source is the same each time")
    func stability() throws {
        let first = try generatedFile(Self.script())
        for _ in 0..<3 { #expect(try generatedFile(Self.script()) == first) }
    }
}
