import Configuration
import DataLiteServer
import Foundation
import Testing

@Suite("A configuration from a reader")
struct ConfigurationTests {
    private func configuration(
        _ values: [AbsoluteConfigKey: ConfigValue]
    ) throws -> Database.Configuration {
        try Database.Configuration(ConfigReader(provider: InMemoryProvider(values: values)))
    }

    @Test("Without values, every setting has its default")
    func defaults() throws {
        let configuration = try configuration([:])
        #expect(Mirror.text(of: configuration) == Mirror.text(of: Database.Configuration()))
    }

    @Test("Every key changes its setting, and no other")
    func keys() throws {
        let values: [(AbsoluteConfigKey, ConfigValue, (inout Database.Configuration) -> Void)] = [
            ("access", "readOnly", { $0.access = .readOnly }),
            ("busyTimeoutMs", 1500, { $0.connection.busyTimeout = .milliseconds(1500) }),
            ("checkpointPages", 7, { $0.checkpointPages = 7 }),
            ("doubleQuotedStrings", "all", { $0.connection.doubleQuotedStrings = [.dml, .ddl] }),
            ("foreignKeys", false, { $0.connection.foreignKeys = false }),
            ("isDefensive", true, { $0.connection.isDefensive = true }),
            ("journalMode", "delete", { $0.connection.journalMode = .delete }),
            ("key", "secret", { $0.connection.key = .passphrase("secret") }),
            ("label", "app", { $0.label = "app" }),
            ("nestedRunLimit", 3, { $0.connection.nestedRunLimit = 3 }),
            ("optimizesAtClose", true, { $0.connection.optimizesAtClose = true }),
            ("rawKey", "00fF", { $0.connection.key = .rawKey(Data([0, 255])) }),
            ("readerLimit", 3, { $0.readerLimit = 3 }),
            ("recursiveTriggers", true, { $0.connection.recursiveTriggers = true }),
            (
                "statementCacheByteCapacity", 5,
                { $0.connection.statementCacheByteCapacity = 5 }
            ),
            ("statementCacheCapacity", 6, { $0.connection.statementCacheCapacity = 6 }),
            ("synchronous", "full", { $0.connection.synchronous = .full }),
            ("timeLimitMs", 8, { $0.timeLimit = .milliseconds(8) }),
            ("trustsSchema", false, { $0.connection.trustsSchema = false }),
            ("waitingCallLimit", 2, { $0.waitingCallLimit = 2 }),
            ("waitLimitMs", 9, { $0.waitLimit = .milliseconds(9) }),
            ("walPageLimit", 10, { $0.walPageLimit = 10 }),
        ]
        for (key, value, change) in values {
            let expected = Database.Configuration(change)
            let result = try configuration([key: value])
            #expect(Mirror.text(of: result) == Mirror.text(of: expected), "\(key)")
            #expect(Mirror.text(of: result) != Mirror.text(of: .init()), "\(key)")
        }
        // Closures and instruments are set in code.
        let withoutKey: Set = [
            "connection", "busyHandler", "transactionClock", "onOpen", "statementLogs",
            "defaultSynchronous", "notesChanges", "instruments", "scans",
        ]
        let configuration = Database.Configuration()
        let settings = [
            Mirror(reflecting: configuration), Mirror(reflecting: configuration.connection),
        ]
        .flatMap(\.children).compactMap(\.label).filter { !withoutKey.contains($0) }
        let keys = values.map { "\($0.0)".replacing(/Ms$/, with: "") }
        #expect(Set(settings) == Set(keys).subtracting(["rawKey"]))
    }

    @Test("An environment variable sets a value")
    func environment() throws {
        let provider = EnvironmentVariablesProvider(
            environmentVariables: ["DATABASE_READER_LIMIT": "3", "DATABASE_FOREIGN_KEYS": "false"])
        let reader = ConfigReader(provider: provider).scoped(to: "database")
        let configuration = try Database.Configuration(reader)
        #expect(configuration.readerLimit == 3)
        #expect(!configuration.connection.foreignKeys)
    }

    @Test(
        "A value of the wrong type is an error that names the key and not the value",
        arguments: [
            ("readerLimit", "secret"), ("readerLimit", 0), ("waitLimitMs", -1),
            ("foreignKeys", "secret"), ("journalMode", "secret"), ("rawKey", "secret"),
            ("busyTimeoutMs", 1.5), ("key", 7), ("label", true),
        ] as [(AbsoluteConfigKey, ConfigValue)])
    func invalid(key: AbsoluteConfigKey, value: ConfigValue) throws {
        let error = #expect(throws: SQLiteError.self) { try configuration([key: value]) }
        #expect(error?.resultCode == .misuse)
        #expect(error?.message.contains("\(key)") == true)
        #expect(error?.message.contains("secret") == false)
    }

    @Test("Keys of encrypted databases are reported as secrets")
    func secrets() throws {
        final class Reporter: AccessReporter {
            let text = Shared("")
            let names = Shared<[String]>([])

            func report(_ event: AccessEvent) {
                text.change { $0 += "\(event)" }
                guard case .success(let value?) = event.result, value.isSecret else { return }
                names.change { $0.append("\(event.metadata.key)") }
            }
        }
        for name in ["key", "rawKey"] {
            let reporter = Reporter()
            let provider = InMemoryProvider(values: [AbsoluteConfigKey([name]): "c0ffee"])
            _ = try Database.Configuration(
                ConfigReader(provider: provider, accessReporter: reporter))
            #expect(reporter.names.current == [name])
        }
    }
}

extension Mirror {
    /// The stored properties of a value, and those of its properties. Closures are omitted.
    static func text(of configuration: Database.Configuration) -> String {
        var text = ""
        dump(configuration, to: &text)
        return text.split(separator: "\n").filter { !$0.contains("(Function)") }
            .joined(separator: "\n")
    }
}
