extension _SQLWriter {
    /// Writes a number that is not a parameter, as in `ORDER BY 1`.
    mutating func write(_ number: Int) {
        write(raw: String(number))
    }

    /// Writes elements with commas between them.
    mutating func writeList<Element>(
        _ elements: some Sequence<Element>, _ write: (inout _SQLWriter, Element) -> Void
    ) {
        var isFirst = true
        for element in elements {
            if !isFirst { self.write(", ") }
            isFirst = false
            write(&self, element)
        }
    }
}

extension SQLiteError {
    static func columnOfOtherTable(
        _ column: String, of other: String, in table: String
    ) -> SQLiteError {
        SQLiteError(
            .misuse,
            message: "a constraint of \"\(table)\" cannot contain \"\(column)\", a column of "
                + "\"\(other)\"")
    }
}
