/// The table of a constraint, whose text contains no columns of other tables.
//
// A class, because most statements have none, and a writer with fewer fields is created faster.
final class OnlyTable {
    private let name: String

    /// The error for the first column of another table.
    private(set) var mistake: SQLiteError?

    init(_ name: String) { self.name = name }

    func check(_ column: String, of qualifier: String) {
        guard mistake == nil, !SQLName.same(name, qualifier) else { return }
        mistake = .columnOfOtherTable(column, of: qualifier, in: name)
    }
}

extension SQLiteError {
    fileprivate static func columnOfOtherTable(
        _ column: String, of other: String, in table: String
    ) -> SQLiteError {
        SQLiteError.misuse(
            "a constraint of \"\(table)\" cannot contain \"\(column)\", a column of "
                + "\"\(other)\"")
    }
}
