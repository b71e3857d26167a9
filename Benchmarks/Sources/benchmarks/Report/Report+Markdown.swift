import Foundation

extension Report {
    func markdown() -> String {
        var parts = [machine.description + ". Median of \(turns) turns."]
        let growth = measurements.filter { $0.group.hasPrefix("growth") }
        let others = measurements.filter { !$0.group.hasPrefix("growth") }
        if !others.isEmpty { parts.append(table(of: others).text) }
        let functions = others.filter { $0.nanoseconds[.builtIn] != nil }
        if !functions.isEmpty {
            parts.append("Cost of a call beyond SQLite's built-in function:")
            parts.append(callTable(of: functions).text)
        }
        if !growth.isEmpty {
            parts.append("Time per row for increasing numbers of rows:")
            parts.append(table(of: growth).text)
            parts += flatnesses()
        }
        if !memory.isEmpty {
            parts.append("Peak resident size while rows are streamed, in MB:")
            parts.append(memoryTable.text)
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private func table(of measurements: [Measurement]) -> Table {
        var table = Table(head: [
            "scenario", "C", "DataLite", "GRDB", "DataLite / C", "GRDB / DataLite",
            "allocations: C", "DataLite", "GRDB",
        ])
        for one in measurements {
            let names: [ContenderName] = [.c, .dataLite, .grdb]
            table.rows.append(
                [one.title]
                    + names.map { one.nanoseconds[$0].map(time) ?? "-" }
                    + ["\(number(one.ratioToC))"]
                    + [one.timesFasterThanGRDB.map { number($0) } ?? "-"]
                    + names.map { one.allocations[$0].map { number($0) } ?? "-" })
        }
        return table
    }

    private func callTable(of measurements: [Measurement]) -> Table {
        var table = Table(head: ["function", "C", "DataLite", "GRDB"])
        for one in measurements {
            let names: [ContenderName] = [.c, .dataLite, .grdb]
            table.rows.append([one.title] + names.map { one.overBuiltIn($0).map(time) ?? "-" })
        }
        return table
    }

    private func flatnesses() -> [String] {
        ["growth-fetch", "growth-insert"].compactMap { group in
            let ratios = [ContenderName.c, .dataLite, .grdb].compactMap { name in
                flatness(of: group, name).map { "\(name.rawValue) \(number($0))" }
            }
            guard !ratios.isEmpty else { return nil }
            return """
                \(group), slowest / fastest, 10,000 rows or more: \(ratios.joined(separator: ", ")).
                """
        }
    }

    private var memoryTable: Table {
        var table = Table(head: ["rows", "C", "DataLite", "GRDB"])
        for peak in memory {
            let names: [ContenderName] = [.c, .dataLite, .grdb]
            table.rows.append(
                ["\(peak.rows)"]
                    + names.map { String(format: "%.1f", peak.megabytes[$0] ?? 0) })
        }
        return table
    }

    private func time(_ nanoseconds: Double) -> String {
        abs(nanoseconds) < 10_000
            ? String(format: "%.0f ns", nanoseconds)
            : String(format: "%.1f µs", nanoseconds / 1000)
    }

    private func number(_ value: Double) -> String { String(format: "%.2f", value) }
}
