import DataLiteMacros
import Foundation

/// A table with a key of two columns, one of them with a form, that other tables refer to.
@Table struct Cabin: Equatable {
    @Selection struct Key: Hashable {
        var deck: Int
        @Column(as: UUID.BytesRepresentation.self) var door: UUID
    }

    @Column(primaryKey: true) let key: Key
    var beds = 2

    static var constraints: [TableConstraint<Cabin>] { [.withoutRowID] }
}

/// A table with every kind of constraint.
@Table struct Passage: Equatable, Identifiable {
    let id: Int
    var deck: Int
    @Column(as: UUID.BytesRepresentation?.self) var door: UUID?
    @Column(as: Date.UnixTimeRepresentation.self) var leaves: Date
    var price: Double?
    @Column("ship name") var ship = "Ann"

    static let first = Date(timeIntervalSince1970: 1_735_808_400)

    static var constraints: [TableConstraint<Passage>] {
        [
            .unique(\.ship, \.leaves),
            .check { $0.price > 0 }.named("price is \"positive\""),
            .check {
                $0.leaves >= first
                $0.ship.in(["Ann", "O'Hara"]) || $0.ship == #"a "quoted" ship"#
            },
            .foreignKey(
                \.deck, \.door, references: Cabin.self, \.key.deck, \.key.door,
                onDelete: .cascade, onUpdate: .cascade, deferred: true),
        ]
    }
}

/// A table that refers to the group of the key of another table.
@Table struct Berth: Equatable {
    @Selection struct Place: Hashable {
        var deck: Int
        @Column(as: UUID.BytesRepresentation.self) var door: UUID
    }

    var place: Place
    @Column(unique: true) var name: String

    static var constraints: [TableConstraint<Berth>] {
        [
            .strict, .unique(\.place), .check(sql: "length(name) > 1"),
            .foreignKey(\.place, references: Cabin.self, onDelete: .restrict),
        ]
    }
}
