import DataLiteCore
import DataLiteTestSupport
import Testing

@testable import DataLiteTool

/// The diagram of the tables that a script creates.
private func diagram(_ script: String) throws -> EntityDiagram {
    let connection = try Connection(location: .inMemory)
    try connection.execute(script: script)
    return EntityDiagram(try connection.schema)
}

/// Tables with each kind of key.
private let music = """
    CREATE TABLE artists(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE albums(
        id INTEGER PRIMARY KEY, artist INTEGER NOT NULL REFERENCES Artists, price DECIMAL(6, 2),
        sequel INTEGER UNIQUE REFERENCES albums(id)
    );
    CREATE TABLE tracks(
        album INTEGER NOT NULL REFERENCES albums, disc INTEGER NOT NULL, seconds REAL NOT NULL,
        minutes REAL NOT NULL AS (seconds / 60), PRIMARY KEY(album, disc)
    ) WITHOUT ROWID;
    CREATE TABLE lyrics(
        album INTEGER NOT NULL, disc INTEGER NOT NULL, text,
        PRIMARY KEY(album, disc), FOREIGN KEY(album, disc) REFERENCES tracks
    );
    """

@Suite("An entity diagram in Mermaid")
struct EntityDiagramTests {
    @Test("The text has the tables, their columns and their foreign keys")
    func text() throws {
        #expect(
            try diagram(music).mermaid == """
                erDiagram
                    "artists" {
                        INTEGER id PK
                        TEXT name UK
                    }
                    "albums" {
                        INTEGER id PK
                        INTEGER artist FK
                        DECIMAL(6__2) price "nullable"
                        INTEGER sequel FK, UK "nullable"
                    }
                    "tracks" {
                        INTEGER album PK, FK
                        INTEGER disc PK
                        REAL seconds
                        REAL minutes "generated"
                    }
                    "lyrics" {
                        INTEGER album PK, FK
                        INTEGER disc PK, FK
                        any text "nullable"
                    }
                    "artists" ||--o{ "albums" : "artist"
                    "albums" |o--o| "albums" : "sequel"
                    "albums" ||--o{ "tracks" : "album"
                    "tracks" ||--o| "lyrics" : "album, disc"

                """)
    }

    @Test(
        "The constraints of the columns decide the cardinality",
        arguments: [
            ("a INTEGER NOT NULL REFERENCES p", "||--o{"), ("a INTEGER REFERENCES p", "|o--o{"),
            ("a INTEGER NOT NULL UNIQUE REFERENCES p", "||--o|"),
            ("a INTEGER UNIQUE REFERENCES p", "|o--o|"),
            ("a INTEGER PRIMARY KEY REFERENCES p", "||--o|"),
            ("a NOT NULL REFERENCES p, b, UNIQUE(a, b)", "||--o{"),
            ("a NOT NULL, b, UNIQUE(b), FOREIGN KEY(a, b) REFERENCES q", "|o--o|"),
            ("a NOT NULL, b NOT NULL, FOREIGN KEY(a, b) REFERENCES q", "||--o{"),
        ])
    func cardinality(columns: String, expected: String) throws {
        let text = try diagram(
            """
            CREATE TABLE p(id INTEGER PRIMARY KEY);
            CREATE TABLE q(a, b, PRIMARY KEY(a, b));
            CREATE TABLE child(\(columns));
            """
        ).mermaid
        let line = try #require(text.split(separator: "\n").last)
        #expect(line.split(separator: " ")[1] == expected)
    }

    @Test("A partial unique index does not make a reference unique")
    func partialIndex() throws {
        let key = try diagram(
            """
            CREATE TABLE p(id INTEGER PRIMARY KEY);
            CREATE TABLE child(a NOT NULL REFERENCES p, b);
            CREATE UNIQUE INDEX i ON child(a) WHERE b;
            """
        ).foreignKeys.first
        #expect(key?.isUnique == false)
    }

    @Test("A reference to a missing table shows its name, and what is no table is omitted")
    func missing() throws {
        let modules = hasModule("fts5") ? "CREATE VIRTUAL TABLE search USING fts5(title);" : ""
        let diagram = try diagram(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, a REFERENCES gone, b REFERENCES Gone(x));
            CREATE TABLE datalite_migrations(name);
            CREATE VIEW v AS SELECT * FROM t;
            \(modules)
            """)
        #expect(
            diagram.tables.map(\.name) == ["t"] + (modules.isEmpty ? [] : ["search"]) + ["gone"])
        #expect(diagram.tables.last?.columns == nil)
        #expect(diagram.mermaid.contains("\n    \"gone\"[\"gone (no such table)\"] {\n    }\n"))
        #expect(diagram.mermaid.contains("\"gone\" |o--o{ \"t\" : \"b\""))
    }

    @Test(
        "A name is quoted, with codes for characters that Mermaid interprets",
        arguments: [
            ("two words", "two words"), ("select", "select"), ("<b>", "#60;b#62;"),
            ("50%\\\"", "50#37;#92;#34;"), ("#35;", "#35;35#59;"), ("", "#34;#34;"),
            ("Größe 🦄", "Größe 🦄"), ("a\nb", "a␊b"), ("a\u{202e}", "a#92;u#123;202e#125;"),
            ("my direction LR", "my #100;#105;#114;#101;#99;#116;#105;#111;#110;#32;LR"),
        ])
    func quoting(name: String, expected: String) throws {
        let text = try diagram("CREATE TABLE \(SQLLiteral.identifier(name))(a INT NOT NULL)")
            .mermaid
        #expect(text == "erDiagram\n    \"\(expected)\" {\n        INT a\n    }\n")
    }

    @Test(
        "A column that Mermaid cannot name has its name in the comment",
        arguments: [
            ("plain_1", "plain_1"), ("größe", "größe"), ("two words", #"two_words "two words""#),
            ("pk", #"_pk "pk""#), ("FK-1", #"FK_1 "FK#45;1""#), ("pkey", "pkey"),
            ("2nd", #"_2nd "2nd""#), ("", ##"__ "#34;#34;""##),
        ])
    func columns(name: String, expected: String) throws {
        let column = SQLLiteral.identifier(name)
        let text = try diagram("CREATE TABLE t(\(column) INT NOT NULL)").mermaid
        #expect(text == "erDiagram\n    \"t\" {\n        INT \(expected)\n    }\n")
    }
}

@Suite("An entity diagram in SVG")
struct DiagramLayoutTests {
    /// Whether no box is on top of another one, also where only lines cross.
    private func isFree(_ layout: DiagramLayout) -> Bool {
        layout.columns.allSatisfy { column in
            let boxes = column.map { layout.boxes[$0] }.sorted { $0.y < $1.y }
            return zip(boxes, boxes.dropFirst()).allSatisfy { $0.y + $0.height <= $1.y }
        }
            && zip(layout.columns, layout.columns.dropFirst()).allSatisfy { column, next in
                let (box, other) = (layout.boxes[column[0]], layout.boxes[next[0]])
                return box.x + box.width < other.x
            }
    }

    @Test(
        "Children are to the right of their parents, and lines begin and end at the rows of columns"
    )
    func places() throws {
        let layout = DiagramLayout(try diagram(music))
        #expect(layout.boxes.map(\.column) == [0, 1, 2, 3])
        #expect(layout.lines.count == 5)
        let ends = layout.lines.map { [$0.ports.first, $0.ports.last] }
        #expect(ends.map { $0.map { $0?.box } } == [[1, 0], [1, 1], [2, 1], [3, 2], [3, 2]])
        // The heading has 20 pixels, and so has each row.
        #expect(
            ends.map { $0.map { ($0?.offset ?? 0) / 20 } } == [
                [2, 1], [4, 1], [1, 1], [1, 1], [2, 2],
            ])
        #expect(isFree(layout))
    }

    @Test("A line over several columns has its own place in each")
    func crossing() throws {
        let layout = DiagramLayout(
            try diagram(
                """
                CREATE TABLE a(id INTEGER PRIMARY KEY);
                CREATE TABLE b(id INTEGER PRIMARY KEY, a REFERENCES a);
                CREATE TABLE c(id INTEGER PRIMARY KEY, a REFERENCES a, b REFERENCES b);
                """))
        #expect(layout.columns.map(\.count) == [1, 2, 1])
        #expect(layout.lines[1].ports.map(\.box) == [2, 3, 0])
        #expect(isFree(layout))
    }

    @Test("Cycles, references to the table itself and missing tables have places")
    func cycles() throws {
        let layout = DiagramLayout(
            try diagram(
                """
                CREATE TABLE teams(id INTEGER PRIMARY KEY, owner REFERENCES users, head REFERENCES teams);
                CREATE TABLE users(id INTEGER PRIMARY KEY, team REFERENCES teams, x REFERENCES gone(y));
                """))
        #expect(Set(layout.boxes.map(\.column)).count == 3)
        #expect(isFree(layout))
    }

    @Test("Hundreds of tables are in a picture that is wider than high")
    func many() throws {
        var random = SeededGenerator(seed: 7)
        let script = (0..<300).map { table in
            let keys = (0..<Int.random(in: 0...3, using: &random)).map {
                ", r\($0) REFERENCES t\(Int.random(in: 0..<300, using: &random))"
            }
            return "CREATE TABLE t\(table)(id INTEGER PRIMARY KEY\(keys.joined()));"
        }.joined()
        let layout = DiagramLayout(try diagram(script))
        #expect(isFree(layout))
        let width = layout.boxes.map { $0.x + $0.width }.max() ?? 0
        #expect(width > layout.boxes.map { $0.y + $0.height }.max() ?? 0)
    }

    @Test("A long chain of references has a picture")
    func chain() throws {
        let script = (0..<2000).map { "CREATE TABLE t\($0)(a REFERENCES t\($0 + 1));" }.joined()
        #expect(isFree(DiagramLayout(try diagram(script))))
    }

    @Test("A schema without tables is an empty picture")
    func empty() throws {
        let diagram = try diagram("")
        #expect(diagram.mermaid == "erDiagram\n")
        #expect(DiagramLayout(diagram).svg.hasSuffix("rx=\"8\"/>\n\n</svg>\n"))
    }

    @Test(
        "A name cannot end an element",
        arguments: ["<b>&amp;</b>", "]]>", "\"'", "a\u{0}b\u{fffe}", "<\u{301}g>", "🦄"])
    func escaping(name: String) throws {
        let diagram = try diagram(
            """
            CREATE TABLE t(a REFERENCES \(SQLLiteral.identifier(name.filter { $0 != "\0" })));
            """)
        let svg = DiagramLayout(diagram).svg
        let texts = svg.split(separator: "<text class=\"name\"").dropFirst()
        #expect(texts.count == 2)
        #expect(
            texts.allSatisfy { text in
                let content = text.split(separator: ">", maxSplits: 1)[1].prefix { $0 != "<" }
                return !content.unicodeScalars.contains {
                    "<>\"]\u{fffe}".unicodeScalars.contains($0)
                }
            })
    }

    @Test("Each line has the marks of its cardinality")
    func marks() throws {
        let svg = DiagramLayout(try diagram(music)).svg
        let marks = svg.split(separator: "\n").filter { $0.hasPrefix("<path") }.map { line in
            ["many", "unique", "optional", "one"].filter { line.contains("url(#\($0))") }
        }
        let composite = [["unique", "one"], ["unique", "one"]]
        #expect(marks == [["many", "one"], ["unique", "optional"], ["many", "one"]] + composite)
    }
}
