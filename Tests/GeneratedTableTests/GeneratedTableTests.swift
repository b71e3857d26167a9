import DataLiteCore
import DataLiteQuery
import Foundation
import Testing

@Suite("The generated tables")
struct GeneratedTableTests {
    @Test("The committed tables match the generator's output", arguments: GeneratedSchema.all)
    func current(schema: GeneratedSchema) throws {
        #expect(try schema.generated() == schema.committed())
        #expect(try schema.committed().matches(of: /@Table\(/).count == schema.tables.count)
    }

    @Test("Generated tables can be read from their database", arguments: GeneratedSchema.all)
    func columns(schema: GeneratedSchema) throws {
        let database = try schema.database()
        for table in schema.tables { try read(table, in: database) }
    }

    private func read<T: Table>(_ table: T.Type, in database: Connection) throws {
        _ = try T.unscoped.fetchAll(database)
    }

    /// A column without a name cannot be a property, because `@Column` requires a name.
    /// Nor can a foreign key refer to a table that is not generated.
    private static let known = [
        "texts": ["column \"\" is not in the definition"],
        "covers": [#"FOREIGN KEY ("side") REFERENCES "missing" ("side") is not in the definition"#],
    ]

    @Test("Generated tables do not differ from their database", arguments: GeneratedSchema.all)
    func differences(schema: GeneratedSchema) throws {
        let database = try schema.database()
        for table in schema.tables {
            let differences = try table.differences(in: database).map(\.kind.description)
            #expect(differences == (Self.known[table.tableName] ?? []))
        }
    }

    @Test(
        "Tables that the generated types create have no differences", arguments: GeneratedSchema.all
    )
    func creation(schema: GeneratedSchema) throws {
        let created = try Connection(location: .inMemory)
        let source = try schema.database()
        for table in schema.tables {
            let isTable = try source.value(
                "SELECT type = 'table' FROM sqlite_schema WHERE name = \(table.tableName)",
                as: Bool.self)
            guard isTable == true else { continue }
            try table.createTable().execute(created)
            #expect(try table.differences(in: created) == [])
        }
        // This reports foreign keys that do not refer to a key.
        for table in schema.tables where try table.differences(in: created) == [] {
            _ = try created.rows("SELECT * FROM pragma_foreign_key_check(\(table.tableName))")
        }
    }

    @Test("Generated tables read rows that SQL has inserted")
    func reading() throws {
        let database = try GeneratedSchema.music.database()
        try database.execute(
            script: """
                INSERT INTO artists VALUES (1, 'Nina Simone');
                INSERT INTO albums(id, title, artist_id, released_on, price)
                    VALUES (7, 'Pastel Blues', 1, '1965-10-01', 9.5);
                INSERT INTO tracks(album_id, position, title, milliseconds)
                    VALUES (7, 1, 'Be My Husband', 202000), (7, 9, 'Sinnerman', 623000);
                """)
        let album = try #require(try Album.where { $0.artistID == 1 }.fetchOne(database))
        #expect(album.title == "Pastel Blues")
        #expect(album.price == 9.5)
        #expect(!album.isFavorite)
        #expect(album.releasedOn == Date(timeIntervalSince1970: -134_179_200))
        let track = try #require(try Track.order(by: \.title).fetchAll(database).last)
        #expect(track.key == Track.Key(albumID: 7, position: 9))
        let length = try #require(try AlbumLength.all.fetchOne(database))
        #expect(length.milliseconds == .int(825_000))
    }

    @Test("Generated names and defaults match the database")
    func names() throws {
        let database = try GeneratedSchema.names.database()
        try database.execute("INSERT INTO texts DEFAULT VALUES")
        let text = try #require(try Text.all.fetchOne(database))
        #expect(values(of: text) == values(of: Text()))
        #expect(text.aB == "a\nb")
    }

    /// The values of all properties, as text.
    private func values(of row: some Any) -> [String] {
        Mirror(reflecting: row).children.map { "\($0.label ?? ""): \($0.value)" }
    }
}
