import DataLiteQuery
import Foundation
import Testing

@Suite("Swift values as operands")
struct ValueOperandTests {
    private let db: Connection

    init() throws { db = try Connection(location: .inMemory) }

    @Test("A value has conditions")
    func conditions() throws {
        let word = "a"
        let conditions = Values("a".eq(word), 1.neq(2), word.in(["a", "b"]), 2.5.in([]))
        #expect(try conditions.fetchOnly(db) == (true, true, true, false))
        let missing: Int? = nil
        #expect(try Values(missing.eq(nil), missing.in([1])).fetchOnly(db) == (true, false))
        #expect(try Values(UUID().eq(UUID()), 1.in(Values(1))).fetchOnly(db) == (false, true))
        let id = SQLExpression<Int>(3)
        let comparisons = Values(3.eq(id), 3.neq(id), 3.in([id, id + 1]))
        #expect(try comparisons.fetchOnly(db) == (true, false, true))
    }

    @Test("A value has functions")
    func functions() throws {
        let word = "swift"
        let replaced = Values(word.replace("s", "d"), "aXa".replace("a", "b"))
        #expect(try replaced.fetchOnly(db) == ("dwift", "bXb"))
        let converted = Values("12x".cast(as: Int.self), 3.cast(as: String.self))
        #expect(try converted.fetchOnly(db) == (12, "3"))
        let types = Values("a".typeof(), 1.typeof(), 1.5.typeof(), Date().typeof(), Data().typeof())
        #expect(try types.fetchOnly(db) == ("text", "integer", "real", "text", "blob"))
        #expect(try Values("A".collate(.nocase) == "a").fetchOnly(db))
        let codes = try Values(unicode("a"), "b".unicode()).fetchOnly(db)
        #expect(codes.0 == 97 && codes.1 == 98)
    }

    @Test("The number of bytes of a value requires a newer library")
    func byteCounts() throws {
        let lengths = Values("é".octetLength(), Data([1]).octetLength(), octetLength("ab"))
        guard Connection.libraryVersionNumber >= 3_043_000 else {
            let error = #expect(throws: SQLiteError.self) { try lengths.fetchOnly(db) }
            let message = "the function octet_length requires SQLite 3.43.0"
            #expect(error?.message.hasPrefix(message) == true)
            return
        }
        let found = try lengths.fetchOnly(db)
        #expect(found.0 == 2 && found.1 == 1 && found.2 == 2)
    }
}
