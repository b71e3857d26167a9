import DataLiteMacros
import Foundation

/// Queries in every form that the guides show, each in its own function, so that
/// `.ci/type-check-times` can measure its compile time.
enum QueryForms {
    static func fetching(_ db: any ConnectionProtocol) throws {
        let all: [Reminder] = try Reminder.all.fetchAll(db)
        let one: Reminder? = try Reminder.find(3).fetchOne(db)
        let count: Int? = try Reminder.count().fetchOne(db)
        _ = (all, one, count)
    }
    static func operators() -> some Query<Reminder> {
        Reminder.where { $0.title.contains("Max") && !$0.isCompleted || $0.priority == .high }
    }
    static func comparisons() -> some Query<Reminder> {
        Reminder.where {
            $0.id == 1 && $0.id != 2 && $0.id < 3 && $0.id <= 4 && $0.id > 5 && $0.id >= 6
        }
    }
    static func booleanColumn() -> some Query<Reminder> { Reminder.where(\.isCompleted) }
    static func terms(search: String?, hideDone: Bool) -> some Query<Reminder> {
        Reminder.where {
            if let search { $0.title.contains(search) }
            if hideDone { !$0.isCompleted }
        }
    }
    static func null() -> some Query<Reminder> { Reminder.where { $0.dueDate == nil } }
    static func names() -> some Query<Reminder> {
        Reminder.where { $0.dueDate.is(nil) || $0.dueDate.isNot(nil) && $0.id.eq(1) }
    }
    static func moreNames() -> some Query<Reminder> {
        Reminder.where {
            $0.id.neq(1) && $0.id.lt(2) && $0.id.lte(3) && $0.id.gt(4) && $0.id.gte(5)
        }
    }
    static func list(ids: [Int]) -> some Query<Reminder> { Reminder.where { $0.id.in(ids) } }
    static func noList(ids: [Int]) -> some Query<Reminder> { Reminder.where { !$0.id.in(ids) } }
    static func containing(ids: [Int]) -> some Query<Reminder> {
        Reminder.where { ids.contains($0.id) && (10...100).contains($0.position) }
    }
    static func queryAsList() -> some Query<Reminder> {
        Reminder.where {
            $0.remindersListID.in(RemindersList.where { $0.title == "a" }.select(\.id))
        }
    }
    static func between() -> some Query<Reminder> {
        Reminder.where { $0.position.between(10, and: 100) }
    }
    static func correlated() -> some Query<RemindersList> {
        RemindersList.where { list in
            Reminder.where { $0.remindersListID == list.id }.exists()
        }
    }
    static func scalar() -> some Query<(String, Int?)> {
        RemindersList.select { list in
            (
                list.title,
                Reminder.where { $0.remindersListID == list.id }.select { $0.position.max() }
                    .scalar()
            )
        }
    }
    static func order() -> some Query<Reminder> { Reminder.order(by: \.title) }
    static func orderTerms() -> some Query<Reminder> {
        Reminder.order { ($0.priority.desc(nulls: .last), $0.title.collate(.nocase)) }
    }
    static func limit() -> some Query<Reminder> { Reminder.limit(20, offset: 40) }
    static func limitOfRows() -> some Query<Reminder> { Reminder.limit { $0.position.max() } }
    static func distinct() -> some Query<String> { Reminder.select(\.title).distinct() }
    static func tuple() -> some Query<(Int, String)> {
        Reminder.select { ($0.id, $0.title.upper()) }
    }
    static func coalesce() -> some Query<String> {
        Customer.select { $0.nickname ?? $0.nickname ?? "Anonymous" }
    }
    static func arithmetic() -> some Query<Double> {
        Item.select { ($0.price * 1.2 + 3) / 2 - $0.price }
    }
    static func mixedArithmetic() -> some Query<Int?> {
        Item.select { ($0.revenue ?? 0) + $0.id * 2 - ($0.categoryID ?? 1) % 3 + $0.revenue }
    }
    static func text() -> some Query<String?> {
        Item.select { $0.notes.trim().replace("a", "b").substr(1) + "!" }
    }
    static func concatenation() -> some Query<String> {
        Item.select { "<" + $0.title.upper() + ">" }
    }
    static func matching() -> some Query<Item> {
        Item.where {
            $0.title.like("a%", escape: "\\") || $0.title.glob("*") || $0.notes.hasPrefix("x")
                || $0.notes.hasSuffix("y")
        }
    }
    static func numbers() -> some Query<(Double, Int, Double?)> {
        Item.select { ($0.price.abs().round(to: 2), $0.price.sign(), $0.price.pow(2)) }
    }
    static func greatest() -> some Query<(Double, Int?, Int)> {
        Item.select { ($0.price.max(0.5), $0.revenue.min(3), $0.id.max(1, 2)) }
    }
    static func groups(cutoff: Date) -> some Query<RemindersList> {
        RemindersList.where {
            $0.timestamps.createdAt <= cutoff
                && $0.timestamps <= Timestamps(createdAt: cutoff, updatedAt: cutoff)
        }
    }
    static func enums() -> some Query<Attachment> {
        Attachment.where { $0.kind.image.isNot(nil) && $0.kind.note == "Hello" }
    }
    static func scopes() -> some Query<Item> {
        Item.active.matching("a").and(Item.createdAfter(Date())).order(by: \.title)
    }
    static func unscoped() -> some Query<Item> { Item.unscoped.where { $0.price > 1 } }
    static func logicOfQueries() -> some Query<Item> { Item.active || Item.where { $0.price > 1 } }

