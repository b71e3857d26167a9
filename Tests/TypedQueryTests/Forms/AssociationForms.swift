import DataLiteMacros
import Foundation

extension RemindersList {
    static let reminders = hasMany(Reminder.self, by: \.remindersListID)
}

extension Reminder {
    static let list = belongsTo(RemindersList.self, by: \.remindersListID)
    static let taggings = hasMany(ReminderTag.self, by: \.reminderID)
    static let kinds = taggings.through(ReminderTag.kind)
}

extension ReminderTag {
    static let kind = belongsTo(Kind.self, by: \.tagID)
}

/// Queries with associations.
enum AssociationForms {
    static func threeAssociations() -> IncludingQuery<
        RemindersList, (RemindersList, [Reminder], Int, String?)
    > {
        RemindersList.where { $0.title != "" && $0.timestamps.updatedAt != nil }
            .order { ($0.title, $0.id.desc()) }
            .including(
                RemindersList.reminders.where { !$0.isCompleted && $0.position > 3 }
                    .order { ($0.dueDate.desc(), $0.title) }.limit(3),
                RemindersList.reminders.where { $0.status == .completed }.count,
                RemindersList.reminders.aggregate { $0.title.max() })
    }
    static func nested() -> IncludingQuery<
        RemindersList, (RemindersList, [(Reminder, [Kind], RemindersList, Int)], Int)
    > {
        RemindersList.order(by: \.title)
            .including(
                RemindersList.reminders.order(by: \.position)
                    .including(
                        Reminder.kinds.order(by: \.name), Reminder.list, Reminder.taggings.count),
                RemindersList.reminders.count)
    }
    static func mapped() -> IncludingQuery<RemindersList, String> {
        RemindersList.including(RemindersList.reminders, RemindersList.reminders.count)
            .map { "\($0.title): \($1.map(\.title)), \($2)" }
    }
    static func conditions() -> some Query<(String, Int, Date?)> {
        RemindersList
            .where { $0[\.reminders].exists { !$0.isCompleted } && $0[\.reminders].count > 3 }
            .select {
                (
                    $0.title, $0[\.reminders].count,
                    $0[\.reminders].aggregate { $0.dueDate.max() }
                )
            }
    }
    static func joined() -> some Query<(String, String)> {
        Reminder.joining(Reminder.list).where { $0.isCompleted && $1.title.contains("a") }
            .select { ($0.title, $1.title) }
    }
}
