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
            SQLExpression("a").eq(word), SQLExpression(1).neq(2),
            SQLExpression(word).in(["a", "b"]),
            SQLExpression(2.5).in([]))
        #expect(try conditions.fetchOnly(db) == (true, true, true, false))
        let missing: Int? = nil
        #expect(
            try Values(SQLExpression(missing).eq(nil), SQLExpression(missing).in([1])).fetchOnly(db)
                == (true, false))
        #expect(
            try Values(SQLExpression(UUID()).eq(UUID()), SQLExpression(1).in(Values(1)))
                .fetchOnly(db) == (false, true))
        let id = SQLExpression<Int>(3)
        let comparisons = Values(
            SQLExpression(3).eq(id), SQLExpression(3).neq(id), SQLExpression(3).in([id, id + 1]))
        #expect(try comparisons.fetchOnly(db) == (true, false, true))
    }

    @Test("A value has functions")
    func functions() throws {
        let word = "swift"
        let replaced = Values(
            SQLExpression(word).replace("s", "d"), SQLExpression("aXa").replace("a", "b"))
        #expect(try replaced.fetchOnly(db) == ("dwift", "bXb"))
        let converted = Values(
            SQLExpression("12x").cast(as: Int.self), SQLExpression(3).cast(as: String.self))
        #expect(try converted.fetchOnly(db) == (12, "3"))
        let types = Values(
            SQLExpression("a").typeof(), SQLExpression(1).typeof(), SQLExpression(1.5).typeof(),
            SQLExpression(Date()).typeof(), SQLExpression(Data()).typeof())
        #expect(try types.fetchOnly(db) == ("text", "integer", "real", "text", "blob"))
        #expect(try Values(SQLExpression("A").collate(.nocase) == "a").fetchOnly(db))
        #expect(try Values(SQLExpression("b").unicode()).fetchOnly(db) == 98)
    }

    @Test("The number of bytes of a value requires a newer library")
    func byteCounts() throws {
        let lengths = Values(
            SQLExpression("é").octetLength(), SQLExpression(Data([1])).octetLength())
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
