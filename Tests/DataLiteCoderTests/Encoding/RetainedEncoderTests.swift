import DataLiteCoder
import DataLiteTestSupport
import Foundation
import Testing

@Suite("An encoder that outlives its row")
struct RetainedEncoderTests {
    /// Keeps the containers that it was encoded with.
    private final class Writer: Encodable {
        enum CodingKeys: CodingKey { case a }
        var container: KeyedEncodingContainer<CodingKeys>?
        var encoder: (any Encoder)?

        func encode(to encoder: any Encoder) throws {
            self.encoder = encoder
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(1, forKey: .a)
            self.container = container
        }

        func refusals() -> Int {
            var refusals = 0
            do { try container?.encode(2, forKey: .a) } catch { refusals += 1 }
            var container = encoder?.container(keyedBy: CodingKeys.self)
            do { try container?.encode(2, forKey: .a) } catch { refusals += 1 }
            var list = encoder?.unkeyedContainer()
            do { try list?.encode(2) } catch { refusals += 1 }
            var single = encoder?.singleValueContainer()
            do { try single?.encode(2) } catch { refusals += 1 }
            return refusals
        }
    }

    @Test("A retained encoder rejects values after its value is written")
    func encoding() throws {
        let connection = try Connection.inMemory("CREATE TABLE t(a)")
        let writer = Writer()
        #expect(try RowEncoder().encode(writer) == ["a": 1])
        #expect(writer.refusals() == 4)
        try connection.insert(writer, into: "t")
        #expect(writer.refusals() == 4)
        try connection.execute("INSERT INTO t VALUES (:a)", SQLParameters(writer))
        #expect(writer.refusals() == 4)
        #expect(try connection.rows("SELECT a FROM t") == [1, 1])
    }

    @Test("A retained encoder rejects values while its statement runs again")
    func encodingLaterRuns() async throws {
        let connection = try Connection.inMemory("CREATE TABLE t(a)")
        let runs: [(Writer) throws -> Void] = [
            { try connection.execute("INSERT INTO t VALUES (:a)", SQLParameters($0)) },
            { try connection.insert($0, into: "t") },
        ]
        for run in runs {
            for _ in 0..<20 {
                let kept = TestBox(Writer())
                try run(kept.value)
                let refusals = Task.detached {
                    (0..<20).reduce(0) { count, _ in count + kept.value.refusals() }
                }
                for _ in 0..<20 { try run(Writer()) }
                #expect(await refusals.value == 20 * 4)
            }
        }
        #expect(try connection.rows("SELECT count(*) FROM t WHERE a = 1") == [2 * 20 * 21])
    }

    @Test("A retained container of a property that is JSON changes nothing after it is written")
    func property() throws {
        final class Nested: Encodable {
            enum CodingKeys: CodingKey { case a, b }
            var container: KeyedEncodingContainer<CodingKeys>?

            func encode(to encoder: any Encoder) throws {
                var outer = encoder.container(keyedBy: CodingKeys.self)
                container = outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .a)
                try container?.encode(1, forKey: .b)
            }
        }
        let connection = try Connection.inMemory("CREATE TABLE t(a)")
        let kept = Nested()
        try connection.insert(kept, into: "t")
        try kept.container?.encode(2, forKey: .b)
        try connection.insert(Nested(), into: "t")
        #expect(try connection.rows("SELECT a FROM t") == [#"{"b":1}"#, #"{"b":1}"#])
    }
}
