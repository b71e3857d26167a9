import DataLiteCore

/// The commits since the start of the oldest running fetch. The region of a fetch is known only when it ends, so it is
/// then compared with the commits made in the meantime. Each commit is logged once, however many fetches run.
struct CommitLog {
    private struct Entry {
        /// The number of the last commit.
        var number: Int
        var commit: Commit
    }

    /// If there are more commits, pairs of them are merged, so that a long fetch uses no more memory.
    private static let entryLimit = 64

    private var number = 0
    private var entries: [Entry] = []

    /// The number of fetches that started after each commit, in ascending order of commits.
    private var starts: [(number: Int, count: Int)] = []

    /// - Returns: The number of the last commit. Pass it to ``endFetch(_:_:)``.
    mutating func beginFetch() -> Int {
        if let last = starts.indices.last, starts[last].number == number {
            starts[last].count += 1
        } else {
            starts.append((number, 1))
        }
        return number
    }

    /// Calls a closure with the commits since the start of a fetch.
    mutating func endFetch(_ start: Int, _ body: (Commit) -> Void) {
        for entry in entries.reversed() {
            guard entry.number > start else { break }
            body(entry.commit)
        }
        guard let index = starts.lastIndex(where: { $0.number <= start }) else { return }
        starts[index].count -= 1
        guard index == 0 else { return }
        starts.removeFirst(starts.firstIndex { $0.count > 0 } ?? starts.count)
        let first = starts.first?.number ?? number
        entries.removeFirst(entries.firstIndex { $0.number > first } ?? entries.count)
    }

    mutating func append(_ commit: Commit) {
        guard !starts.isEmpty else { return }
        number += 1
        entries.append(Entry(number: number, commit: commit.withoutKeys))
        guard entries.count > Self.entryLimit else { return }
        entries = stride(from: 0, to: entries.count, by: 2).map { first in
            var entry = entries[first]
            guard first + 1 < entries.count else { return entry }
            entry.commit.add(entries[first + 1].commit)
            entry.number = entries[first + 1].number
            return entry
        }
    }
}

extension Commit {
    /// The commit without the keys and values of its changes, which may take megabytes. A region does not need them.
    fileprivate var withoutKeys: Commit {
        var copy = self
        copy.changes = [:]
        copy.tables = tables.mapValues { table in
            var region = ChangeSet.Table()
            region.rows = table.rows
            region.columns = table.columns
            return region
        }
        return copy
    }
}
