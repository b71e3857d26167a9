import DataLiteCore
import Foundation
import Testing

@testable import DataLiteTesting

@Suite("A pattern for a parameter")
struct ParameterPatternTests {
    @Test("A parameter pattern matches only the values it allows")
    func matches() {
        let table: [(ParameterPattern, SQLiteValue, Bool)] = [
            (1, .int(1), true), (1, .real(1), false), (1, .text("1"), false),
            (1.5, .real(1.5), true), ("a", .text("a"), true), ("a", .text("A"), false),
            (true, .int(1), true), (false, .int(0), true), (nil, .null, true), (nil, "", false),
            (.equal(nil), .null, true), (.equal(UInt8(7)), .int(7), true),
            (.equal(Data([1])), .blob(Data([1])), true), (.equal(.text("a")), "a", true),
            (.equal(Double.nan), .null, true), (.null, .real(.nan), true),
            (.any, .null, true), (.any, .blob(Data()), true),
            (.null, .null, true), (.null, .int(0), false),
            (.type(.text), "a", true), (.type(.text), .null, false), (.type(.null), .null, true),
            (.type(.real), .real(.nan), false),
            (.where("it is long") { $0.description.count > 3 }, "abc", true),
            (.where("it is long") { $0.description.count > 3 }, .int(1), false),
            (.capture(into: CapturedValues<Int8>()), .int(127), true),
            (.capture(into: CapturedValues<Int8>()), .int(128), false),
            (.capture(into: CapturedValues<Int8>()), .null, false),
            (.capture(into: CapturedValues<Int8?>()), .null, true),
        ]
        for (pattern, value, expected) in table {
            #expect(pattern.matches(value) == expected, "\(pattern): \(value)")
        }
    }

    @Test("A parameter pattern describes itself")
    func words() {
        let table: [(ParameterPattern, String)] = [
            (1, "1"), (1.5, "1.5"), ("it's", "'it''s'"), (true, "1"), (nil, "NULL"),
            (.null, "NULL"), (.any, "any value"), (.type(.blob), "any BLOB"),
            (.type(.null), "NULL"), (.where("it is odd") { _ in true }, "a value where it is odd"),
            (.capture(into: CapturedValues<String>()), "any String"),
        ]
        for (pattern, description) in table {
            #expect("\(pattern)" == description)
        }
    }

    @Test("A capture keeps only accepted values")
    func capturing() {
        let captured = CapturedValues<Int>()
        let pattern = ParameterPattern.capture(into: captured)
        #expect(pattern.matches(.int(1)))
        #expect(captured.value == nil)
        pattern.accepted(.int(2))
        pattern.accepted("none of the type")
        pattern.accepted(.int(3))
        #expect(captured.value == 3)
        #expect(captured.values == [2, 3])
    }

    @Test("A capture keeps values from concurrent tasks")
    func sharing() async {
        let captured = CapturedValues<Int>()
        await withTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    ParameterPattern.capture(into: captured).accepted(.int(Int64(number)))
                }
            }
        }
        #expect(captured.values.sorted() == Array(0..<50))
    }
}
