import DataLiteMacros
import Foundation
import Testing

@Selection private struct Snapshot: Codable, Equatable {
    var caption: String?
    var size = 0
    var places: [String] = []
}

@Selection private enum Clip: Codable, Equatable {
    case note(String), video(URL), snapshot(Snapshot)
    @Column(as: [String].JSONRepresentation.self) case labels([String])
}

@Selection private struct Article: Codable, Equatable {
    var title = ""
    var cover: Clip
    var extra: Clip?
    var clips: [Clip] = []
    var sketch: Snapshot?
}

@Table private struct Issue: Equatable, Identifiable {
    let id: Int
    @Column(as: Clip.JSONRepresentation.self) var clip: Clip
    @Column(as: Clip?.JSONRepresentation.self) var other: Clip?
    @Column(as: Article.JSONRepresentation.self) var article: Article
    var text: String?
}

@Suite("An enum that is stored as JSON")
struct JSONEnumTests {
    private let db: Connection
    private static let url = URL(string: "https://a.example/b.mov")!
    private let first = Issue(
        id: 1, clip: .note("a"),
        article: Article(cover: .note("b"), clips: [.note("c"), .labels(["d"])]))
    private let second = Issue(
        id: 2, clip: .snapshot(Snapshot(caption: "e", size: 2, places: ["f"])), other: .note("g"),
        article: Article(cover: .labels(["h"]), extra: .note("i"), sketch: Snapshot(size: 3)),
        text: "j")

    init() throws {
        db = try Connection(location: .inMemory)
        try Issue.createTable().execute(db)
        try Issue.insert { [first, second] }.execute(db)
    }

    /// The rows after an update of both.
    private func rows(_ change: (inout Updates<Issue>) -> Void) throws -> [Issue] {
        try Issue.all.update { change(&$0) }.execute(db)
        return try Issue.order(by: \.id).fetchAll(db)
    }

    @Test("jsonSet and an assignment replace the case")
    func setting() throws {
        let set = try rows {
            $0.clip = $0.clip.jsonSet(\.note, "x")
            $0.other = $0.other.jsonSet(\.video, Self.url)
        }
        #expect(set.map(\.clip) == [.note("x"), .note("x")])
        #expect(set.map(\.other) == [nil, .video(Self.url)])
        let assigned = try rows {
            $0.clip.video = Self.url
            $0.other.note = "y"
        }
        #expect(assigned.map(\.clip) == [.video(Self.url), .video(Self.url)])
        #expect(assigned.map(\.other) == [nil, .note("y")])
        let groups = try rows { $0.clip.snapshot = Snapshot(size: 7) }
        #expect(groups.map(\.clip) == Array(repeating: .snapshot(Snapshot(size: 7)), count: 2))
    }

