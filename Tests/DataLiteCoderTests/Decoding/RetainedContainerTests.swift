import DataLiteCoder
import DataLiteTestSupport
import Foundation
import Testing

@Suite("A container that outlives its row")
struct RetainedContainerTests {
    /// Keeps the decoder and the containers that it was decoded from.
    private struct Keeper: Decodable {
        enum CodingKeys: CodingKey { case a }
        let decoder: any Decoder
        let container: KeyedDecodingContainer<CodingKeys>
        let single: any SingleValueDecodingContainer
        let list: any UnkeyedDecodingContainer

        init(from decoder: any Decoder) throws {
            self.decoder = decoder
            container = try decoder.container(keyedBy: CodingKeys.self)
            single = try decoder.singleValueContainer()
            list = try decoder.unkeyedContainer()
        }

        /// The number of them that reject a read.
        func refusals() -> Int {
            var list = list
            let reads: [() throws -> Void] = [
                { _ = try container.decode(Int.self, forKey: .a) },
                { _ = try decoder.container(keyedBy: CodingKeys.self) },
                { _ = try single.decode(Int.self) },
                { _ = try list.decode(Int.self) },
            ]
            return reads.count { read in
                do {
                    try read()
                    return false
                } catch {
                    return error is DecodingError
                }
            }
        }
    }

    // The compiler allows sending a value to another thread if it was decoded only from Sendable values.
    @Test("A retained container shares nothing with rows read on other threads")
    func threads() async throws {
        let refusals = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                let kept = try SQLiteCoder.default.decode(Keeper.self, from: ["a": 1])
                group.addTask {
                    var refusals = 0
                    for _ in 0..<50 {
                        refusals += kept.refusals()
                        _ = try SQLiteCoder.default.decode(Keeper.self, from: ["a": 2])
                    }
                    return refusals
                }
                for k in 0..<50 {
                    _ = try SQLiteCoder.default.decode(Keeper.self, from: ["a": .int(Int64(k))])
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(refusals == 8 * 50 * 4)
    }

    @Test("A retained container shares nothing with later runs of its statement")
    func laterRuns() async throws {
        let connection = try Connection(location: .inMemory)
        for _ in 0..<20 {
            let kept = TestBox(try connection.requiredRow("SELECT 1 AS a", as: Keeper.self))
            let refusals = Task.detached {
                (0..<20).reduce(0) { count, _ in count + kept.value.refusals() }
            }
            for k in 0..<20 {
                #expect(try connection.requiredRow("SELECT \(k) AS a", as: Row.self) == Row(a: k))
                #expect(try connection.requiredRow("SELECT 1 AS a", as: Row.self) == Row(a: 1))
            }
            #expect(await refusals.value == 20 * 4)
        }
    }

    /// Keeps its container, and nothing else, in some of the runs.
    private struct Sometimes: Codable {
        enum CodingKeys: CodingKey { case a }
        let a: Int

        final class Kept {
            var isWanted = false
            var readers: [KeyedDecodingContainer<CodingKeys>] = []
            var writers: [KeyedEncodingContainer<CodingKeys>] = []
        }

        init(_ a: Int) { self.a = a }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            a = try container.decode(Int.self, forKey: .a)
            let kept = try TestInfo.box(Kept.self, in: decoder).value
            if kept.isWanted { kept.readers.append(container) }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(a, forKey: .a)
            let kept = try TestInfo.box(Kept.self, in: encoder).value
            if kept.isWanted { kept.writers.append(container) }
        }
    }

    @Test("A container that is retained after reuse shares nothing with later runs")
    func reusedContainer() async throws {
        let box = TestBox(Sometimes.Kept())
        let coder = TestInfo.coder(box)
        let connection = try Connection.inMemory("CREATE TABLE t(a)")
        let encoder = RowEncoder(coder: coder)
        var written = 0
        for round in 0..<20 {
            for isWanted in [false, false, true, false] {
                box.value.isWanted = isWanted
                let rows = try connection.rows(
                    "SELECT column1 + \(round) AS a FROM (VALUES (1), (2))", as: Sometimes.self,
                    coder: coder)
                #expect(rows.map(\.a) == [round + 1, round + 2])
                try connection.insert(Sometimes(round), into: "t", encoder: encoder)
                try connection.execute(
                    "INSERT INTO t VALUES (:a)", SQLParameters(Sometimes(round), coder: coder))
                written += 2
            }
            let kept = TestBox(box.value)
            box.value = Sometimes.Kept()
            let refusals = Task.detached {
                kept.value.readers.count { (try? $0.decode(Int.self, forKey: .a)) == nil }
                    + kept.value.writers.count { writer in
                        var writer = writer
                        return (try? writer.encode(-1, forKey: .a)) == nil
                    }
            }
            for k in 0..<5 {
                let row = try connection.requiredRow(
                    "SELECT column1 + \(k) AS a FROM (VALUES (1), (2))", as: Sometimes.self,
                    coder: coder)
                #expect(row.a == k + 1)
                try connection.insert(Sometimes(k), into: "t", encoder: encoder)
                written += 1
            }
            #expect(await refusals.value == 4)
        }
        #expect(try connection.rows("SELECT count(*) FROM t WHERE a >= 0") == [written])
    }

