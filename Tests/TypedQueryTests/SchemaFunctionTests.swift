import DataLiteDatabase
import DataLiteMacros
import Foundation
import Testing

@Table private struct Parcel: Equatable {
    let id: Int
    var weight = 0
}

@Table private struct ParcelLog: Equatable {
    let id: Int
    var text = ""
}

@DatabaseFunction(isDeterministic: true) private func weightText(_ weight: Int) -> String {
    "\(weight) g"
}

@Table("new") private struct NewRow: Equatable {
    let id: Int
    var views = 0
}

@Table("Old") private struct OldRow: Equatable {
    let id: Int
    var views = 0
}

@Table("excluded") private struct ExcludedRow: Equatable {
    let id: Int
    var views = 0
}

@Suite("Swift functions in the schema, and names of rows")
struct SchemaFunctionTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Parcel.createTable().execute(db)
        try ParcelLog.createTable().execute(db)
    }

    private var trigger: TriggerEvent<Parcel> {
        .insert { new in
            ParcelLog.insert {
                $0.text
            } values: {
                $weightText(new.weight)
            }
        }
    }

    @Test("A trigger has the functions that it calls", arguments: [true, false])
    func triggers(isTemporary: Bool) throws {
        if isTemporary {
            try Parcel.createTemporaryTrigger(after: trigger).execute(db)
        } else {
            try Parcel.createTrigger(after: trigger).execute(db)
        }
        try Parcel.insert { Parcel(id: 1, weight: 5) }.execute(db)
        #expect(try ParcelLog.all.fetchAll(db) == [ParcelLog(id: 1, text: "5 g")])
    }

    @Test("The triggers of a database have their functions when the writer is replaced")
    func replacedWriter() throws {
        let database = try Database.temporary()
        try database.write { db in
            try Parcel.createTable().execute(db)
            try ParcelLog.createTable().execute(db)
            try Parcel.createTemporaryTrigger(after: trigger).execute(db)
        }
        for id in 1...3 {
            try database.write { db in
                try db.execute("INSERT INTO parcels(id, weight) VALUES (\(id), 5)")
                try db.execute("PRAGMA cache_size = 17")
            }
        }
        let texts = try database.read { db in try ParcelLog.all.select(\.text).fetchAll(db) }
        #expect(texts == ["5 g", "5 g", "5 g"])
    }

    @Test("An index has the functions that it calls")
    func index() throws {
        try Parcel.createIndex("texts") { $weightText($0.weight) }.execute(db)
        try Parcel.insert { Parcel(id: 1, weight: 5) }.execute(db)
        #expect(try Parcel.where { $weightText($0.weight) == "5 g" }.fetchCount(db) == 1)
    }

    @Test("A function that the program has removed is not added again")
    func removed() throws {
        try db.execute("SELECT 1")
        try Parcel.createTrigger(after: trigger).execute(db)
        try db.remove(function: "weightText", argc: 1)
        let error = #expect(throws: SQLiteError.self) {
            try Parcel.createTemporaryTrigger(after: trigger).execute(db)
        }
        #expect(error?.message.contains("no such function") == true)
    }

    @Test("A trigger cannot change a table with the name of its row")
    func rowNames() throws {
        let triggers = [
            Parcel.createTrigger(after: .insert { new in NewRow.find(new.id).delete() }),
            Parcel.createTrigger(
                after: .delete { old in OldRow.find(old.id).update { $0.views += 1 } }),
        ]
        for trigger in triggers {
            let error = #expect(throws: SQLiteError.self) { try trigger.sql() }
            #expect(error?.message.hasPrefix("a trigger cannot change a table named") == true)
        }
    }

    @Test("A conflict cannot update a row of a table with the name of the new row")
    func excluded() throws {
        try ExcludedRow.createTable().execute(db)
        let row = ExcludedRow(id: 1, views: 2)
        try ExcludedRow.insert { row }.execute(db)
        let error = #expect(throws: SQLiteError.self) {
            try ExcludedRow.upsert { row }.execute(db)
        }
        #expect(error?.message.hasPrefix("a conflict in a table named \"excluded\"") == true)
        try ExcludedRow.insert(or: .ignore) { row }.execute(db)
    }

    @Test("A default that differs from call to call is not in the schema")
    func currentDate() throws {
        #expect(Moment.columnDefinitions.list.map(\.defaultSQL) == [nil, nil, nil, "5"])
        try Moment.createTable().execute(db)
        try Moment.insert { Moment.Draft() }.execute(db)
        #expect(try Moment.find(1).fetchRequired(db).count == nil)
    }
}

@Table private struct Moment {
    let id: Int
    var at: Date = .now
    var count: Int? = .none
    var size = 5
}
