import Testing

@testable import DataLiteCore

@Suite("Many hooks")
struct ManyHooksTests {
    @Test("A cancelled hook leaves the others in order")
    func order() throws {
        let connection = try Connection(location: .inMemory)
        var calls: [Int] = []
        let hooks = try (0..<40).map { number in try connection.onCommit { calls.append(number) } }
        for number in stride(from: 0, to: 40, by: 2) { hooks[number].cancel() }
        #expect(connection.delegates.hooks.commits.untyped.closures.count == 20)
        try connection.execute("CREATE TABLE t(x)")
        #expect(calls == Array(stride(from: 1, to: 40, by: 2)))
        for hook in hooks { hook.cancel() }
        #expect(connection.delegates.hooks.isEmpty)
    }

    @Test("The connection of a pool removes cancelled hooks when others are added")
    func pooled() throws {
        let connection = try Connection(location: .inMemory)
        connection.isPooled = true
        let kept = try connection.onCommit {}
        for _ in 0..<1000 { try connection.onCommit {}.cancel() }
        #expect(connection.delegates.hooks.commits.untyped.closures.count <= 16)
        #expect(!kept.isCancelled)
    }
}
