/// What a connection has changed.
package struct ChangeSet: Sendable {
    /// How the rows of a table were changed.
    package struct Table: Sendable {
        /// Whether rows were inserted or deleted, or got another row id.
        package var rows = false
        /// The positions of the columns that were updated.
        package var columns: Set<Int> = []
        /// The rows, in order, if they are collected.
        package var actions: [RowChange] = []

        package init() {}
    }

    /// A change of one row.
    package enum RowChange: Hashable, Sendable {
        case inserted(rowID: Int64)
        case updated(rowID: Int64)
        case deleted(rowID: Int64)
    }

    package var tables: [TableName: Table] = [:]

    package init() {}

    package var isEmpty: Bool { tables.isEmpty }
}
