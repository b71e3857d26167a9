/// The rows of a query that have the same value of an expression, with that value as the name of the section.
///
/// ```swift
/// for section in try Reminder.order(by: \.title).sections(by: \.status).fetchAll(db) {
///     print(section.name)
///     for reminder in section { print(reminder.title) }
/// }
/// ```
///
/// A section is a collection of its rows. Its identity is its name, so it stays the same section when its rows change.
public struct ResultsSection<Element, Name: Hashable> {
    /// The value that all rows of the section have.
    public let name: Name

    /// The rows, in the order of the query.
    public internal(set) var rows: [Element]

    /// A section with rows.
    public init(name: Name, rows: [Element]) {
        self.name = name
        self.rows = rows
    }
}

extension ResultsSection: Identifiable {
    /// The name.
    public var id: Name { name }
}

extension ResultsSection: RandomAccessCollection {
    public var startIndex: Int { rows.startIndex }

    public var endIndex: Int { rows.endIndex }

    public subscript(position: Int) -> Element { rows[position] }
}

extension ResultsSection: Sendable where Element: Sendable, Name: Sendable {}
extension ResultsSection: Equatable where Element: Equatable {}
