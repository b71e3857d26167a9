import DataLiteCore
import Testing

/// The number of columns in a row depends on the SQL, so the program cannot know which indices are valid.
@Suite("A row narrower than the program expects")
struct SQLiteRowRangeTests {
    static let rows: [SQLiteRow] = [[:], ["a": 1], ["a": 1, "b": 2, "c": 3, "d": 4]]
    static let numbers = [Int.min, Int.min + 1, -5, -1, 0, 1, 2, 4, 5, 9, Int.max - 1, Int.max]

    /// The values of the row at those of its positions for which `isIncluded` holds.
    private func values(of row: SQLiteRow, where isIncluded: (Int) -> Bool) -> [SQLiteValue] {
        row.values.indices.filter(isIncluded).map { row.values[$0] }
    }

    @Test("A narrow row clamps every range", arguments: rows)
    func ranges(row: SQLiteRow) {
        for low in Self.numbers {
            #expect(row[low...].map(\.value) == values(of: row) { $0 >= low })
            #expect(row[..<low].map(\.value) == values(of: row) { $0 < low })
            #expect(row[...low].map(\.value) == values(of: row) { $0 <= low })
            #expect(row.suffix(from: low).map(\.value) == values(of: row) { $0 >= low })
            #expect(row.prefix(upTo: low).map(\.value) == values(of: row) { $0 < low })
            #expect(row.prefix(through: low).map(\.value) == values(of: row) { $0 <= low })
            for high in Self.numbers where high >= low {
                #expect(
                    row[low..<high].map(\.value) == values(of: row) { (low..<high).contains($0) })
                #expect(
                    row[low...high].map(\.value) == values(of: row) { (low...high).contains($0) })
            }
        }
        #expect(row[...].map(\.value) == row.values)
    }

    @Test(
        "A narrow row yields no more elements than it has, and none for a negative count",
        arguments: rows)
    func counts(row: SQLiteRow) {
        let values = row.values
        for number in Self.numbers {
            let count = max(0, number)
            #expect(row.prefix(number).map(\.value) == Array(values.prefix(count)))
            #expect(row.suffix(number).map(\.value) == Array(values.suffix(count)))
            #expect(row.dropFirst(number).map(\.value) == Array(values.dropFirst(count)))
            #expect(row.dropLast(number).map(\.value) == Array(values.dropLast(count)))
            var rest = row[...]
            rest.removeFirst(number)
            #expect(rest.map(\.value) == Array(values.dropFirst(count)))
            rest = row[...]
            rest.removeLast(number)
            #expect(rest.map(\.value) == Array(values.dropLast(count)))
        }
    }

    /// Adds without overflow.
    private func sum(_ lhs: Int, _ rhs: Int) -> Int {
        let (sum, overflows) = lhs.addingReportingOverflow(rhs)
        return overflows ? (rhs < 0 ? .min : .max) : sum
    }

    @Test(
        "A narrow row calculates with every index and stops at the limits of Int", arguments: rows)
    func arithmetic(row: SQLiteRow) {
        for index in Self.numbers {
            #expect(row.index(after: index) == sum(index, 1))
            #expect(row.index(before: index) == sum(index, -1))
            #expect(
                row[index].value == (row.values.indices.contains(index) ? row.values[index] : .null)
            )
            for offset in Self.numbers {
                #expect(row.index(index, offsetBy: offset) == sum(index, offset))
                let distance = row.distance(from: index, to: offset)
                #expect(
                    index < offset ? distance > 0 : index > offset ? distance < 0 : distance == 0)
            }
        }
        #expect(row.distance(from: 1, to: 9) == 8)
        #expect(row.distance(from: .min, to: .max) == .max)
    }

    @Test(
        "Moving an index of a row stops at a limit as in other collections",
        arguments: [
            (0, 3, 4, 3), (0, 4, 4, 4), (0, 5, 4, nil), (9, 5, 4, 14), (3, -3, 0, 0),
            (3, -4, 0, nil), (-2, -4, 0, -6), (2, 0, 2, 2), (0, .max, 4, nil), (0, .min, -1, nil),
            (5, .max, 1, .max), (.min, 1, .max, .min + 1), (.max, -1, .min, .max - 1),
        ] as [(Int, Int, Int, Int?)])
    func limits(index: Int, offset: Int, limit: Int, expected: Int?) {
        let row = Self.rows[2]
        #expect(row.index(index, offsetBy: offset, limitedBy: limit) == expected)
    }

    /// A range type without its own subscript.
    private struct Odd: RangeExpression {
        func relative<C: Collection>(to collection: C) -> Range<Int> where C.Index == Int { 1..<9 }
        func contains(_ element: Int) -> Bool { element > 0 }
    }

    @Test("A narrow row clamps a range of another type", arguments: rows)
    func ownRange(row: SQLiteRow) {
        #expect(row[Odd()].map(\.value) == values(of: row) { $0 > 0 })
    }

    /// Generic code over any collection.
    private func generic(_ collection: some RandomAccessCollection<SQLiteRow.Element>) -> Int {
        let past = collection.index(collection.endIndex, offsetBy: 5)
        _ = collection[past]
        return collection.distance(
            from: collection.startIndex, to: collection.index(after: past))
    }

    @Test("A narrow row accepts every index in generic code", arguments: rows)
    func genericCode(row: SQLiteRow) {
        #expect(generic(row) == row.count + 6)
        #expect(generic(row.dropFirst()) == row.dropFirst().count + 6)
    }
}

@Suite("A part of a row")
struct SQLiteRowSliceTests {
    private let slice = (["a": 1, "b": 2, "c": 3, "d": 4, "e": 5] as SQLiteRow)[1..<4]

    @Test("A slice of a row has the indices of its row")
    func indices() {
        #expect(slice.indices == 1..<4)
        #expect(slice[1] == ("b", 2))
        #expect(slice.map(\.column) == ["b", "c", "d"])
        #expect(slice.reversed().map(\.column) == ["d", "c", "b"])
        #expect(slice.first?.column == "b")
        #expect(slice.last?.column == "d")
        #expect(SQLiteRow(slice) == ["b": 2, "c": 3, "d": 4])
    }

    @Test(
        "A slice of a row is empty outside of its row's indices",
        arguments: [Int.min, -1, 0, 4, 5, .max])
    func outside(index: Int) {
        #expect(slice[index] == ("", .null))
    }

    @Test("A slice of a row clamps ranges to its own bounds")
    func ranges() {
        #expect(slice[0...9].map(\.column) == ["b", "c", "d"])
        #expect(slice[2...].map(\.column) == ["c", "d"])
        #expect(slice[7...].isEmpty)
        #expect(slice[..<(-3)].isEmpty)
        #expect(slice.prefix(2).map(\.column) == ["b", "c"])
        #expect(slice.suffix(2).map(\.column) == ["c", "d"])
        #expect(slice.dropFirst(9)[0...].isEmpty)
    }

    @Test("A slice of a row can be consumed past its end")
    func consuming() {
        var rest = slice
        #expect(rest.removeFirst() == ("b", 2))
        #expect(rest.removeLast() == ("d", 4))
        #expect(rest.popFirst()?.column == "c")
        #expect(rest.removeFirst() == ("", .null))
        #expect(rest.removeLast() == ("", .null))
        #expect(rest.popFirst() == nil)
        #expect(rest.isEmpty)
    }
}
