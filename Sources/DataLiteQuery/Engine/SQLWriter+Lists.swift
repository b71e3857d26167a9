extension _SQLWriter {
    /// Writes a number that is not a parameter, as in `ORDER BY 1`.
    mutating func write(_ number: Int) {
        write(raw: String(number))
    }

    /// Writes ` LIMIT 1` or another number of rows.
    mutating func write(limit count: Int) {
        write(" LIMIT ")
        write(count)
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
