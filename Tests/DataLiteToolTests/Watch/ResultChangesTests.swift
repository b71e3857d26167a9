import DataLiteCore
import Testing

@testable import DataLiteTool

@Suite("The changes between two results")
struct ResultChangesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let old: [[SQLiteValue]]
        let new: [[SQLiteValue]]
        let summary: String
        let columns: [Int: Set<Int>]
    }

    static let cases = [
        Case(
            testDescription: "a changed cell",
            old: [[1, "Ada", 36], [2, "Grace", 85]], new: [[1, "Ada", 37], [2, "Grace", 85]],
            summary: "1 changed", columns: [0: [2]]),
        Case(
            testDescription: "a row at the beginning",
            old: [[2, "b"], [3, "c"]], new: [[1, "a"], [2, "b"], [3, "c"]],
            summary: "1 added", columns: [0: [0, 1]]),
        Case(
            testDescription: "a removed row",
            old: [[1, "a"], [2, "b"]], new: [[2, "b"]],
            summary: "1 removed", columns: [:]),
        Case(
            testDescription: "all of them",
            old: [[1, "a"], [2, "b"], [3, "c"]], new: [[3, "z"], [2, "b"], [4, "d"]],
            summary: "1 added, 1 changed, 1 removed", columns: [0: [1], 2: [0, 1]]),
        Case(
            testDescription: "rows that moved",
            old: [[1], [2], [3]], new: [[3], [1], [2]],
            summary: "in another order", columns: [:]),
        Case(
            testDescription: "one of two equal rows",
            old: [["a", 1], ["a", 1]], new: [["a", 1]],
            summary: "1 removed", columns: [:]),
        Case(
            testDescription: "rows with the same first column, in their order",
            old: [["a", 1, 0], ["a", 2, 0]], new: [["a", 1, 7], ["a", 3, 0]],
            summary: "2 changed", columns: [0: [2], 1: [1]]),
        Case(
            testDescription: "the only row",
            old: [[3, 9.5]], new: [[4, 9.5]],
            summary: "1 changed", columns: [0: [0]]),
        Case(
            testDescription: "another storage class",
            old: [[1, 5], [2, 0]], new: [[1, "5"], [2, 0]],
            summary: "1 changed", columns: [0: [1]]),
        Case(
            testDescription: "NULL in the first column",
            old: [[.null, 1], [2, 2]], new: [[.null, 3], [2, 2]],
            summary: "1 changed", columns: [0: [1]]),
        Case(
            testDescription: "the first rows",
            old: [], new: [[1], [2]],
            summary: "2 added", columns: [0: [0], 1: [0]]),
        Case(
            testDescription: "all rows removed",
            old: [[1], [2]], new: [],
            summary: "2 removed", columns: [:]),
    ]

    @Test("Changed, added and removed rows are found", arguments: cases)
    func found(_ test: Case) {
        let changes = ResultChanges(from: test.old, to: test.new)
        #expect(changes.description == test.summary)
        #expect(changes.columns == test.columns)
    }

    @Test("Finding changes takes linear time")
    func manyRows() {
        let rows = (0..<100_000).map { [SQLiteValue.text("same"), .int($0)] }
        let changes = ResultChanges(from: rows, to: rows.map { [$0[0], .null] })
        #expect(changes.changed == 100_000)
    }
}
