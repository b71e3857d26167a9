import DataLiteCoder
import DataLiteMacros
import Foundation
import Testing

/// A table that replaces rows on insert, and skips updates that conflict.
@Table("settings") struct StoredSetting: Codable, Hashable {
    @Column(primaryKey: true) let name: String
    @Column(unique: true) var value: String

    static var conflictPolicy: ConflictPolicy { ConflictPolicy(insert: .replace, update: .ignore) }
}

@Suite("A table with a conflict policy")
struct ConflictPolicyTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try StoredSetting.createTable().execute(db)
        try StoredSetting.insert {
            [StoredSetting(name: "a", value: "1"), StoredSetting(name: "b", value: "2")]
        }
        .execute(db)
    }

    private func settings() throws -> [String] {
        try StoredSetting.order(by: \.name).fetchAll(db).map { "\($0.name)=\($0.value)" }
    }

    @Test("Inserts and updates without a clause use the policy")
    func statements() throws {
        let row = StoredSetting(name: "c", value: "1")
        let inserts: [any ChangeStatement] = [
            StoredSetting.insert { row },
            StoredSetting.insert { StoredSetting.Draft(name: "c", value: "1") },
            StoredSetting.insert {
                ($0.name, $0.value)
            } values: {
                ("c", "1")
            },
            StoredSetting.insert {
                ($0.name, $0.value)
            } select: {
                StoredSetting.select { ($0.name, $0.value) }
            },
            StoredSetting.insert(),
        ]
        for insert in inserts {
            #expect(try insert.sql().text.hasPrefix(#"INSERT OR REPLACE INTO "settings""#))
        }
        let updates: [any ChangeStatement] = [
            StoredSetting.update(row), StoredSetting.update([row]),
            StoredSetting.find("a").update { $0.value = "" },
            StoredSetting.update([row]) { $0.value = $1.value },
            StoredSetting.update(from: StoredSetting.as(OtherStoredSetting.self)) {
                $0.name == $1.name
            } set: {
                $0.value = $1.value
            },
        ]
        for update in updates {
            #expect(try update.sql().text.hasPrefix(#"UPDATE OR IGNORE "settings""#))
        }
    }

    @Test("A clause of the statement takes precedence")
    func clauses() throws {
        let row = StoredSetting(name: "c", value: "1")
        #expect(
            try StoredSetting.insert(or: .abort) { row }.sql().text.hasPrefix(
                "INSERT OR ABORT INTO"))
        #expect(try StoredSetting.update(row, or: .fail).sql().text.hasPrefix("UPDATE OR FAIL"))
        let own: [any ChangeStatement] = [
            StoredSetting.upsert { row },
            StoredSetting.insert {
                row
            }.onConflictDoUpdate {
                $0.value = ""
            },
            StoredSetting.insert { row }.onConflictDoNothing { $0.value },
            StoredSetting.insert {
                ($0.name, $0.value)
            } values: {
                ("c", "1")
            }.onConflict {
                $0.name
            } doUpdate: {
                $0.value = ""
            },
        ]
        for insert in own { #expect(try insert.sql().text.hasPrefix(#"INSERT INTO "settings""#)) }
    }

    @Test("Rows that save, insert and update themselves use the policy")
    func records() throws {
        try StoredSetting(name: "c", value: "1").save(db)
        #expect(try settings() == ["b=2", "c=1"])
        try StoredSetting(name: "c", value: "2").save(db)
        try StoredSetting(name: "c", value: "2").update(db)
        try StoredSetting(name: "c", value: "2").update(db, columns: \.value)
        try StoredSetting(name: "c", value: "2").updateChanges(
            db, from: StoredSetting(name: "c", value: "1"))
        #expect(try settings() == ["b=2", "c=1"])
        try StoredSetting(name: "c", value: "2").update(db, or: .replace)
        #expect(try settings() == ["c=2"])
        try StoredSetting(name: "d", value: "2").insert(db)
        #expect(try settings() == ["d=2"])
        #expect(throws: SQLiteError.self) {
            try StoredSetting(name: "d", value: "3").insert(db, or: .abort)
        }
        #expect(try StoredSetting.Draft(name: "d", value: "4").insert(db).value == "4")
    }

    @Test("Rows that are written as Codable values use the policy")
    func codable() throws {
        try db.insert(StoredSetting(name: "a", value: "3"), into: "settings")
        #expect(try settings() == ["a=3", "b=2"])
        try db.update(StoredSetting(name: "a", value: "2"), in: "settings", key: "name")
        #expect(try settings() == ["a=3", "b=2"])
        try db.insert(contentsOf: [StoredSetting(name: "c", value: "2")], into: "settings")
        #expect(try settings() == ["a=3", "c=2"])
    }

    @Test("A table without a policy says nothing about conflicts")
    func none() throws {
        let policy = Record.conflictPolicy
        #expect(policy.insert == nil && policy.update == nil)
        let row = Record(id: 1, title: "a")
        #expect(try Record.insert { row }.sql().text.hasPrefix(#"INSERT INTO "records""#))
        #expect(try Record.update(row).sql().text.hasPrefix(#"UPDATE "records""#))
    }
}

private enum OtherStoredSetting: TableAlias { typealias Table = StoredSetting }
