import DataLiteMacros
import Foundation
import Testing

@Table("trips") private struct Trip: Identifiable {
    let id: Int
    var plain: Date?
    @Column(as: Date?.ISO8601Representation.self) var iso: Date?
    @Column(as: Date?.UnixMillisecondsRepresentation.self) var milliseconds: Date?
    @Column(as: Date?.UnixTimeRepresentation.self) var seconds: Date?
    @Column(as: Date?.FractionalUnixTimeRepresentation.self) var fraction: Date?
    @Column(as: Date?.JulianDayRepresentation.self) var days: Date?
}

@Suite("A date that its column's form cannot hold")
struct UnstorableDateTests {
    private let db: Connection
    private let wrongUnit = Date(timeIntervalSince1970: 1_700_000_000_000)
    private let endless = Date(timeIntervalSince1970: .infinity)
    private let noDate = Date(timeIntervalSince1970: .nan)

    init() throws {
        db = try Connection(location: .inMemory)
        try Trip.createTable().execute(db)
    }

    private func expectError(
        _ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let error = try #require(throws: SQLiteError.self, sourceLocation: sourceLocation) {
            try body()
        }
        #expect(error.message.contains("cannot be stored"), sourceLocation: sourceLocation)
    }

    @Test("An insert of the date is an error, in every form")
    func insert() throws {
        for trip in [
            Trip(id: 1, plain: wrongUnit), Trip(id: 1, iso: wrongUnit),
            Trip(id: 1, milliseconds: endless), Trip(id: 1, seconds: endless),
            Trip(id: 1, plain: noDate), Trip(id: 1, fraction: noDate), Trip(id: 1, days: noDate),
        ] {
            try expectError { try trip.insert(db) }
            try expectError { try Trip.insert { [Trip(id: 2), trip] }.execute(db) }
        }
        #expect(try Trip.fetchCount(db) == 0)
        try Trip(id: 1, milliseconds: wrongUnit, fraction: endless).insert(db)
        #expect(try Trip.find(1).fetchOne(db)?.milliseconds == wrongUnit)
        #expect(try Trip.find(1).fetchOne(db)?.fraction == endless)
    }

    @Test("An update to the date is an error")
    func update() throws {
        let old = Trip(id: 1)
        try old.insert(db)
        var new = old
        new.iso = wrongUnit
        try expectError { try Trip.find(1).update { $0.iso = wrongUnit }.execute(db) }
        try expectError { try new.update(db) }
        try expectError { try new.updateChanges(db, from: old) }
        try expectError { try new.save(db) }
    }

    @Test("A condition with the date is an error")
    func condition() throws {
        try expectError { _ = try Trip.where { $0.iso == wrongUnit }.fetchCount(db) }
        try expectError { _ = try Trip.where { $0.plain > wrongUnit }.fetchCount(db) }
        try expectError {
            _ = try Trip.where { $0.plain.between(Date(), and: wrongUnit) }.fetchCount(db)
        }
        try expectError {
            _ = try Trip.where { $0.plain.in([Date(), wrongUnit]) }.fetchCount(db)
        }
    }

    @Test("JSON of a row with the date is an error")
    func json() throws {
        let row = JSONRow(Trip(id: 1, plain: wrongUnit))
        for value in [
            row.sqliteValue, JSONValues<Date.ISO8601Representation>([wrongUnit]).sqliteValue,
            JSONRepresentation([Double.nan]).sqliteValue,
        ] {
            let error = try #require(throws: SQLiteError.self) { try db.execute("SELECT \(value)") }
            #expect(error.resultCode == .mismatch)
        }
    }

    @Test("A function that returns the date fails")
    func function() throws {
        let later = db.typedFunction(wrongUnit)
        #expect(throws: SQLiteError.self) { try later() }
    }
}

extension Connection {
    fileprivate func typedFunction(_ date: Date) -> () throws -> Void {
        {
            try self.add(function: "later", argc: 0) { _ in Date.ISO8601Representation(date) }
            _ = try self.rows("SELECT later()")
        }
    }
}
