import DataLiteCore

/// Inserts objects, one on each line, into a table.
struct JSONLinesImport {
    private let rows: RowImport
    private var bytes: ImportedBytes
    private var line: [UInt8] = []
    private var number = 1

    /// What text for the columns means, as far as it was needed.
    private var meanings: [SchemaName: ImportedText] = [:]

    init(_ source: ImportSource, _ rows: RowImport) throws {
        self.rows = rows
        bytes = try ImportedBytes(source)
    }

    mutating func run() throws -> Int {
        try rows.run { try insertNext() }
    }

    private mutating func insertNext() throws -> Int? {
        guard try readLine() else { return nil }
        let text = String(decoding: line, as: UTF8.self)
        guard text.utf8.elementsEqual(line) else { throw failure("the text is not valid UTF-8") }
        guard !line.contains(0) else { throw failure("the text contains a NUL character") }
        let (columns, values) = try row(of: members(of: text))
        return try rows.insertRow(rows.insert(columns), values, number)
    }

    /// The columns of an object, and their values.
    private mutating func row(
        of members: [(String, SQLiteValue)]
    ) throws -> (columns: [String], values: [SQLiteValue]) {
        var (columns, values): ([String], [SQLiteValue]) = ([], [])
        var names: Set<SchemaName> = []
        var numbers: JSONNumbers?
        for (index, (key, value)) in members.enumerated() {
            guard let column = try rows.column(named: key, number) else { continue }
            guard names.insert(SchemaName(column)).inserted else {
                throw SQLiteError(
                    .error, message: "\(RowImport.place(number, column)): the key is repeated")
            }
            columns.append(column)
            if case .text(let text) = value {
                values.append(meaning(column).value(text, .base64))
                continue
            }
            let keepsDigits = rows.storesText(column)
            guard value.isNumber, keepsDigits || value.isReal else {
                values.append(value)
                continue
            }
            let texts = numbers ?? JSONNumbers(in: line, count: members.count)
            numbers = texts
            let number = texts.text(at: index).flatMap {
                keepsDigits ? .text($0) : ImportedText.real($0).map(SQLiteValue.real)
            }
            values.append(number ?? value)
        }
        return (columns, values)
    }

    private mutating func meaning(_ column: String) -> ImportedText {
        let name = SchemaName(column)
        if let meaning = meanings[name] { return meaning }
        let meaning = rows.meaning(column)
        meanings[name] = meaning
        return meaning
    }

    /// Reads the next line that is not blank.
    private mutating func readLine() throws -> Bool {
        line.removeAll(keepingCapacity: true)
        number = bytes.line
        while let byte = try bytes.peek() {
            bytes.consume()
            if byte == ImportedBytes.lineFeed || byte == ImportedBytes.carriageReturn {
                if !line.allSatisfy(Self.isSpace) { return true }
                line.removeAll(keepingCapacity: true)
                if byte == ImportedBytes.carriageReturn { try bytes.consumeLineFeed() }
                number = bytes.line
            } else {
                guard line.count < ImportedBytes.lengthLimit else {
                    throw SQLiteError(.tooBig, message: "line \(number) of the import is too long")
                }
                line.append(byte)
            }
        }
        return !line.allSatisfy(Self.isSpace)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// The members of an object, as SQLite reads JSON: numbers as INTEGER and REAL, true and false as 1 and 0, arrays
    /// and objects as their JSON text.
    private func members(of json: String) throws -> [(String, SQLiteValue)] {
        let type: String?
        do {
            type = try rows.connection.value("SELECT json_type(\(json))")
        } catch {
            throw error.resultCode == .error ? failure("malformed JSON") : error
        }
        guard type == "object" else {
            throw failure("expected a JSON object, found \(type ?? "nothing")")
        }
        // SQLite may end a string at this character.
        guard !json.replacing(#"\\"#, with: "").contains(#"\u0000"#) else {
            throw failure("the text contains an escaped NUL character")
        }
        let cursor = try rows.connection.cursor("SELECT key, value FROM json_each(\(json))")
        var members: [(String, SQLiteValue)] = []
        while let member = try cursor.next() {
            members.append((member.lenientValue(at: 0) ?? "", member.values[1]))
        }
        try cursor.close()
        return members
    }

    private func failure(_ reason: String) -> SQLiteError {
        SQLiteError(.error, message: "line \(number) of the import: \(reason)")
    }
}

extension SQLiteValue {
    fileprivate var isReal: Bool {
        if case .real = self { true } else { false }
    }

    /// Whether the value is an INTEGER or a REAL.
    fileprivate var isNumber: Bool {
        switch self {
        case .int, .real: true
        default: false
        }
    }
}
