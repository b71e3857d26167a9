import DataLiteMacros
import Foundation
import Testing

/// A row with a key that the program chooses.
@Table("records") struct Record: Hashable, Identifiable {
    let id: Int
    @Column(unique: true) var title: String
    var year: Int?
    var score = 0.0
    @Ephemeral var isPlaying = false
}

/// A row that gets its key from SQLite.
@Table("notebook") struct NotebookEntry: Hashable {
    var id: Int?
    @Column(unique: true) var text: String
    @Ephemeral var isOpen = false
}

/// A row without a rowid, with a key of several columns and a computed column.
@Table("scores") struct ScoreRecord: Hashable {
    @Selection struct Key: Hashable {
        let player: String
        @Column(as: UUID.BytesRepresentation.self) let game: UUID
    }

    @Column(primaryKey: true) let key: Key
    var points: Int
    @Column(generated: "points * 2", storage: .stored) var doubled = 0

    static var constraints: [TableConstraint<ScoreRecord>] { [.withoutRowID] }
}

/// A row whose key and columns are stored in other forms, with groups and an enum.
@Table("visits", dates: .unixMilliseconds, uuids: .blob) struct VisitRecord: Hashable, Identifiable
{
    let id: UUID
    var day: Date?
    @Column(as: [String].JSONRepresentation.self) var tags: [String] = []
    var place: Place?
    var kind: Kind

    @Selection struct Place: Hashable {
        var street: String
        var city: String?
    }

    @Selection enum Kind: Hashable {
        case link(URL)
        case note(String)
        case image(Data)
    }
}

/// A database that records the statements that change it or ask for a row.
final class RecordLog: ConnectionTraceDelegate {
    let db: Connection
    private(set) var statements: [String] = []

    init() throws {
        db = try Connection(location: .inMemory)
        try Record.createTable(strict: true).execute(db)
        try NotebookEntry.createTable(strict: true).execute(db)
        try ScoreRecord.createTable(strict: true).execute(db)
        try VisitRecord.createTable(strict: true).execute(db)
        db.add(traceDelegate: self)
    }

    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
        statements.append(trace.unexpandedSQL)
    }

    /// The statements that a closure runs, one on each line.
    func statements(_ body: (Connection) throws -> Void) rethrows -> String {
        try running(body).statements
    }

    /// The statements that a closure runs, one on each line, and its result.
    func running<R>(
        _ body: (Connection) throws -> R
    ) rethrows -> (statements: String, result: R) {
        statements = []
        let result = try body(db)
        return (statements.joined(separator: "\n"), result)
    }

    /// The rows of a query, one on each line.
    func table(_ query: String) throws -> String {
        try db.rows(SQL(raw: query)).map { row in
            row.values.map(\.sqliteLiteral).joined(separator: " | ")
        }.joined(separator: "\n")
    }
}
