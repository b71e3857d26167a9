import DataLiteMacros
import Foundation
import Testing

@Suite("JSON by key path")
struct JSONKeyPathTests {
    private static let date = Date(timeIntervalSince1970: 1_735_808_400)
    private static let uuid = UUID(uuidString: "0A0B0C0D-0000-0000-0000-00000000000F")!

    private let db: Connection
    private let profile = Profile(
        id: 1,
        author: Writer(
            name: "Blob", isVerified: true, score: 1.0 / 3, joinedAt: date, seenAt: date, key: uuid,
            links: [Page(homepage: "a.example"), Page(homepage: "b.example", isOpen: true)],
            tags: ["x", "y"], counts: ["a.b": 3], home: Home(city: "Rome", zip: 5), work: nil),
        link: nil)
    private let empty = Profile(id: 2, author: Writer(), link: Page(homepage: "c.example"))

    init() throws {
        db = try Connection(location: .inMemory)
        try Profile.createTable().execute(db)
        try Profile.insert { [profile, empty] }.execute(db)
    }

    private func author(_ id: Int = 1) throws -> Writer {
        try Profile.find(id).fetchRequired(db).author
    }

    @Test("A selection is stored in JSON by its columns, and read back")
    func storage() throws {
        let json = try Profile.find(1).select { $0.author.jsonMinified() }.fetchRequired(db)
        #expect(
            json == #"""
                {"full_name":"Blob","isVerified":true,"score":0.3333333333333333,\#
                "joinedAt":"2025-01-02 09:00:00.000","seenAt":1735808400,\#
                "key":{"hex":"0A0B0C0D00000000000000000000000F"},\#
                "links":[{"homepage":"a.example"},\#
                {"homepage":"b.example","isOpen":true}],\#
                "tags":["x","y"],"counts":{"a.b":3},"home":{"city":"Rome","zip":5}}
                """#)
        #expect(try Profile.order(by: \.id).fetchAll(db) == [profile, empty])
    }

    @Test("A key path reads a nested member with its type and representation")
    func reading() throws {
        let query = Profile.order(by: \.id).select {
            ($0.author.jsonExtract(\.isVerified), $0.author.jsonExtract(\.links[-1].homepage))
        }
        #expect(
            try query.sql().text == """
                SELECT "profiles"."author" ->> ?, \
                CASE WHEN json_type("profiles"."author", ?) IN ('array', 'object') \
                THEN CAST("profiles"."author" ->> ? AS BLOB) ELSE "profiles"."author" ->> ? END \
                FROM "profiles" ORDER BY "profiles"."id"
                """)
        let parameters = try query.sql().parameters
        let homepage = SQLiteValue.text(##"$."links"[#-1]."homepage""##)
        #expect(parameters == [.text(#"$."isVerified""#), homepage, homepage, homepage])
        let rows = try query.fetchAll(db)
        #expect(rows.map(\.0) == [true, false])
        #expect(rows.map(\.1) == ["b.example", nil])
        let all = Profile.order(by: \.id)
        #expect(
            try all.select { $0.author.jsonExtract(\.isVerified) }.fetchAll(db) == [true, false])
        #expect(try all.select { $0.author.jsonExtract(\.score) }.fetchAll(db) == [1.0 / 3, nil])
        #expect(
            try all.select { $0.author.jsonExtract(\.joinedAt) }.fetchAll(db) == [Self.date, nil])
        #expect(
            try all.select { $0.author.jsonExtract(\.seenAt) }.fetchAll(db)
                == [Self.date, Date(timeIntervalSince1970: 0)])
        #expect(
            try all.select { $0.author.jsonExtract(\.links) }.fetchAll(db)
                == [profile.author.links, []])
        #expect(
            try all.select { $0.author.jsonExtract(\.links[1]) }.fetchAll(db)
                == [Page(homepage: "b.example", isOpen: true), nil])
        #expect(
            try all.select { $0.author.jsonExtract(\.links[1].isOpen) }.fetchAll(db) == [true, nil])
        #expect(try all.select { $0.author.jsonExtract(\.tags[0]) }.fetchAll(db) == ["x", nil])
        #expect(try all.select { $0.author.jsonExtract(\.counts["a.b"]) }.fetchAll(db) == [3, nil])
        #expect(try all.select { $0.author.jsonExtract(\.home.zip) }.fetchAll(db) == [5, nil])
        #expect(
            try all.select { $0.author.jsonExtract(\.home) }.fetchAll(db)
                == [profile.author.home, empty.author.home])
        let works: [Home?] = try all.select { $0.author.jsonExtract(\.work) }.fetchAll(db)
        #expect(works == [nil, nil])
        let cities: [String?] = try all.select { $0.author.jsonExtract(\.work.city) }.fetchAll(db)
        #expect(cities == [nil, nil])
        #expect(
            try all.select { $0.link.jsonExtract(\.homepage) }.fetchAll(db) == [nil, "c.example"])
    }

    @Test("Several key paths in one call are a tuple")
    func several() throws {
        let query = Profile.find(1).select { $0.author.jsonExtract(\.name, \.score, \.tags) }
        let row = try query.fetchRequired(db)
        #expect(row.0 == "Blob" && row.1 == 1.0 / 3 && row.2 == ["x", "y"])
    }

    @Test("Members are compared in the form in which JSON stores them")
    func comparison() throws {
        let conditions: [Where<Profile>] = [
            Profile.where { $0.author.jsonExtract(\.name) == "Blob" },
            Profile.where { $0.author.jsonExtract(\.isVerified) },
            Profile.where { $0.author.jsonExtract(\.joinedAt) == Self.date },
            Profile.where { $0.author.jsonExtract(\.seenAt) == Self.date },
            Profile.where { $0.author.jsonExtract(\.score) > 0.3 },
            Profile.where { $0.author.jsonExtract(\.links[0].homepage).eq("a.example") },
            Profile.where { $0.author.jsonExtract(\.tags[1]).in(["y"]) },
            Profile.where { $0.author.jsonArrayLength(\.links) == 2 },
            Profile.where { $0.author.jsonType(\.work) == nil && $0.link == nil },
            Profile.where {
                $0.author.jsonEach(\.tags).where { $0.value == "y" }.exists()
                    && $0.author.jsonTree(\.home).where { $0.atom == "Rome" }.exists()
            },
            Profile.where { $0.author.jsonExtract(\.home) == Home(city: "Rome", zip: 5) },
        ]
        for condition in conditions {
            let sql = try condition.sql()
            #expect(try condition.select(\.id).fetchAll(db) == [1], "\(sql)")
        }
    }

    @Test("A member stored as a BLOB requires a library that reads hexadecimal digits")
    func blobs() throws {
        let query = Profile.order(by: \.id).select { $0.author.jsonExtract(\.key) }
        guard Connection.libraryVersionNumber < 3_041_000 else {
            return #expect(try query.fetchAll(db) == [Self.uuid, nil])
        }
        let error = #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
        #expect(error?.message.hasPrefix("the function unhex requires SQLite 3.41") == true)
    }

    @Test("Changes of independent members in a chain are one call, with every representation")
    func changes() throws {
        let update = Profile.find(1).update {
            $0.author = $0.author.jsonSet(\.name, "New").jsonSet(\.isVerified, false)
                .jsonSet(\.joinedAt, nil).jsonSet(\.seenAt, Date(timeIntervalSince1970: 5))
                .jsonSet(\.key, Self.uuid).jsonSet(\.links[0].homepage, "n")
                .jsonSet(\.tags, ["z"]).jsonSet(\.work, Home(city: "W", zip: nil))
        }
        let sql = try update.sql().text
        #expect(sql.components(separatedBy: "json_set(").count == 4, "\(sql)")
        try update.execute(db)
        let zip = SQLExpression(Int?.some(1))
        try Profile.find(1).update { $0.author = $0.author.jsonSet(\.home.zip, zip) }.execute(db)
        var expected = profile.author
        expected.name = "New"
        expected.isVerified = false
        expected.joinedAt = nil
        expected.seenAt = Date(timeIntervalSince1970: 5)
        expected.links[0].homepage = "n"
        expected.tags = ["z"]
        expected.work = Home(city: "W", zip: nil)
        expected.home.zip = 1
        #expect(try author() == expected)
    }

    @Test("Members are inserted, replaced, removed and appended")
    func otherChanges() throws {
        try Profile.find(1).update {
            $0.author = $0.author.jsonAppend(\.links, Page(homepage: "c", isOpen: false))
                .jsonAppend(\.tags, "z").jsonRemove(\.work).jsonRemove(\.score)
                .jsonReplace(\.name, "R").jsonReplace(\.score, 5)
                .jsonInsert(\.name, "I").jsonInsert(\.counts["new"], 4)
        }.execute(db)
        var expected = profile.author
        expected.links.append(Page(homepage: "c", isOpen: false))
        expected.tags.append("z")
        expected.score = nil
        expected.name = "R"
        expected.counts["new"] = 4
        #expect(try author() == expected)
        try Profile.find(2).update { $0.link = $0.link.jsonSet(\.isOpen, true) }.execute(db)
        #expect(
            try Profile.find(2).fetchRequired(db).link == Page(homepage: "c.example", isOpen: true))
    }

    @Test("A computed column is not a member, and the error says so")
    func computed() throws {
        let query = Profile.select { $0.author.jsonExtract(\.shout) }
        let error = #expect(throws: SQLiteError.self) { try query.fetchAll(db) }
        #expect(error?.message == "a computed property of the columns is not a member of the JSON")
    }

    @Test("JSON that lacks a member is an error that names it")
    func missing() throws {
        try db.execute(#"UPDATE profiles SET author = '{"full_name":1}'"#)
        let error = #expect(throws: SQLiteError.self) { try Profile.all.fetchAll(db) }
        #expect(error?.resultCode == .mismatch)
        let reason = #"row 1: member "full_name": expected String, found INTEGER 1"#
        #expect(error?.message.hasPrefix(#"column "author" of "#) == true)
        #expect(error?.message.hasSuffix(reason) == true)
    }
}

extension Writer.Columns {
    fileprivate var shout: SQLExpression<String> { name.upper() }
}
