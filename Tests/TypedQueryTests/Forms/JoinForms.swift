import DataLiteMacros

/// Joins of two to ten tables.
enum JoinForms {
    static func inner() -> some Query<(Reminder, RemindersList)> {
        Reminder.join(RemindersList.all) { $0.remindersListID == $1.id }
    }
    static func byType() -> some Query<(Reminder, RemindersList)> {
        Reminder.join(RemindersList.self) { $0.remindersListID == $1.id }
    }
    static func left() -> some Query<(Item, Kind?)> {
        Item.leftJoin(Kind.all) { $0.categoryID == $1.id }.select { ($0, $1) }
    }
    static func right() -> some Query<(Item?, Kind)> {
        Item.rightJoin(Kind.all) { $0.categoryID == $1.id }
    }
    static func full() -> some Query<(Item?, Kind?)> {
        Item.fullJoin(Kind.all) { $0.categoryID == $1.id }
    }
    static func cross() -> some Query<(Item, Kind)> { Item.crossJoin(Kind.all) }
    static func withTags() -> some Query<(Reminder, ReminderTag?, Tag?)> {
        Reminder.group(by: \.id).leftJoin(ReminderTag.all) { $0.id == $1.reminderID }
            .leftJoin(Tag.all) { $1.tagID == $2.id }
    }
    static func alias() -> some Query<(String, String?)> {
        Employee.leftJoin(Employee.all.as(Manager.self)) { $0.managerID == $1.id }
            .select { (employee: $0.name, manager: $1.name) }
    }
    static func limited() -> some Query<(Reminder, RemindersList)> {
        Reminder.join(RemindersList.where { $0.title == "a" }.limit(3)) {
            $0.remindersListID == $1.id
        }
    }
    static func tenTables() -> some Query<(String, String, String, String, Int?, String)> {
        T0.join(T1.all) { $0.next == $1.id }
            .join(T2.all) { $1.next == $2.id }
            .join(T3.where { $0.rank > 3 }) { $2.next == $3.id && $3.name != "x" }
            .leftJoin(T4.all) { $3.next == $4.id }
            .join(T5.all) { $3.next == $5.id && $5.rank == $0.rank }
            .join(T6.all) { $5.next == $6.id }
            .join(T7.all) { $6.next == $7.id }
            .leftJoin(T8.all) { $7.next == $8.id || $8.name == "y" }
            .join(T9.all) { $7.next == $9.id && $9.rank < 10 }
            .where {
                $0.name.contains("a") && !($1.rank == 3 || $2.name == $3.name) && $4.id == nil
                    && $9.next > $5.next
            }
            .order { ($0.name, $5.rank.desc(), $9.id) }
            .select { ($0.name, $1.name, $2.name, $3.name, $8.rank, $9.name.upper() + "!") }
    }
    static func tenTablesGrouped() -> some Query<(String, Int, Int?)> {
        T0.group(by: \.name)
            .join(T1.all) { $0.next == $1.id }
            .join(T2.all) { $1.next == $2.id }
            .join(T3.all) { $2.next == $3.id }
            .join(T4.all) { $3.next == $4.id }
            .join(T5.all) { $4.next == $5.id }
            .join(T6.all) { $5.next == $6.id }
            .join(T7.all) { $6.next == $7.id }
            .join(T8.all) { $7.next == $8.id }
            .leftJoin(T9.all) { $8.next == $9.id }
            .having { $9.id.count() > 5 && $4.rank.max() != 3 }
            .select { ($0.name, $9.id.count(), $8.rank.sum()) }
    }
}
