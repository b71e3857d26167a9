import DataLiteMacros
import Foundation

/// A table with a represented date, an optional and a group.
@Table struct Errand: Equatable, Identifiable {
    let id: Int
    var listID: Int?
    var title: String
    @Column(as: Date.UnixTimeRepresentation?.self) var dueOn: Date?
    var spot = Spot()

    @Selection struct Spot: Hashable {
        var shelf = 0
        @Column(as: UUID.BytesRepresentation?.self) var tag: UUID?
    }
}

/// A selection that is no table: the rows of a common table.
@Selection struct ErrandStat: Equatable {
    let listID: Int?
    let count: Int
    @Column(as: Date.UnixTimeRepresentation?.self) var lastDueOn: Date?
}

/// A selection with a whole row, a group and an optional group.
@Selection struct ErrandRow: Equatable {
    let errand: Errand
    let spot: Errand.Spot
    var other: Errand.Spot?
}

/// A selection with one number.
@Selection struct Tally: Equatable {
    let value: Int
}

extension Errand {
    static let day = Date(timeIntervalSince1970: 1_735_808_400)
    static let tag = UUID(uuidString: "0A0B0C0D-0000-0000-0000-00000000000F")!

    /// Three errands of list 1, one of list 2 and one without a list.
    static let samples = [
        Errand(id: 1, listID: 1, title: "a", dueOn: day),
        Errand(id: 2, listID: 1, title: "b", dueOn: nil, spot: Spot(shelf: 1, tag: tag)),
        Errand(id: 3, listID: 1, title: "c", dueOn: day.addingTimeInterval(60)),
        Errand(id: 4, listID: 2, title: "d", dueOn: nil),
        Errand(id: 5, listID: nil, title: "e", dueOn: nil, spot: Spot(shelf: 2)),
    ]

    static func database() throws -> Connection {
        let db = try Connection(location: .inMemory)
        try createTable(strict: true).execute(db)
        try insert { samples }.execute(db)
        return db
    }

    /// The number of errands of each list.
    static var stats: Select<ErrandStat, Errand.Columns> {
        Errand.group(by: \.listID).select {
            ErrandStat.Columns(
                listID: $0.listID, count: $0.id.count(), lastDueOn: $0.dueOn.max())
        }
    }
}
