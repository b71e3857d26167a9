import DataLiteQuery
import Foundation
import Testing

// The operators of expressions must not make those of the standard library ambiguous. That this file compiles is most
// of the test: no type is written where Swift infers one without this library.
@Suite("Operators of the standard library")
struct StandardOperatorTests {
    @Test("Arithmetic with literals has the types of the standard library")
    func literals() {
        let third = 1.0 / 3
        let half = 1 / 2.0
        let negative = -1.0 / 2
        let mean = (0.5 + 1) / 2
        let day = 60.0 * 60 * 24 / 2
        let seconds: TimeInterval = 60 * 60 * 24 / 2
        #expect(third * 3 == 1 && half == 0.5 && negative == -0.5 && mean == 0.75)
        #expect(day == 43200 && seconds == day)
        #expect(100.0 * 1 / 4 == 25 && 4 / Int8(2) == 2 && ~5 & 3 == 2 && 1 << 3 == 8)
    }

    @Test("Literals in collections, tuples and closures")
    func collections() {
        let list = [1.0 / 4, 2.0 / 4, 1]
        let angles = [Double.pi / 180, 3 * .pi / 2]
        let pair = (1.0 / 4, 2)
        let values = ["a": 1.0 / 4]
        let choice = pair.1 == 2 ? 1.0 / 4 : 2
        let mapped = [1, 2].map { _ in 1.0 / 4 }
        #expect(list == [0.25, 0.5, 1] && angles.count == 2 && pair.0 == 0.25)
        #expect(values["a"] == 0.25 && choice == 0.25 && mapped == [0.25, 0.25])
    }

    @Test("Operators as arguments")
    func reductions() {
        let prices: [Double] = [1.5, 2]
        let sum = prices.reduce(0, +)
        let product = prices.reduce(1, *)
        let doubled = prices.map { $0 * 2 }.reduce(0, +)
        let halves = prices.map { $0 / 2 }
        #expect(sum == 3.5 && product == 3 && doubled == 7 && halves == [0.75, 1])
        #expect(prices.reduce(0, +) / Double(prices.count) == 1.75)
        let counts: [Int64] = [1, 2]
        let total = counts.reduce(0, +)
        #expect(total == 3 && counts.map { $0 & 3 }.reduce(0, |) == 3)
        #expect([Float(1)].reduce(0, +) == 1 && [UInt8(1)].reduce(0, +) == 1)
        #expect([1, 2].reduce(0, +) == 3 && ["a", "b"].reduce("", +) == "ab")
    }
}
