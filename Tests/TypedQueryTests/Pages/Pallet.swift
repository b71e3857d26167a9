import DataLiteMacros
import DataLiteTestSupport
import Foundation

/// A table with all kinds of values that a query can be ordered by.
@Table struct Pallet: Identifiable, Equatable {
    let id: Int
    var number: Int?
    var weight: Double?
    var label: String
    var code: Data?
    var shippedAt: Date?
    var mixed: SQLiteValue
}

/// A table without a primary key.
@Table struct PalletEvent: Equatable {
    var palletID: Int?
    var kind: String
}

extension Pallet {
    static func makeTables(_ db: Connection) throws {
        try db.execute(
            script: """
                CREATE TABLE pallets(
                    id INTEGER PRIMARY KEY, number INT, weight REAL, label TEXT NOT NULL,
                    code BLOB, shippedAt TEXT, mixed);
                CREATE TABLE palletEvents(palletID INT, kind TEXT NOT NULL)
                """)
    }

    static func random(id: Int, using random: inout SeededGenerator) -> Pallet {
        let labels = ["", "a", "A", "b", "B ", "ä", "a\u{0}b", "\u{FFFD}", "🙂"]
        let weights: [Double?] = [nil, nil, .infinity, -.infinity, 0, -0.0, 0.1, 1e300, 2.5e-308]
        let mixed: [SQLiteValue] = [
            .null, .int(.max), .int(.min), .int(1), .real(1), .real(1.5), .real(.infinity),
            .text("1"), .text("x"), .blob(Data()), .blob(Data([1])), .blob(Data([0xFF, 0])),
        ]
        return Pallet(
            id: id, number: [nil, 1, 2, 3][Int.random(in: 0..<4, using: &random)],
            weight: weights[Int.random(in: weights.indices, using: &random)],
            label: labels[Int.random(in: labels.indices, using: &random)],
            code: [nil, Data(), Data([1, 2])][Int.random(in: 0..<3, using: &random)],
            shippedAt: Bool.random(using: &random)
                ? nil
                : Date(timeIntervalSince1970: Double(Int.random(in: 0...2, using: &random))),
            mixed: mixed[Int.random(in: mixed.indices, using: &random)])
    }
}
