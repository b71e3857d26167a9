extension _SQLWriter {
    /// Writes a name in double quotes, and doubles the double quotes inside it.
    mutating func writeName(_ name: String) {
        // `withUTF8` alone would copy the name, which adds a retain.
        guard name.utf8.withContiguousStorageIfAvailable({ writeName($0) }) == nil else { return }
        var name = name
        name.withUTF8 { writeName($0) }
    }

    @inline(__always)
    private mutating func writeName(_ name: UnsafeBufferPointer<UInt8>) {
        text.append(atMost: 2 &* name.count &+ 2) { target in
            Self.quote(name, at: target) - target
        }
    }

    /// Writes a name in double quotes.
    ///
    /// - Returns: The end of the text.
    @inline(__always)
    private static func quote(
        _ name: UnsafeBufferPointer<UInt8>, at target: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        let quote = UInt8(ascii: "\"")
        target.initialize(to: quote)
        var end = target + 1
        for byte in name {
            end.initialize(to: byte)
            end += 1
            if byte == quote {
                end.initialize(to: quote)
                end += 1
            }
        }
        end.initialize(to: quote)
        return end + 1
    }

    /// Writes a column of a table under its own name.
    @inline(__always)
    mutating func write(tableColumn text: StaticString) {
        if writesNamesUnchanged { write(text) } else { writeInScope(tableColumn: text) }
    }

    @inline(never)
    private mutating func writeInScope(tableColumn text: StaticString) {
        let (qualifier, name) = text.columnNames
        writeColumn(qualifier, name)
    }

    mutating func writeColumn(_ qualifier: String, _ name: String) {
        if writesNamesUnchanged, !qualifier.isEmpty, writeQualified(qualifier, name) { return }
        if !qualifier.isEmpty, !omitsQualifiers {
            writeName(renamings.isEmpty ? qualifier : nameHere(of: qualifier))
            text.append(UInt8(ascii: "."))
        } else if let onlyTable, !qualifier.isEmpty {
            onlyTable.check(name, of: qualifier)
        }
        writeName(name)
    }

    /// Writes `"qualifier"."name"` at once.
    ///
    /// - Returns: `false` if a name is not stored as contiguous UTF-8.
    private mutating func writeQualified(_ qualifier: String, _ name: String) -> Bool {
        qualifier.utf8.withContiguousStorageIfAvailable { qualifier in
            name.utf8.withContiguousStorageIfAvailable { name in
                text.append(atMost: 2 &* (qualifier.count &+ name.count) &+ 5) { target in
                    let dot = Self.quote(qualifier, at: target)
                    dot.initialize(to: UInt8(ascii: "."))
                    return Self.quote(name, at: dot + 1) - target
                }
            } != nil
        } ?? false
    }
}

extension StaticString {
    /// The names in `"table"."column"`, which contain no double quotes.
    var columnNames: (qualifier: String, name: String) {
        withUTF8Buffer { text in
            let names = text.split(separator: UInt8(ascii: "\""))
            guard names.count == 3 else { return ("", String(decoding: text, as: UTF8.self)) }
            return (
                String(decoding: names[0], as: UTF8.self), String(decoding: names[2], as: UTF8.self)
            )
        }
    }
}

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

extension _SQLWriter {
    /// What few statements have. A writer without it is created and destroyed faster.
    struct RareParts {
        var placeholders: [Placeholder] = []
        var error: SQLiteError?
        var onlyTable: OnlyTable?
        var trigger: TriggerScope?
        var functions = UsedFunctions()
        var computedOnce: [ObjectIdentifier] = []
        var isNone = false
    }

    /// The rare parts, for changes.
    var rareParts: RareParts {
        get { rare ?? RareParts() }
        _modify {
            var parts = rare.take() ?? RareParts()
            defer { rare = parts }
            yield &parts
        }
    }

    /// The parameters whose values are given when the statement runs.
    var placeholders: [Placeholder] { rare?.placeholders ?? [] }

    /// The first error in an expression.
    var error: SQLiteError? { rare?.error }

    /// The only table whose columns can be written while qualifiers are omitted; `nil` for any table.
    var onlyTable: OnlyTable? {
        get { rare?.onlyTable }
        set { rareParts.onlyTable = newValue }
    }

    /// The trigger whose statements are written, if any.
    var trigger: TriggerScope? {
        get { rare?.trigger }
        set { rareParts.trigger = newValue }
    }

    /// Whether the statement is a query without rows.
    var isNone: Bool {
        get { rare?.isNone ?? false }
        set { rareParts.isNone = newValue }
    }

    /// The Swift functions that the text written so far calls.
    var functions: UsedFunctions {
        get { rare?.functions ?? UsedFunctions() }
        _modify { yield &rareParts.functions }
    }

    /// The assigned values that were written and must not be computed again; see `ComputedOnce`.
    var computedOnce: [ObjectIdentifier] {
        get { rare?.computedOnce ?? [] }
        _modify { yield &rareParts.computedOnce }
    }
}