    @Test("A case of an enum in other JSON is replaced")
    func nesting() throws {
        let set = try rows {
            $0.article = $0.article.jsonSet(\.cover.video, Self.url).jsonSet(\.title, "t")
                .jsonSet(\.extra.labels, ["k"]).jsonSet(\.clips[0].video, Self.url)
        }.map(\.article)
        #expect(
            set == [
                Article(
                    title: "t", cover: .video(Self.url),
                    clips: [.video(Self.url), .labels(["d"])]),
                Article(
                    title: "t", cover: .video(Self.url), extra: .labels(["k"]),
                    sketch: Snapshot(size: 3)),
            ])
        let assigned = try rows { $0.article.cover.note = "z" }.map(\.article.cover)
        #expect(assigned == [.note("z"), .note("z")])
    }

    @Test("jsonReplace changes only the case that is set, and no case that is null")
    func replacing() throws {
        try db.execute(#"UPDATE issues SET clip = '{"note":"a","video":null}' WHERE id = 1"#)
        let replaced = try rows {
            $0.clip = $0.clip.jsonReplace(\.video, Self.url).jsonReplace(\.note, "x")
            $0.article = $0.article.jsonReplace(\.cover.labels, ["y"])
        }
        #expect(replaced.map(\.clip) == [.note("x"), second.clip])
        #expect(replaced.map(\.article.cover) == [.note("b"), .labels(["y"])])
    }

    @Test("jsonInsert adds no second case")
    func inserting() throws {
        let inserted = try rows {
            $0.clip = $0.clip.jsonInsert(\.video, Self.url)
            $0.article = $0.article.jsonInsert(\.cover.video, Self.url)
        }
        #expect(inserted == [first, second])
    }

    @Test("A member of a case changes only rows of this case")
    func members() throws {
        let changed = try rows {
            $0.clip.snapshot.caption = "x"
            $0.clip = $0.clip.jsonSet(\.snapshot.size, 9)
        }
        #expect(
            changed.map(\.clip) == [
                first.clip, .snapshot(Snapshot(caption: "x", size: 9, places: ["f"])),
            ])
    }

    @Test("jsonAppend changes only rows with the array")
    func appending() throws {
        let changed = try rows {
            $0.clip = $0.clip.jsonAppend(\.labels, "x").jsonAppend(\.snapshot.places, "y")
            $0.article = $0.article.jsonAppend(\.cover.labels, "z").jsonAppend(\.sketch.places, "w")
        }
        #expect(
            changed.map(\.clip) == [
                first.clip, .snapshot(Snapshot(caption: "e", size: 2, places: ["f", "y"])),
            ])
        #expect(changed.map(\.article.cover) == [first.article.cover, .labels(["h", "z"])])
        #expect(changed.map(\.article.sketch) == [nil, Snapshot(size: 3, places: ["w"])])
    }

    @Test("A case that is set to NULL does not change the row")
    func nulls() throws {
        let changed = try rows {
            $0.clip = $0.clip.jsonSet(\.note, $0.text)
            $0.article = $0.article.jsonSet(\.cover.video, nil)
        }
        #expect(changed.map(\.clip) == [.note("a"), .note("j")])
        #expect(changed.map(\.article) == [first.article, second.article])
    }

    @Test("A change that could leave no case, or two, is an error")
    func mistakes() throws {
        let removal = Issue.all.update { $0.clip = $0.clip.jsonRemove(\.note) }
        #expect(throws: SQLiteError.self) { try removal.execute(db) }
        let patch = Issue.all.update { $0.clip = $0.clip.jsonPatch(["video": "x"]) }
        let error = #expect(throws: SQLiteError.self) { try patch.execute(db) }
        #expect(error?.message.contains("use jsonSet") == true)
        let random = Issue.all.update {
            $0.clip = $0.clip.jsonSet(\.note, #sql("hex(randomblob(2))"))
        }
        #expect(throws: SQLiteError.self) { try random.execute(db) }
        #expect(try Issue.order(by: \.id).fetchAll(db) == [first, second])
    }

    @Test("A trigger and an upsert replace the case")
    func triggersAndUpserts() throws {
        let trigger = Issue.createTemporaryTrigger(
            "noted",
            after: .update { new, _ in
                Issue.find(new.id).update { $0.clip.note = "x" }
            })
        try trigger.execute(db)
        try Issue.find(2).update { $0.text = "k" }.execute(db)
        #expect(try Issue.find(2).select(\.clip).fetchOne(db) == .note("x"))
        try trigger.drop().execute(db)
        try Issue.insert {
            first
        } onConflict: {
            $0.id
        } doUpdate: {
            $0.clip.video = Self.url
        }
        .execute(db)
        #expect(try Issue.find(1).select(\.clip).fetchOne(db) == .video(Self.url))
    }
}

@Table private struct BinaryClip: Identifiable {
    let id: Int
    @Column(as: Clip.JSONBRepresentation.self) var clip: Clip
}

@Suite(
    "An enum that is stored as binary JSON",
    .enabled(if: Connection.libraryVersionNumber >= 3_045_000))
struct JSONBEnumTests {
    @Test("jsonSet, jsonbSet and an assignment replace the case")
    func setting() throws {
        let db = try Connection(location: .inMemory)
        try BinaryClip.createTable().execute(db)
        try BinaryClip.insert { BinaryClip(id: 1, clip: .note("a")) }.execute(db)
        let clip = BinaryClip.find(1).select(\.clip)
        try BinaryClip.find(1).update { $0.clip = $0.clip.jsonSet(\.labels, ["b"]) }.execute(db)
        #expect(try clip.fetchOne(db) == .labels(["b"]))
        try BinaryClip.find(1).update { $0.clip = $0.clip.jsonbSet(\.note, "c") }.execute(db)
        #expect(try clip.fetchOne(db) == .note("c"))
        try BinaryClip.find(1).update {
            $0.clip = $0.clip.jsonbReplace(\.labels, ["d"]).jsonbInsert(\.labels, ["e"])
                .jsonbAppend(\.labels, "f")
        }.execute(db)
        #expect(try clip.fetchOne(db) == .note("c"))
        try BinaryClip.find(1).update { $0.clip.snapshot = Snapshot(size: 1) }.execute(db)
        #expect(try clip.fetchOne(db) == .snapshot(Snapshot(size: 1)))
    }
}
