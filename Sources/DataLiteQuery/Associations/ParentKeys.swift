/// The keys of the rows that an association is loaded for, as SQLite returned them. They are never converted to Swift
/// values, so SQLite compares what is stored, with its own rules.
///
/// Equal keys share a slot, so that the rows of a key are read once.
public struct _ParentKeys {
    private let positions: [Int]

    /// The slot of each parent; -1 for a key with NULL, which refers to no row.
    @usableFromInline private(set) var slots: [Int] = []

    /// The values of the distinct keys, as many for each as the key has columns.
    private(set) var values: [SQLiteValue] = []

    /// The number of distinct keys.
    @usableFromInline private(set) var slotCount = 0

    /// The slots of the keys; empty while the keys are integers in ascending order.
    private var slotsOfIntegers: [Int64: Int] = [:]
    private var slotsOfValues: [[SQLiteValue]: Int] = [:]
    private var lastInteger: Int64?
    private var isAscending = true

    @usableFromInline let error: SQLiteError?

    @usableFromInline
    init(_ key: _ParentKey) {
        positions = key.positions
        error = key.error
    }

    init(positions: [Int]) {
        self.positions = positions
        error = nil
    }

    var width: Int { positions.count }

    /// Whether all keys are integers.
    var areIntegers: Bool { width == 1 && slotsOfValues.isEmpty }

    /// The slot of an integer; `nil` if it is not a key. The keys must be integers.
    func slot(of integer: Int64) -> Int? {
        guard isAscending else { return slotsOfIntegers[integer] }
        var (low, high) = (0, slotCount)
        while low < high {
            let middle = (low + high) / 2
            guard case .int(let key) = values[middle] else { return nil }
            if key == integer { return middle }
            if key < integer { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// Whether the parents and the slots are the same.
    @usableFromInline var isIdentity: Bool { slotCount == slots.count }

    /// Appends the key of a row whose columns begin at `base`.
    @usableFromInline
    mutating func append(_ row: inout RowReader, from base: Int) {
        guard positions.count == 1 else { return appendComposite(&row, from: base) }
        switch row.storedValue(at: base + positions[0]) {
        case .null: slots.append(-1)
        case .int(let integer): append(integer)
        case let value: append([value])
        }
    }

    private mutating func appendComposite(_ row: inout RowReader, from base: Int) {
        var key: [SQLiteValue] = []
        for position in positions { key.append(row.storedValue(at: base + position)) }
        if key.isEmpty || key.contains(where: \.isNull) { slots.append(-1) } else { append(key) }
    }

    private mutating func append(_ integer: Int64) {
        if isAscending {
            if slotCount == 0 || lastInteger.map({ $0 < integer }) == true {
                lastInteger = integer
                return addSlot([.int(integer)])
            }
            startCountingIntegers()
        }
        if let slot = slotsOfIntegers[integer] { return slots.append(slot) }
        slotsOfIntegers[integer] = slotCount
        addSlot([.int(integer)])
    }

    private mutating func startCountingIntegers() {
        isAscending = false
        for (slot, value) in values.enumerated() where width == 1 {
            if case .int(let integer) = value { slotsOfIntegers[integer] = slot }
        }
    }

    mutating func append(_ key: [SQLiteValue]) {
        if isAscending { startCountingIntegers() }
        if let slot = slotsOfValues[key] { return slots.append(slot) }
        slotsOfValues[key] = slotCount
        addSlot(key)
    }

    private mutating func addSlot(_ key: [SQLiteValue]) {
        slots.append(slotCount)
        slotCount += 1
        values += key
    }

    /// The values of a slot, one for each parent, in their order.
    @usableFromInline
    func distribute<Value>(_ values: [Value], none: Value) -> [Value] {
        if isIdentity { return values }
        return slots.map { $0 < 0 ? none : values[$0] }
    }

    /// The key of a slot, for an error message.
    func describe(_ slot: Int) -> String {
        values[slot * width..<(slot + 1) * width].map(\.sqliteLiteral).joined(separator: ", ")
    }
}

/// The keys of parents as a table: `json_each(?)` with the columns `key`, the number of the slot, and `value`. The text
/// is the same for every number of keys.
///
/// A key of several columns, and values that JSON cannot contain, become a derived table with a column for each value.
struct KeyTable: SQLRenderable {
    private let list: JSONList
    private let width: Int

    init(_ keys: _ParentKeys) {
        list = JSONList(keys.values, rowsOf: keys.width)
        width = keys.width
    }

    private var isPlain: Bool { width == 1 && !list.hasOtherForms }

    /// The names of the columns with the values.
    var columnNames: [String] { isPlain ? ["value"] : (0..<width).map { "value\($0)" } }

    func write(to writer: inout _SQLWriter) {
        guard !isPlain else { return writeEach(to: &writer) }
        writer.write("(SELECT \"key\"")
        for column in 0..<width {
            writer.write(", ")
            writeValue(column, to: &writer)
            writer.write(" AS ")
            writer.writeName("value\(column)")
        }
        writer.write(" FROM ")
        writeEach(to: &writer)
        writer.write(")")
    }

    private func writeEach(to writer: inout _SQLWriter) {
        if let error = list.error { writer.fail(error) }
        writer.write("json_each(")
        writer.write(parameter: .text(list.text))
        writer.write(")")
    }

    private func writeValue(_ column: Int, to writer: inout _SQLWriter) {
        if list.hasOtherForms {
            list.writeForm(at: width == 1 ? nil : column, to: &writer)
        } else {
            writer.write("json_extract(\"value\", '$[")
            writer.write(column)
            writer.write("]')")
        }
    }
}
