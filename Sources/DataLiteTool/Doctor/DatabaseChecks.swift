import DataLiteCore
import DataLiteSyntax

/// The checks of a database that can be read.
struct DatabaseChecks {
    let connection: Connection
    let path: String
    let isQuick: Bool

    /// What the database contains.
    func fields() -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        if let pages = number("PRAGMA page_count"), let free = number("PRAGMA freelist_count") {
            fields.append(("pages", "\(pages) (\(free) free)"))
        }
        let counts: SQL = """
            SELECT type, count(*) FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'
            GROUP BY type ORDER BY type = 'table' DESC, type
            """
        let texts = pairs(counts).map { type, count in
            type == "index" && count != 1 ? "\(count) indexes" : count.counted(type)
        }
        fields.append(("schema", texts.isEmpty ? "empty" : texts.joined(separator: ", ")))
        return fields
    }

    /// All findings, in the order in which they are shown. In a damaged file, nothing else is worth checking.
    func findings() -> [Finding] {
        let (integrity, isDamaged) = integrity()
        guard !isDamaged else { return [integrity] }
        var findings = [
            integrity, checkConstraints(), modules(), foreignKeys(), statistics(), freePages(),
        ]
        if !isQuick { findings.append(fragmentation()) }
        return findings.compactMap { $0 }
    }

    func number(_ sql: SQL) -> Int? { (try? connection.value(sql, as: Int.self)) ?? nil }

    /// The rows of a text and a number; none if the query fails.
    private func pairs(_ sql: SQL) -> [(String, Int)] {
        let rows = (try? connection.rows(sql)) ?? []
        return rows.map { row in
            (row.lenientValue(at: 0) ?? "", row.lenientValue(at: 1) ?? 0)
        }
    }

    /// The finding for a damaged file, with what to do.
    static func damage(_ text: String, details: [String] = [], path: String) -> Finding {
        let copy = Finding.shellWord(path + ".recovered")
        return Finding(
            kind: .problem, text: text,
            details: details + [
                "restore a backup, or let SQLite's shell copy what it can still read"
            ],
            command: "sqlite3 \(Finding.shellWord(path)) .recover | sqlite3 \(copy)")
    }

    /// A finding for the error of a check.
    func failed(_ check: String, _ error: SQLiteError) -> Finding {
        switch error.resultCode.primary {
        case .corrupt, .notADB, .ioerr:
            Self.damage("\(check) failed: \(error.message)", path: path)
        default:
            Finding(kind: .advice, text: "\(check) could not be done: \(error.message)")
        }
    }

    // MARK: - Content

    /// - Returns: The finding, and whether the file is damaged.
    private func integrity() -> (Finding, isDamaged: Bool) {
        let name = isQuick ? "the quick check" : "the integrity check"
        let report: IntegrityReport
        do {
            report = try isQuick ? connection.quickCheck() : connection.integrityCheck()
        } catch {
            let finding = failed(name, error)
            return (finding, finding.kind == .problem)
        }
        guard !report.isOK else {
            return (Finding(kind: .good, text: "\(name) found no problem"), false)
        }
        let details = Finding.shown(report.problems.map(\.message))
        let text = "\(name) found \(report.problems.count.counted("problem"))"
        switch Remedy(report) {
        case .reindexing:
            let command = Finding.command("REINDEX", on: path)
            return (
                Finding(kind: .problem, text: text, details: details, command: command), false
            )
        case .editing:
            let advice = ["correct or delete these rows"]
            return (Finding(kind: .problem, text: text, details: details + advice), false)
        case .recovery:
            return (Self.damage(text, details: details, path: path), true)
        }
    }

    /// What corrects the problems of a report.
    private enum Remedy {
        case reindexing, editing, recovery

        init(_ report: IntegrityReport) {
            let remedies = report.problems.map { problem in
                switch problem.kind {
                case .missingIndexEntry, .wrongIndexCount: Remedy.reindexing
                case .nullValue, .failedCheck: Remedy.editing
                case .duplicateIndexEntry, .other: Remedy.recovery
                }
            }
            // Indexes are built from rows, so rows come first.
            self =
                remedies.contains(.recovery)
                ? .recovery : remedies.contains(.editing) ? .editing : .reindexing
        }
    }

    /// SQLite does not parse `CHECK` constraints of a file that it cannot write, so the integrity check skips them.
    private func checkConstraints() -> Finding? {
        let sql: SQL = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%CHECK%'"
        let statements = (try? connection.rows(sql, as: String.self)) ?? []
        let hasConstraint = statements.contains { SQLTokens($0).contains { $0.keyword == "CHECK" } }
        guard hasConstraint else { return nil }
        return Finding(
            kind: .advice,
            text:
                "CHECK constraints were not checked, because the file was opened for reading only",
            command: Finding.command("PRAGMA integrity_check", on: path))
    }

    /// Virtual tables whose module the library lacks.
    private func modules() -> Finding? {
        let sql: SQL = """
            SELECT name, sql FROM sqlite_schema
            WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%'
            """
        guard let tables = try? connection.rows(sql), !tables.isEmpty,
            let known = try? connection.rows("PRAGMA module_list", as: String.self)
        else { return nil }
        let names = Set(known.map { $0.lowercased() })
        let unknown = tables.compactMap { row -> String? in
            let table: String = row.lenientValue(at: 0) ?? ""
            guard let module = VirtualTableModule.name(in: row.lenientValue(at: 1) ?? ""),
                !names.contains(module)
            else { return nil }
            return "\(table) uses the module \(module)"
        }
        guard !unknown.isEmpty else { return nil }
        return Finding(
            kind: .advice,
            text: "this library cannot read \(unknown.count.counted("virtual table"))",
            details: Finding.shown(unknown) + ["use a library that has the module"])
    }

    private func foreignKeys() -> Finding {
        let violations: [ForeignKeyViolation]
        do {
            violations = try connection.foreignKeyViolations(limit: 1000)
        } catch {
            return failed("the check of foreign keys", error)
        }
        guard !violations.isEmpty else {
            return Finding(kind: .good, text: "no row violates a foreign key")
        }
        let count = violations.count == 1000 ? "1000 or more rows" : violations.count.counted("row")
        return Finding(
            kind: .problem, text: "foreign keys are violated by \(count)",
            details: Finding.shown(violations.map(\.description))
                + ["insert the missing rows, or delete these"],
            command: Finding.command("PRAGMA foreign_key_check", on: path))
    }

    // MARK: - Speed and size

    private func statistics() -> Finding? {
        let indexed: SQL = """
            SELECT DISTINCT tbl_name FROM sqlite_schema
            WHERE type = 'index' AND tbl_name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY 1
            """
        guard let tables = try? connection.rows(indexed, as: String.self), !tables.isEmpty else {
            return nil
        }
        let analyzed = (try? connection.rows("SELECT tbl FROM sqlite_stat1", as: String.self)) ?? []
        let known = Set(analyzed.map { $0.lowercased() })
        let missing = tables.filter { !known.contains($0.lowercased()) && hasRows($0) }
        guard !missing.isEmpty else {
            return Finding(kind: .good, text: "the query planner has statistics of the indexes")
        }
        return Finding(
            kind: .advice,
            text: """
                the query planner has no statistics of the indexes of \(missing.count.counted("table"))
                """,
            details: Finding.shown(missing), command: Finding.command("ANALYZE", on: path))
    }

    private func hasRows(_ table: String) -> Bool {
        number("SELECT EXISTS (SELECT 1 FROM \(identifier: table))") == 1
    }

    private func freePages() -> Finding? {
        guard let pages = number("PRAGMA page_count"), let free = number("PRAGMA freelist_count")
        else { return nil }
        guard free >= 16, free * 4 > pages else {
            return Finding(kind: .good, text: "few pages are free")
        }
        let isIncremental = number("PRAGMA auto_vacuum") == 2
        return Finding(
            kind: .advice,
            text: "\(free) of \(pages.counted("page")) are free: the file can be smaller",
            command: Finding.command(
                isIncremental ? "PRAGMA incremental_vacuum" : "VACUUM", on: path))
    }

    /// How far the pages of tables and indexes are from their order, and how much of them is unused.
    private func fragmentation() -> Finding? {
        let sql: SQL = """
            SELECT sum(pgsize), sum(unused), count(*), coalesce(sum(pageno <> previous + 1), 0) FROM (
              SELECT pgsize, unused, pageno, lag(pageno) OVER (PARTITION BY name ORDER BY path) previous
              FROM dbstat)
            """
        let row: SQLiteRow
        do throws(SQLiteError) {
            row = try connection.row(sql) ?? [:]
        } catch {
            guard error.resultCode.primary != .error else { return nil }
            return failed("the measurement of tables", error)
        }
        let counts: [Int] = (0..<4).map { row.lenientValue(at: $0) ?? 0 }
        let (size, unused, pages, moved) = (counts[0], counts[1], counts[2], counts[3])
        guard size > 0, pages > 0 else { return nil }
        let percent = unused * 100 / size
        let order = moved * 100 / pages
        let text =
            "\(percent) % of the pages' bytes are unused, and \(order) % of the pages are out of order"
        guard pages >= 100, percent > 40 || order > 60 else {
            return Finding(kind: .good, text: text, details: largestTables())
        }
        return Finding(
            kind: .advice, text: text, details: largestTables(),
            command: Finding.command("VACUUM", on: path))
    }

    private func largestTables() -> [String] {
        let sql: SQL = """
            SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC, 1 LIMIT 5
            """
        return Finding.shown(pairs(sql).map { name, size in "\(name): \(size.counted("byte"))" })
    }
}
