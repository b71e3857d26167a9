@testable import DataLiteCore
import Foundation
import Testing

/// Random programs in which every callback uses the connection. Their results are not checked: they must not
/// crash, leak or leave the connection unusable. Run them with a sanitizer to detect more errors.
///
/// `DATALITE_FUZZ_SEED` is the first seed, `DATALITE_FUZZ_PROGRAMS` the number of programs, and
/// `DATALITE_FUZZ_LOG=1` prints their actions.
@Suite("A connection used at random by its callbacks")
struct CallbackFuzzTests {
    private static func number(_ name: String, default value: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? value
    }

    private static let seeds: Range<UInt64> = {
        let first = number("DATALITE_FUZZ_SEED", default: UInt64.random(in: 0..<1 << 31))
        return first..<(first + number("DATALITE_FUZZ_PROGRAMS", default: 250))
    }()

    @Test("A connection used at random by its callbacks stays usable and releases everything")
    func programs() throws {
        print("Callback programs with the seeds \(Self.seeds)")
        var events: Set<String> = []
        for seed in Self.seeds {
            let census = InstanceCounter()
            do {
                let program = try CallbackProgram(seed: seed, census: census)
                program.run()
                events.formUnion(program.events)
                try requireUsable(program.connection, seed)
                try program.end()
            }
            try #require(census.alive == 0, "seed \(seed)")
        }
        // Otherwise the programs have not tested anything.
        let callbacks = [
            "function", "init", "step", "inverse", "value", "finalize", "collation", "update",
            "commit", "rollback", "trace", "deinit", "authorizer", "committed", "rolled back",
            "blob", "backup", "update hook", "commit hook", "rollback hook", "trace hook",
            "row hook", "profile hook", "collation hook",
        ]
        guard Self.seeds.count >= 100 else { return }
        #expect(events.isSuperset(of: callbacks))
        if PreupdateFunctions.shared != nil {
            #expect(
                events.isSuperset(of: ["observed commit", "observed rollback", "preupdate hook"]))
        }
    }

    /// The program has released its cursors, so nothing can prevent a rollback any longer.
    private func requireUsable(_ connection: Connection, _ seed: UInt64) throws {
        guard !connection.isClosed else { return }
        try connection.setAuthorizer(nil)
        if !connection.isAutocommit { try connection.rollbackTransaction() }
        try #require(connection.isAutocommit, "seed \(seed)")
        let result: String? = try connection.value("PRAGMA integrity_check")
        try #require(result == "ok", "seed \(seed)")
        try connection.transaction { try connection.execute("INSERT INTO t(x) VALUES ('end')") }
    }
}
