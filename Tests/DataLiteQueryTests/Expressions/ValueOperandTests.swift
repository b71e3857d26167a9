import DataLiteQuery
import Foundation
import Testing

@Suite("Bound values as operands")
struct ValueOperandTests {
    private let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    @Test("A value has conditions")
    func conditions() throws {
        let word = "a"
        let conditions = Values(
            SQLExpression<String>("a").eq(word), SQLExpression<Int>(1).neq(2),
            SQLExpression<String>(word).in(["a", "b"]),
            SQLExpression<Double>(2.5).in([]))
        #expect(try conditions.fetchOnly(db) == (true, true, true, false))
        let missing: Int? = nil
        #expect(
            try Values(SQLExpression<Int?>(missing).eq(nil), SQLExpression<Int?>(missing).in([1]))
                .fetchOnly(db)
                == (true, false))
        #expect(
            try Values(SQLExpression<UUID>(UUID()).eq(UUID()), SQLExpression<Int>(1).in(Values(1)))
                .fetchOnly(db) == (false, true))
        let id = SQLExpression<Int>(3)
        let comparisons = Values(
            SQLExpression<Int>(3).eq(id), SQLExpression<Int>(3).neq(id),
            SQLExpression<Int>(3).in([id, id + 1]))
        #expect(try comparisons.fetchOnly(db) == (true, false, true))
    }

    @Test("A value has functions")
    func functions() throws {
        let word = "swift"
        let replaced = Values(
            SQLExpression<String>(word).replace("s", "d"),
            SQLExpression<String>("aXa").replace("a", "b"))
        #expect(try replaced.fetchOnly(db) == ("dwift", "bXb"))
        let converted = Values(
            SQLExpression<String>("12x").cast(as: Int.self),
            SQLExpression<Int>(3).cast(as: String.self))
        #expect(try converted.fetchOnly(db) == (12, "3"))
        let types = Values(
            SQLExpression<String>("a").typeof(), SQLExpression<Int>(1).typeof(),
            SQLExpression<Double>(1.5).typeof(),
            SQLExpression<Date>(Date()).typeof(), SQLExpression<Data>(Data()).typeof())
        #expect(try types.fetchOnly(db) == ("text", "integer", "real", "text", "blob"))
        #expect(try Values(SQLExpression<String>("A").collate(.nocase) == "a").fetchOnly(db))
        #expect(try Values(SQLExpression<String>("b").unicode()).fetchOnly(db) == 98)
    }

    @Test("The number of bytes of a value requires a newer library")
    func byteCounts() throws {
        let lengths = Values(
            SQLExpression<String>("é").octetLength(), SQLExpression<Data>(Data([1])).octetLength())
        guard Connection.libraryVersionNumber >= 3_043_000 else {
            let error = #expect(throws: SQLiteError.self) { try lengths.fetchOnly(db) }
            let message = "the function octet_length requires SQLite 3.43.0"
            #expect(error?.message.hasPrefix(message) == true)
            return
        }
        let found = try lengths.fetchOnly(db)
        #expect(found.0 == 2 && found.1 == 1)
    }
}
