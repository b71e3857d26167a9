import DataLiteMacros
import Foundation

// The tables of the guide, and tables with special names, types and nesting.

@Selection struct Timestamps: Hashable {
    let createdAt: Date
    let updatedAt: Date?
}

@Table struct RemindersList: Identifiable, Hashable {
    let id: UUID
    var title = ""
    let timestamps: Timestamps
}

@Table struct Reminder: Identifiable, Hashable {
    let id: Int
    var title = ""
    var isCompleted = false
    var dueDate: Date?
    var priority: Priority?
    var status: Status = .incomplete
    var position = 0
    var remindersListID: UUID
    @Column("note_text") var notes = ""
    @Column(as: JSONRepresentation<[String]>.self) var tags: [String] = []
    @Ephemeral var isHighlighted = false
}

enum Priority: Int, SQLiteRepresentable { case low = 1, medium, high }
enum Status: String, SQLiteRepresentable { case none, incomplete, completed }

@Table("people", schema: "archive") struct Person: Hashable {
    @Column(primaryKey: true) let email: String
    var name: String
}

@Table struct ReminderTag: Hashable {
    let reminderID: Int
    let tagID: Int
}

/// A primary key of two columns.
@Table struct Membership: Hashable {
    @Selection struct Key: Hashable {
        let teamID: Int
        @Column("user") let userID: Int
    }

    @Column(primaryKey: true) let key: Key
    var role = "member"
}

@Table struct Attachment: Identifiable, Hashable {
    let id: UUID
    let kind: Kind

    @Selection enum Kind: Hashable {
        case link(URL)
        case note(String)
        case image(Attachment.Image)
    }

    @Selection struct Image: Hashable {
        var caption = ""
        var url: URL
    }
}

@Table @Selection struct ReminderWithList: Hashable {
    let reminderTitle: String
    let listTitle: String?
}

/// Names that Swift reserves or that the generated code uses.
@Table struct Word: Hashable {
    let id: Int
    var `default` = "a \"quoted\" text\n"
    var `in`: Int?
    var row = 1
    var values = 2
    var fields = 3
    var columns = 4
    var source = 7
    @Column("select \"all\"") var select = 5
    var text = """
        two

          lines
        """
    var a, b: Int?
    var c = 1, d: Int
}

/// Defaults of every kind.
@Table struct Setting: Hashable {
    @Column(primaryKey: false) var id = 1
    @Column(unique: true) var negative = -1
    var number: Double = 1
    var optional: Int? = 5
    var none: Int? = nil
    var created: Date = Date(timeIntervalSince1970: 0)
    var status: Status = .none
    var optionalStatus: Status? = .completed
    @Column(default: "CURRENT_TIMESTAMP") var now: String
    @Column(as: JSONRepresentation<[Int]>.self) var list: [Int]?
    @Column(as: JSONRepresentation<[Int]?>.self) var other: [Int]? = [1]
}

/// Two tables that refer to each other, and one to itself.
@Table struct Author: Hashable {
    let id: Int
    @Column(references: Book.self, onDelete: .setNull, onUpdate: .cascade) var bestBookID: Int?
}

@Table struct Book: Hashable {
    let id: Int
    @Column(references: Author.self) var authorID: Int
    @Column(references: Book.self) var sequelID: Int?
}

/// Types nested in another, whose names need no qualification.
public enum Library {
    struct Size: Codable, Hashable {
        var width = 1
    }

    enum Level: Int, SQLiteRepresentable { case low, high }

    @Selection struct Place: Hashable {
        var shelf: Int
        var level: Level = .low
    }

    @Table public struct Volume: Hashable {
        public typealias Key = Int

        public let id: Self.Key
        var level: Level = .low
        @Column(as: JSONRepresentation<[Size]>.self) var sizes: [Size] = []
        var place: Place
        var content: Content?

        @Selection enum Content: Hashable {
            case level(value: Level)
            @Column("size_json", as: JSONRepresentation<Size>.self) case size(Size)
            case `default`(Int)
        }
    }
}

extension Library {
    @Table package struct Loan: Hashable {
        @Column(primaryKey: true) package var primaryKey: String
        package private(set) var count = 0
    }
}

public extension Library {
    @Table struct Reader: Hashable {
        public let id: Int
        public var name: String
    }
}