    /// Keeps a weak reference to the reader of its decoder, found by reflection.
    private struct Reflecting: Decodable {
        enum CodingKeys: CodingKey { case a }
        let a: Int

        final class Kept {
            weak var reader: AnyObject?
            var isFound = false
        }

        init(from decoder: any Decoder) throws {
            a = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .a)
            let kept = try TestInfo.box(Kept.self, in: decoder).value
            for property in Mirror(reflecting: decoder).children
            where type(of: property.value) is AnyClass {
                kept.reader = property.value as AnyObject
                kept.isFound = true
            }
        }
    }

    @Test("A weak reference to a reader is nil in a later run")
    func weakReference() throws {
        let connection = try Connection(location: .inMemory)
        let box = TestBox(Reflecting.Kept())
        let coder = TestInfo.coder(box)
        #expect(
            try connection.requiredRow("SELECT 1 AS a", as: Reflecting.self, coder: coder).a == 1)
        #expect(box.value.isFound)
        #expect(
            try connection.requiredRow("SELECT 1 AS a", as: Row.self, coder: coder) == Row(a: 1))
        #expect(box.value.reader == nil)
    }

    /// Reads through the container of another row while its own is current.
    private struct Prober: Decodable {
        enum CodingKeys: CodingKey { case a }
        let a: Int
        let foreign: Int?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            a = try container.decode(Int.self, forKey: .a)
            let keeper = try TestInfo.box(Keeper.self, in: decoder).value
            foreign = try? keeper.container.decode(Int.self, forKey: .a)
        }
    }

    @Test("A retained container cannot read a row of another type")
    func otherType() throws {
        let box = TestBox(try SQLiteCoder.default.decode(Keeper.self, from: ["a": 1]))
        let decoder = TestInfo.coder(box)
        let rows = try decoder.decode(Prober.self, from: [["a": 2], ["a": 3]])
        #expect(rows.map(\.a) == [2, 3])
        #expect(rows.allSatisfy { $0.foreign == nil })
    }

    /// Has several containers, some of which may reuse freed memory, and reads through the container of another row.
    private struct ManyContainers: Decodable {
        enum A: CodingKey { case a }
        enum B: CodingKey { case a }
        enum C: CodingKey { case a }
        enum D: CodingKey { case a }
        enum E: CodingKey { case a }
        enum F: CodingKey { case a }
        let foreign: Int?

        init(from decoder: any Decoder) throws {
            let containers: (Any, Any, Any, Any, Any, Any) = (
                try decoder.container(keyedBy: A.self), try decoder.container(keyedBy: B.self),
                try decoder.container(keyedBy: C.self), try decoder.container(keyedBy: D.self),
                try decoder.container(keyedBy: E.self), try decoder.container(keyedBy: F.self)
            )
            let keeper = try TestInfo.box(Keeper.self, in: decoder).value
            foreign = try? keeper.container.decode(Int.self, forKey: .a)
            withExtendedLifetime(containers) {}
        }
    }

    @Test("A retained container cannot read later rows that reuse freed memory")
    func afterOthers() throws {
        for _ in 0..<200 {
            let box = TestBox(try SQLiteCoder.default.decode(Keeper.self, from: ["a": 1]))
            for k in 0..<3 {
                #expect(
                    try SQLiteCoder.default.decode(Row.self, from: ["a": .int(Int64(k))])
                        == Row(a: k))
            }
            let row = try TestInfo.coder(box)
                .decode(ManyContainers.self, from: ["a": 2])
            #expect(row.foreign == nil)
        }
    }

    private struct Row: Codable, Equatable { var a: Int }

    @Test("A retained container does not keep the connection alive")
    func release() throws {
        weak var weakConnection: Connection?
        var kept: [Keeper] = []
        do {
            let connection = try Connection(location: .inMemory)
            weakConnection = connection
            for _ in 0..<2 { kept += try connection.rows("VALUES (1), (2)", as: Keeper.self) }
        }
        #expect(weakConnection == nil)
        #expect(kept.count == 4)
        #expect(kept.allSatisfy { $0.refusals() == 4 })
    }
}