    // MARK: - Summaries

    static func statistics() -> some Query<Stats> {
        Item.select {
            Stats.Columns(
                total: $0.count(), active: $0.count(filter: $0.isActive),
                average: $0.price.avg(filter: $0.isActive),
                revenue: $0.revenue.sum(filter: $0.status == .completed))
        }
    }
    static func having() -> some Query<(String, Int)> {
        Customer.group(by: \.id).leftJoin(Item.all) { $0.id == $1.customerID }
            .having { $1.id.count() > 5 }.select { ($0.name, $1.id.count()) }
    }
    static func groupConcat() -> some Query<String?> {
        Item.select { $0.title.groupConcat(separator: ", ", filter: $0.price > 1) }
    }
    static func window() -> some Query<Double?> {
        Item.select {
            $0.price.sum().over(
                partitionBy: $0.categoryID, orderBy: $0.createdAt.desc(),
                frame: .rows(.preceding(2), .currentRow))
        }
    }
    static func ranks() -> some Query<(Int, Int, Double, Double?)> {
        Item.select {
            (
                rowNumber().over(orderBy: $0.price), ntile(4).over(orderBy: $0.price),
                percentRank().over(orderBy: $0.price), $0.price.lag().over(orderBy: $0.id)
            )
        }
    }
    static func namedWindow() -> some Query<Int> {
        Item.all.window { Window("prices", orderBy: $0.price) }.select { _ in rank().over("prices")
        }
    }

    // MARK: - CASE

    static func caseOfValues() -> some Query<String> {
        Reminder.select {
            Case($0.priority).when(.low, then: "Low").when(.medium, then: "Medium").else("Unknown")
        }
    }
    static func caseOfConditions() -> some Query<String> {
        Item.select {
            Case().when($0.notes.isNot(nil), then: "Noted").when($0.isActive, then: "Active")
                .else("Unknown")
        }
    }
    static func caseInArithmetic() -> some Query<Int> {
        Item.select { Case($0.categoryID).when(1, then: 2).else(1) + 1 }
    }

    // MARK: - Several queries in one

    static func common() -> some Query<Item> {
        With {
            Item.where { $0.price > 1000 }
        } query: { expensive in
            expensive.order(by: \.price).limit(10)
        }
    }
    static func twoCommon(month: Date) -> some Query<(String, String)> {
        With {
            Customer.where { $0.spent > 10_000 }
        } with: {
            Item.where { $0.createdAt > month }
        } query: { good, recent in
            good.join(recent) { $0.id == $1.customerID }.select { ($0.name, $1.title) }
        }
    }
    static func recursive(root: Int) -> some Query<Kind> {
        With {
            Kind.where { $0.id == root }
        } recursiveUnion: { tree in
            Kind.all.join(tree) { $0.parentID == $1.id }.select { kind, _ in kind }
        } query: { tree in
            tree.order(by: \.name)
        }
    }
    static func compound() -> some Query<String> {
        Item.select(\.title).union(Tag.select(\.title)).union(all: true, Kind.select(\.name))
            .intersect(Customer.select(\.name)).except(Values("a")).order { $0.asc() }.limit(3)
    }
    static func values() -> some Query<(Int, String)> { Values((1, "a"), (2, "b")) }
    static func prepared() -> PreparedQuery<Date, Reminder> {
        PreparedQuery { (day: SQLExpression<Date>) in Reminder.where { $0.dueDate < day } }
    }
}
