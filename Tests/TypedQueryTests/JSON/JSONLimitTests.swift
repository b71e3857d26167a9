import DataLiteMacros
import DataLiteTesting
import Testing

@Selection private struct Node {
    var name = ""
    @Column(as: JSONRows<Node>.self) var children: [Node] = []
}

@Table private struct Tree: Identifiable {
    let id: Int
    @Column(as: JSONRow<Node>.self) var root: Node
}

extension Page.Columns {
    fileprivate var shouted: SQLExpression<String> { homepage.upper() }
    fileprivate var zero: SQLExpression<Int> { SQLExpression(0) }
}

extension Writer.Columns {
    fileprivate var other: SQLExpression<Home> { SQLExpression(Home(city: "z", zip: nil)) }
}

@Suite("The limits of JSON of rows")
struct JSONLimitTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Tree.createTable().execute(db)
        try Profile.createTable().execute(db)
        try Profile.insert { Profile(id: 1, author: Writer(name: "Ada")) }.execute(db)
    }

    private func insert(depth: Int, innermost: String) throws {
        let start = String(repeating: #"{"name":"","children":["#, count: depth)
        let json = start + innermost + String(repeating: "]}", count: depth)
        try db.execute("INSERT INTO trees VALUES (1, \(json))")
    }

    @Test("A row in 30 others is read")
    func nested() throws {
        try insert(depth: 30, innermost: #"{"name":"last","children":[]}"#)
        var node = try Tree.all.fetchRequired(db).root
        while let child = node.children.first { node = child }
        #expect(node.name == "last")
    }

    @Test("A row in too many others is an error", arguments: [33, 400, 100_000])
    func tooDeep(depth: Int) throws {
        try insert(depth: depth, innermost: #"{"name":"","children":[]}"#)
        let error = #expect(throws: SQLiteError.self) { try Tree.all.fetchAll(db) }
        #expect(error?.resultCode == .mismatch)
        #expect(error?.message.hasSuffix("a row is nested in more than 32 others") == true)
    }

    @Test("A value in too many others is not written")
    func tooDeepToWrite() throws {
        var node = Node(name: "")
        for _ in 0..<200 { node = Node(name: "", children: [node]) }
        #expect(throws: SQLiteError.self) {
            try Tree.insert { Tree(id: 2, root: node) }.execute(db)
        }
        #expect(try Tree.fetchCount(db) == 0)
    }

    @Test("A mismatch in a deep row is found in a short time")
    func mismatch() throws {
        try insert(depth: 25, innermost: #"{"name":5,"children":[]}"#)
        let error = #expect(throws: SQLiteError.self) { try Tree.all.fetchAll(db) }
        #expect(
            error?.message.contains(#"member "name": expected String, found INTEGER 5"#) == true)
    }

    @Test("A computed column is not a member, and neither are its members")
    func computed() throws {
        let path = \JSONMember<JSONRepresentation<Writer>>.other.city
        #expect(throws: SQLiteError.self) {
            try Profile.select { $0.author.jsonExtract(path) }.fetchAll(db)
        }
        #expect(throws: SQLiteError.self) {
            try Profile.all.update { $0.author = $0.author.jsonSet(path, "lost") }.execute(db)
        }
        #expect(throws: SQLiteError.self) {
            try Profile.select { $0.author.jsonExtract(\.links[0].shouted) }.fetchAll(db)
        }
    }

    @Test("A value is appended to an optional array that is null or missing")
    func optionalArrays() throws {
        try Note.createTable().execute(db)
        for (id, json) in [(1, #"{"tags":null}"#), (2, "{}"), (3, #"{"tags":["a"]}"#)] {
            try db.execute("INSERT INTO notes VALUES (\(id), \(json))")
        }
        try Note.all.update { $0.body = $0.body.jsonAppend(\.tags, "x").jsonAppend(\.tags, "y") }
            .execute(db)
        let tags = try Note.order(by: \.id).fetchAll(db).map(\.body.tags)
        #expect(tags == [["x", "y"], ["x", "y"], ["a", "x", "y"]])
    }

    @Test("Many changes in a chain keep to SQLite's limit of arguments")
    func manyChanges() throws {
        let pairs = (0..<60).map { (JSONPath.root["counts"]["k\($0)"], $0) }
        try Profile.all.update { profile in
            for (path, value) in pairs { profile.author = profile.author.jsonSet((path, value)) }
            // SQLite before 3.45 would add these once more if they were in the same call.
            profile.author = profile.author.jsonSet((pairs[0].0, 100), (pairs[1].0, 101))
        }
        .execute(db)
        var expected = Dictionary(uniqueKeysWithValues: (0..<60).map { ("k\($0)", $0) })
        expected["k0"] = 100
        expected["k1"] = 101
        #expect(try Profile.all.fetchRequired(db).author.counts == expected)
    }

    @Test("A change of an element that an earlier change in the chain has added is applied")
    func changedTwice() throws {
        let first = JSONPath.root["tags"][0]
        try Profile.all.update {
            $0.author = $0.author.jsonSet((first, "a")).jsonSet((JSONPath.root["tags"][1], "b"))
                .jsonSet((first, "c"))
        }
        .execute(db)
        #expect(try Profile.all.fetchRequired(db).author.tags == ["c", "b"])
    }

    @Test("JSON text in a string column stays a string")
    func jsonText() throws {
        let query = Profile.select {
            Title.Columns(text: $0.author.json["full_name"].jsonText()).jsonObject()
        }
        #expect(try query.fetchOne(db)?.text == #""Ada""#)
    }
}

@Selection private struct Body: Codable {
    @Column(as: [String].JSONRepresentation?.self) var tags: [String]?
}

@Table private struct Note: Identifiable {
    let id: Int
    @Column(as: JSONRow<Body>.self) var body: Body
}

@Selection private struct Title {
    let text: String?
}
