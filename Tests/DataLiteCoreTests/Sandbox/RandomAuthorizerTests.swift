import DataLiteCore
import DataLiteTestSupport
import Synchronization
import Testing

@Suite("Random statements under random authorizers")
struct RandomAuthorizerTests {
    private static let seeds = RandomSeeds.range(count: 300)

    @Test("No statement reads, changes or calls what the rules do not allow")
    func rules() throws {
        print("RandomAuthorizerTests: seeds \(Self.seeds)")
        var (allowed, denied) = (0, 0)
        for seed in Self.seeds {
            var random = SeededGenerator(seed: UInt64(seed))
            let statement = SandboxStatement(&random)
            let rules = Rules(&random)
            let comment: Comment = "seed \(seed): \(statement.sql) under \(rules)"
            let world = try SandboxWorld()
            let before = try world.state()
            do {
                let rows = try world.db.withAuthorizer(rules.authorizer) {
                    try world.db.rows(SQL(raw: statement.sql)).map(\.description)
                }
                allowed += 1
                #expect(rules.allow(statement), comment)
                rules.check(rows.joined(), comment)
            } catch let error as SQLiteError {
                denied += 1
                try checkFailure(error, statement, rules, comment)
                #expect(try world.state() == before, comment)
            }
            try rules.check(world, before, comment)
        }
        if Self.seeds.count >= 300 { #expect(allowed > 30 && denied > 30) }
    }

    /// The statement fails without the rules as well, or they deny something that it uses.
    private func checkFailure(
        _ error: SQLiteError, _ statement: SandboxStatement, _ rules: Rules, _ comment: Comment
    ) throws {
        let free = try SandboxWorld()
        if (try? free.db.rows(SQL(raw: statement.sql))) == nil { return }
        #expect(!rules.allow(statement), "\(comment): \(error)")
        // SQLite reports a denied function as an unknown one.
        #expect([.auth, .error].contains(error.resultCode.primary), comment)
    }

    @Test("A limited result is the begin of the whole result, and says whether it is all")
    func limits() throws {
        print("RandomAuthorizerTests: limits, seeds \(Self.seeds)")
        let world = try SandboxWorld()
        for seed in Self.seeds {
            var random = SeededGenerator(seed: UInt64(seed))
            let statement = SandboxStatement(&random)
            guard statement.isRead, !statement.usesSpy else { continue }
            let limits = UntrustedLimits {
                $0.rows = Int.random(in: 0..<5, using: &random)
                $0.bytes = Int.random(in: 0..<60, using: &random)
                $0.valueBytes = Int.random(in: 200..<400, using: &random)
                $0.instructions = [nil, 2000].randomElement(using: &random) ?? nil
            }
            let comment: Comment = "seed \(seed): \(statement.sql)"
            let all = Result { try world.db.rows(SQL(raw: statement.sql)) }
            let settings = try Connection.Limit.allCases.map { try world.db.limit($0) }
            let limited = Result { try world.db.runUntrusted(statement.sql, limits: limits) }
            #expect(try Connection.Limit.allCases.map { try world.db.limit($0) } == settings)
            guard let limited = try? limited.get() else { continue }
            let rows = try all.get()
            #expect(limited.rows == Array(rows.prefix(limited.rows.count)), comment)
            #expect(limited.isTruncated == (limited.rows.count < rows.count), comment)
            #expect(limited.rows.count <= limits.rows, comment)
            let bytes = limited.rows.flatMap(\.values).reduce(0) { $0 + $1.byteCount }
            #expect(bytes <= limits.bytes, comment)
        }
    }
}

extension SQLiteValue {
    fileprivate var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        default: 0
        }
    }
}

/// Random rules, and whether they were kept.
private struct Rules: CustomStringConvertible {
    private var tables: Set<String>?
    private let isReadOnly: Bool
    private let allowsSpy: Bool

    /// What happens to the column `hidden`.
    private let hidden: Authorization

    init(_ random: inout SeededGenerator) {
        if Bool.random(using: &random) {
            tables = Set(
                ["a", "b", "open_view", "leak", "fires"].filter { _ in
                    Int.random(in: 0..<4, using: &random) > 0
                })
        }
        isReadOnly = Bool.random(using: &random)
        allowsSpy = Bool.random(using: &random)
        let answers: [Authorization] = [.allow, .allow, .ignore, .deny]
        hidden = answers.randomElement(using: &random) ?? .allow
    }

    var description: String {
        "tables \(tables.map { "\($0.sorted())" } ?? "all"), read-only \(isReadOnly), spy \(allowsSpy), hidden \(hidden)"
    }

    var authorizer: Authorizer {
        var rules: [Authorizer] = []
        if let tables { rules.append(.tables(tables)) }
        if isReadOnly { rules.append(.readOnly) }
        if !allowsSpy {
            rules.append(
                .functions([
                    "upper", "max", "count", "coalesce", "group_concat", "lag",
                ]))
        }
        let hidden = hidden
        rules.append(
            Authorizer { action in
                if case .read(_, "hidden") = action.kind { hidden } else { .allow }
            })
        return rules.dropFirst().reduce(rules[0]) { .all($0, $1) }
    }

    /// Whether the rules allow everything that a statement uses.
    func allow(_ statement: SandboxStatement) -> Bool {
        if isReadOnly, !statement.isRead { return false }
        if !allowsSpy, statement.usesSpy { return false }
        if hidden == .deny, statement.usesHidden { return false }
        guard let tables else { return true }
        return statement.tables.isSubset(of: tables) && !statement.sql.hasPrefix("CREATE")
    }

    /// Checks the text of a result.
    func check(_ result: String, _ comment: Comment) {
        if tables != nil { #expect(!result.contains("secret"), comment) }
        if hidden != .allow { #expect(!result.contains("hidden "), comment) }
    }

    /// Checks what a statement has changed and called.
    func check(_ world: SandboxWorld, _ before: [String: [String]], _ comment: Comment) throws {
        if !allowsSpy { #expect(world.spyCalls == 0, comment) }
        let after = try world.state()
        for (table, rows) in after where rows != before[table] {
            #expect(!isReadOnly, comment)
            #expect(tables?.contains(table) != false, comment)
            guard table != "a", table != "s" else { continue }
            let new = rows.filter { before[table]?.contains($0) == false }.joined()
            if hidden != .allow { #expect(!new.contains("hidden "), comment) }
        }
    }
}
