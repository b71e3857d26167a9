import DataLiteQuery
import Foundation
import Testing

@Suite("Functions of NULL with Swift values")
struct NullFunctionTests {
    private let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    private func values<each Value>(
        _ value: repeat SQLExpression<each Value>
    ) throws -> (repeat (each Value)._Plain) {
        try Values(repeat each value).fetchOnly(db)
    }

    @Test("The other value of nullif and ifnull is a Swift value")
    func variables() throws {
        let (three, missing): (Int, Int?) = (3, nil)
        let number = SQLExpression<Int>(3)
        let optional: SQLExpression<Int?> = number.optional()
        let equal = try values(number.nullif(three), number.nullif(number))
        #expect(equal.0 == nil && equal.1 == nil)
        let different = try values(number.nullif(4), optional.nullif(4))
        #expect(different.0 == 3 && different.1 == 3)
        let found: (Int?, Int?, Int?) = try values(
            optional.nullif(three), optional.nullif(number.optional()), optional.nullif(missing))
        #expect(found.0 == nil && found.1 == nil && found.2 == 3)
        let none = SQLExpression<Int?>(missing)
        #expect(try values(none.ifnull(three), none ?? three) == (3, 3))
    }

    @Test("A Swift value has the form of the expression")
    func forms() throws {
        let time = Date(timeIntervalSince1970: 9)
        let stored = SQLExpression<Date.UnixTimeRepresentation>(time)
        let optional = stored.optional()
        let equal = try values(stored.nullif(time), optional.nullif(time))
        #expect(equal.0 == nil && equal.1 == nil)
        let none = SQLExpression<Date.UnixTimeRepresentation?>(nil)
        #expect(try values(none.ifnull(time), none ?? time) == (time, time))
    }
}
