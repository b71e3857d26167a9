import DataLite
import Foundation

// sample: tables
@Table struct TaskList: Identifiable {
    let id: Int
    var title = ""
}

@Table struct Reminder: Identifiable {
    let id: Int  // the primary key
    var title = ""
    var isCompleted = false
    var dueDate: Date?
    var priority: Priority?
    @Column("list_id") var listID: Int
    @Column(as: JSONRepresentation<[String]>.self) var tags: [String] = []
    @Ephemeral var isHighlighted = false  // not a column
}

enum Priority: Int, SQLiteRepresentable { case low = 1, medium, high }
// end

// sample: names
@Table("people", schema: "archive") struct Person {
    @Column(primaryKey: true) let email: String
    @Column("full_name") var name: String
}
// end

@Table struct ReminderLabel {
    let reminderID: Int
    let label: String
}

// sample: group key
@Table struct Track {
    @Selection struct Key: Hashable {
        let albumID: Int
        let position: Int
    }

    @Column(primaryKey: true) let key: Key
    var title: String
}
// end

// sample: groups
@Selection struct Timestamps {
    let createdAt: Date
    var updatedAt: Date?
}

@Table struct Article: Identifiable {
    let id: Int
    var title = ""
    var timestamps: Timestamps
}
// end

@Table("audit") struct AuditRecord<Payload: Codable & Sendable> {
    let id: Int
    @Column(as: JSONRepresentation<Payload>.self) var payload: Payload
}

struct Login: Codable {
    let user: String
}

// sample: enum
@Table struct Attachment: Identifiable {
    let id: Int
    let kind: Kind

    @Selection enum Kind: Equatable {
        case link(URL)
        case note(String)
        case image(Attachment.Image)
    }

    @Selection struct Image: Equatable {
        var caption = ""
        var url: URL
    }
}
// end

// sample: enum table
@Table("media") enum Media: Equatable {
    case note(String)
    case image(Attachment.Image)
}
// end

enum AppForms: TableForms {
    typealias Dates = Date.UnixMillisecondsRepresentation
    typealias UUIDs = UUID.BytesRepresentation
}

protocol AppTable { typealias ColumnForms = AppForms }

@Table struct Visit: AppTable, Identifiable {
    let id: UUID
    var startsAt: Date
}

@Table(forms: AppForms.self) struct Arrival: Identifiable {
    let id: UUID
    var at: Date
}

/// A color, stored as text such as `ff8800`.
struct HexColor: ColumnRepresentation {
    let value: Color

    init(_ value: Color) { self.value = value }

    init?(_ sqliteValue: SQLiteValue) {
        guard let text = String(sqliteValue), let number = Int(text, radix: 16) else { return nil }
        value = Color(red: number >> 16 & 0xFF, green: number >> 8 & 0xFF, blue: number & 0xFF)
    }

    var sqliteValue: SQLiteValue {
        let number = value.red << 16 | value.green << 8 | value.blue
        return .text(String(String(number | 1 << 24, radix: 16).dropFirst()))
    }
}

struct Color: Equatable {
    var red, green, blue: Int
}

@Table struct Label: Identifiable {
    let id: Int
    @Column(as: HexColor.self) var color: Color
}
