import DataLiteCore
import DataLiteQuery
import Foundation
import Testing

@testable import DataLiteTool

/// A schema whose generated source is part of this target, so that the compiler checks it.
struct GeneratedSchema: Sendable, CustomTestStringConvertible {
    /// The name of the file in `Generated`, without its extension.
    let name: String
    let sql: String
    /// The types of the file.
    let tables: [any Table.Type]

    var testDescription: String { name }

    static let all = [music, shop, names]

    /// Creates an in-memory database with the schema.
    func database() throws -> Connection {
        let connection = try Connection(location: .inMemory)
        try connection.execute(script: sql)
        return connection
    }

    /// The source that is generated from the schema.
    func generated() throws -> String {
        try GeneratedSource(
            schema: SchemaReader(connection: database()).read(),
            databaseName: name.lowercased() + ".db", access: .internal
        ).text()
    }

    /// The contents of the committed file.
    func committed() throws -> String {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return try String(
            contentsOf: folder.appendingPathComponent("Generated/\(name).swift"), encoding: .utf8)
    }
}

extension GeneratedSchema {
    static let music = GeneratedSchema(
        name: "Music",
        sql: """
            CREATE TABLE artists(
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE COLLATE NOCASE
            );
            CREATE TABLE albums(
                id INTEGER PRIMARY KEY,
                title TEXT NOT NULL DEFAULT '',
                artist_id INTEGER NOT NULL REFERENCES artists ON DELETE CASCADE,
                released_on DATE,
                price DECIMAL(10, 2),
                is_favorite BOOLEAN NOT NULL DEFAULT FALSE,
                created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
            );
            CREATE INDEX albums_by_title ON albums(title);
            CREATE TABLE tracks(
                album_id INTEGER NOT NULL REFERENCES albums ON DELETE CASCADE,
                position INTEGER NOT NULL,
                title TEXT NOT NULL,
                milliseconds INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (album_id, position)
            ) WITHOUT ROWID;
            CREATE TABLE covers(
                album_id INTEGER NOT NULL, track INTEGER NOT NULL, side TEXT NOT NULL DEFAULT 'front',
                label TEXT REFERENCES artists(name),
                CONSTRAINT "one cover" UNIQUE (album_id, track, side),
                CONSTRAINT "known side" CHECK (side IN ('front', 'back') OR side IS NULL),
                FOREIGN KEY (album_id, track) REFERENCES tracks ON DELETE CASCADE,
                FOREIGN KEY (track, album_id) REFERENCES tracks(position, album_id)
                    ON UPDATE SET NULL DEFERRABLE INITIALLY DEFERRED,
                FOREIGN KEY (side) REFERENCES missing(side)
            ) STRICT;
            CREATE VIEW album_lengths AS
                SELECT albums.title, sum(milliseconds) AS milliseconds
                FROM albums JOIN tracks ON album_id = id GROUP BY id;
            """,
        tables: [Artist.self, Album.self, Track.self, Cover.self, AlbumLength.self])

    static let shop = GeneratedSchema(
        name: "Shop",
        sql: """
            CREATE TABLE categories(
                code TEXT PRIMARY KEY,
                parent TEXT REFERENCES categories ON DELETE SET NULL ON UPDATE CASCADE,
                position INT NOT NULL DEFAULT -1
            );
            CREATE TABLE products(
                id UUID NOT NULL PRIMARY KEY,
                category TEXT NOT NULL DEFAULT 'none' REFERENCES categories(code) ON DELETE SET DEFAULT,
                price REAL NOT NULL DEFAULT 0.5,
                weight DOUBLE DEFAULT 1,
                tax NUMERIC NOT NULL DEFAULT 0.2,
                image BLOB NOT NULL DEFAULT x'00ff',
                page URL,
                details JSON NOT NULL DEFAULT '{"a": "\\\\n"}',
                anything DEFAULT 'x',
                shape GEOMETRY
            );
            CREATE TABLE settings(
                key TEXT PRIMARY KEY,
                value ANY,
                is_secret INT NOT NULL DEFAULT 0,
                source TEXT NOT NULL DEFAULT ''
            ) STRICT;
            CREATE TABLE line_items(
                order_number INT NOT NULL, product UUID NOT NULL REFERENCES products,
                amount INT NOT NULL CHECK (amount > 0), key TEXT, id INT,
                PRIMARY KEY (order_number, product)
            );
            CREATE TABLE strings(value TEXT, "row" TEXT, "values" TEXT, encode TEXT, "all" TEXT);
            CREATE TABLE models(id INT, output TEXT, model TEXT, columns TEXT);
            """,
        tables: [
            Category.self, Product.self, Setting.self, LineItem.self, StringRow.self, ModelRow.self,
        ])

    static let names = GeneratedSchema(
        name: "Names", sql: hostileScript,
        tables: [Keyword.self, Text.self, EvilTable.self, Class.self, VX.self, TypeRow.self])

    /// Words that Swift reserves or treats specially.
    private static let keywords = """
        actor any as associatedtype async await break case catch class consume consuming continue \
        convenience copy default defer deinit didSet discard distributed do dynamic each else enum \
        extension fallthrough false fileprivate final for func get guard if import in indirect infix \
        init inout internal is isolated lazy left let macro mutating nil none nonisolated nonmutating \
        of open operator optional override package postfix precedencegroup prefix private protocol \
        public repeat required rethrows return right self Self sending set some static struct \
        subscript super switch then throw throws true try Type typealias unowned var weak where while \
        willSet yield
        """.split(separator: " ").map(String.init)

    /// Strings that would end a literal, a comment or a line.
    private static let texts = [
        "a\nb", "a\r\nb", "*/ let x = 1 /*", "// c", "\\(evil)", "\"quoted\"", "\"\"\"", "'q'",
        "`tick`", "\u{1b}[31mred", "\u{202e}reverse", "\u{2028}line", "\u{feff}bom",
        "\u{301}accent", "🎉", "👩‍💻", "", " ", "_", "\\", "#\"raw\"#", "$0", "@objc", "#if DEBUG", "{",
        "}", "é",
        "e\u{301}x", "2nd", "日本 語", "\u{7f}",
    ]

    private static var hostileScript: String {
        var seen: Set<String> = []
        let words = keywords.filter { seen.insert($0.lowercased()).inserted }
        let keywordColumns = words.map { "\($0.quotedName) TEXT NOT NULL DEFAULT ''" }
        let textColumns = texts.map { "\($0.quotedName) TEXT DEFAULT \($0.sqliteLiteral)" }
        return """
            CREATE TABLE keywords(\(keywordColumns.joined(separator: ", ")));
            CREATE TABLE texts(\(textColumns.joined(separator: ", ")));
            CREATE TABLE \("evil\n*/ table\"`\u{1b}".quotedName)(
                id INTEGER PRIMARY KEY, x \("ty\npe\"".quotedName), y TEXT CHECK (y <> '*/\n'));
            CREATE TABLE class(id INTEGER PRIMARY KEY, "Class" INT REFERENCES class);
            CREATE VIEW \("v\n// x".quotedName) AS SELECT 1 AS "a\nb", 2 AS "a b";
            CREATE TABLE types(id INTEGER PRIMARY KEY);
            CREATE TRIGGER \("t\nlet y = 1".quotedName) AFTER INSERT ON types BEGIN SELECT 1; END;
            """
    }
}

extension String {
    fileprivate var quotedName: String {
        "\"" + replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}
