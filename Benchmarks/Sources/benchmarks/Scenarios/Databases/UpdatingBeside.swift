import CInterface
import DataLiteDatabase
import Foundation
import GRDB

/// An update of all rows of a table while a query is observed. C has no observers.
struct UpdatingBeside {
    let services: Services
    let rows: Int

    /// The observed query while `value` is updated in all rows of `bulk`.
    private enum Observed: String, CaseIterable {
        case nothing = "alone"
        case otherTable = "with an observer of another table"
        case count = "with an observer of the count"
        case column = "with an observer of the column"
        case otherColumn = "with an observer of another column"

        var query: String {
            switch self {
            case .nothing: ""
            case .otherTable: "SELECT sum(value) FROM pairs"
            case .count: "SELECT count(*) FROM bulk"
            case .column: "SELECT sum(value) FROM bulk"
            case .otherColumn: "SELECT sum(other) FROM bulk"
            }
        }
    }

    private static let update = "UPDATE bulk SET value = value + 1"

    static let group = ScenarioGroup(name: "database updates under observation") { workplace in
        let services = try Services(path: workplace.path("bulk.db"))
        let updating = UpdatingBeside(services: services, rows: workplace.count(20_000))
        try services.dataLite.write { db in
            try db.execute(
                "CREATE TABLE bulk(id INTEGER PRIMARY KEY, value INTEGER, other INTEGER)")
            for id in 1...updating.rows { try db.execute("INSERT INTO bulk VALUES (\(id), 0, 0)") }
        }
        return Observed.allCases.map(updating.scenario)
    }

    private func scenario(_ observed: Observed) -> Scenario {
        let observers = WritingBeside.Observers()
        let count = observed == .nothing ? 0 : 1
        let database = services.cDatabase()
        return Scenario(
            title: "update a row: \(observed.rawValue)", operations: rows,
            c: Contender {
                database.execute(Self.update)
                return Double(rows)
            },
            dataLite: Contender(
                prepare: { observers.begin(count) { observe(observed.query, $1) } },
                run: {
                    try services.dataLite.write { db in try db.execute(sql: Self.update) }
                    return Double(rows)
                },
                finish: { observers.end() }),
            grdb: Contender(
                prepare: { observers.begin(count) { observeWithGRDB(observed.query, $1) } },
                run: {
                    try services.grdb.write { db in try db.execute(sql: Self.update) }
                    return Double(rows)
                },
                finish: { observers.end() }))
    }

    private func observe(_ query: String, _ first: @escaping @Sendable () -> Void) -> Any {
        services.dataLite.observe { db in
            try db.value(SQL(raw: query), as: Int.self)
        } onError: { _ in
        } onChange: { _ in
            first()
        }
    }

    private func observeWithGRDB(_ query: String, _ first: @escaping @Sendable () -> Void) -> Any {
        ValueObservation.tracking { db in try Int.fetchOne(db, sql: query) }
            .start(in: services.grdb, scheduling: .async(onQueue: DispatchQueue.global())) { _ in
            } onChange: { _ in
                first()
            }
    }
}
