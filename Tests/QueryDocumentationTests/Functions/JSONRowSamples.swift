import DataLite
import Testing

// sample: profile
@Table struct Profile: Identifiable {
    let id: Int
    @Column(as: Author.JSONRepresentation.self) var author: Author
}

@Selection struct Author: Codable {
    @Column("full_name") var name = ""
    var isVerified = false
    var links: [Link] = []
}

@Selection struct Link: Codable { var homepage = "" }
// end

@Table struct Cabinet: Identifiable {
    let id: Int
    var name: String
}

@Table struct Jar: Identifiable {
    let id: Int
    var title: String
    var cabinetID: Int
}

// sample: fullCabinet
@Selection struct FullCabinet {
    let cabinet: Cabinet
    @Column(as: JSONRows<Jar>.self) let jars: [Jar]
}
// end

@Suite("The samples of JSON by key path and of rows")
struct JSONRowSamples {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Profile.createTable().execute(db)
        try Cabinet.createTable().execute(db)
        try Jar.createTable().execute(db)
        let link = Link(homepage: "blob.example")
        try Profile.insert {
            Profile(id: 1, author: Author(name: "Blob", isVerified: true, links: [link]))
            Profile(id: 2, author: Author(name: "Glob"))
        }.execute(db)
        try Cabinet.insert {
            Cabinet(id: 1, name: "Kitchen")
            Cabinet(id: 2, name: "Attic")
        }.execute(db)
        try Jar.insert { Jar(id: 1, title: "Soups", cabinetID: 1) }.execute(db)
    }

    @Test("read members by key path")
    func members() throws {
        // sample: members
        let verified = Profile.where { $0.author.jsonExtract(\.isVerified) }
            .select { ($0.author.jsonExtract(\.name), $0.author.jsonExtract(\.links[0].homepage)) }
        let names = try verified.fetchAll(db)  // [(String, String?)]
        // end
        #expect(names.count == 1)
        try expect(
            verified, on: db,
            gives: """
                SELECT CASE WHEN json_type("profiles"."author", ?) IN ('array', 'object') THEN
                    CAST("profiles"."author" ->> ? AS BLOB) ELSE "profiles"."author" ->> ? END, CASE WHEN
                    json_type("profiles"."author", ?) IN ('array', 'object') THEN CAST("profiles"."author"
                    ->> ? AS BLOB) ELSE "profiles"."author" ->> ? END
                FROM "profiles"
                WHERE "profiles"."author" ->> ?
                -- '$."full_name"', '$."full_name"', '$."full_name"', '$."links"[0]."homepage"', '$."links"[0]."homepage"', '$."links"[0]."homepage"', '$."isVerified"'

                CASE WHEN json_type("...  CASE WHEN json_type("...
                ------------------------  ------------------------
                Blob                      blob.example
                """)
    }

    @Test("change members by key path")
    func changes() throws {
        // sample: rename
        let rename = Profile.find(1).update {
            $0.author = $0.author.jsonSet(\.name, "Blob, Esq.").jsonSet(\.isVerified, false)
                .jsonAppend(\.links, Link(homepage: "esq.example"))
        }
        // end
        try rename.execute(db)
        let author = try Profile.find(1).fetchRequired(db).author
        #expect(author.name == "Blob, Esq." && !author.isVerified)
        #expect(author.links.map(\.homepage) == ["blob.example", "esq.example"])
    }

    @Test("read rows as JSON")
    func rows() throws {
        // sample: cabinets
        let cabinets = Cabinet.group(by: \.id)
            .leftJoin(Jar.all) { $0.id == $1.cabinetID }
            .select { FullCabinet.Columns(cabinet: $0, jars: $1.jsonGroupArray()) }
        let rows = try cabinets.fetchAll(db)  // [FullCabinet]
        // end
        #expect(rows.map(\.jars.count) == [1, 0])
        try expect(
            cabinets, on: db,
            gives: """
                SELECT "cabinets"."id", "cabinets"."name", json_group_array(json_object(?, "jars"."id", ?,
                    "jars"."title", ?, "jars"."cabinetID")) FILTER (WHERE "jars"."id" IS NOT NULL) AS
                    "jars"
                FROM "cabinets"
                LEFT JOIN "jars" ON "cabinets"."id" IS "jars"."cabinetID"
                GROUP BY "cabinets"."id"
                -- 'id', 'title', 'cabinetID'

                id  name     jars
                --  -------  ----------------------------------------
                1   Kitchen  [{"id":1,"title":"Soups","cabinetID":1}]
                2   Attic    []
                """)
    }
}
