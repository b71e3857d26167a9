import DataLiteMacros
import Foundation

@Table struct Rack: Equatable, Identifiable {
    let id: Int
    var title = ""
    var isOpen = true
    var ownerID: Int?

    static let tasks = hasMany(Chore.self, by: \.shelfID)
    static let owner = belongsTo(Owner.self, by: \.ownerID)
    static let cover = hasOne(Cover.self, by: \.shelfID)
    static let badges = tasks.through(Chore.badges)
}

@Table struct Owner: Equatable, Identifiable {
    let id: Int
    var name = ""

    static let shelves = hasMany(Rack.self, by: \.ownerID)
    static let tasks = shelves.through(Rack.tasks)
}

@Table struct Cover: Equatable {
    var shelfID: Int
    var color = ""
}

@Table struct Chore: Equatable, Identifiable {
    let id: Int
    var shelfID: Int
    var parentID: Int?
    var title = ""
    var isDone = false
    var minutes = 0
    @Column(as: Date.UnixTimeRepresentation?.self) var dueDate: Date?

    static let shelf = belongsTo(Rack.self, by: \.shelfID)
    static let parent = belongsTo(Chore.self, by: \.parentID)
    static let parts = hasMany(Chore.self, by: \.parentID)
    static let badgings = hasMany(Badging.self, by: \.choreID)
    static let badges = badgings.through(Badging.badge)
    static let owner = shelf.through(Rack.owner)
}

@Table struct Badging: Equatable {
    var choreID: Int
    @Column(as: UUID.BytesRepresentation.self) var badgeID: UUID
    var position = 0

    static let badge = belongsTo(Badge.self, by: \.badgeID)
}

@Table(uuids: .blob) struct Badge: Equatable, Identifiable {
    let id: UUID
    var name = ""
}
