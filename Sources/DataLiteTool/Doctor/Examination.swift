import DataLiteCore
import Foundation

/// The examination of a database file.
struct Examination {
    let path: String
    /// The path without symbolic links: SQLite puts the other files next to the file itself.
    private let file: String
    let isQuick: Bool
    private(set) var fields: [(name: String, value: String)] = []
    private(set) var findings: [Finding] = []

    /// Examines a file, which is not changed.
    ///
    /// - Throws: ``QueryError`` if there is no file that can be read at the path.
    init(path: String, isQuick: Bool) throws {
        self.path = path
        file = Self.realPath(path)
        self.isQuick = isQuick
        let (state, bytes) = try readFile()
        guard state.size > 0 else {
            add("size", "0 bytes")
            findings.append(
                Finding(kind: .good, text: "the file is empty: a database without tables"))
            return
        }
        do throws(FileHeader.Failure) {
            let header = try FileHeader(bytes)
            describe(header, state)
            examine(header, state)
        } catch {
            add("size", Self.size(state.size))
            findings.append(finding(error))
        }
    }

    private static func realPath(_ path: String) -> String {
        guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private func readFile() throws -> (FileState, [UInt8]) {
        guard !path.isEmpty else { throw QueryError("the path of the database is empty") }
        guard !path.utf8.contains(0), let state = FileState(path) else {
            throw QueryError("no such file: \"\(path)\"")
        }
        guard !state.isDirectory else { throw QueryError("\"\(path)\" is a directory") }
        guard state.isRegular else { throw QueryError("\"\(path)\" is not a regular file") }
        return (state, try FileState.firstBytes(FileHeader.length, of: path))
    }

    private mutating func add(_ name: String, _ value: String) { fields.append((name, value)) }

    private static func size(_ bytes: Int64) -> String {
        var text = bytes.counted("byte")
        for (unit, factor) in [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)] {
            guard bytes >= Int64(factor) else { continue }
            let tenths = bytes * 10 / Int64(factor)
            text += " (\(tenths / 10).\(tenths % 10) \(unit))"
            break
        }
        return text
    }

    private func finding(_ failure: FileHeader.Failure) -> Finding {
        switch failure {
        case .otherFormat:
            Finding(
                kind: .problem, text: "this is not an SQLite database, or it is encrypted",
                details: [
                    Connection.hasCodec
                        ? "open an encrypted file with its key, and call integrityCheck()"
                        : "an encrypted file needs a library with a codec, which this one lacks"
                ])
        case .tooShort(let count):
            Finding(
                kind: .problem,
                text:
                    "the file is truncated: it has \(count.counted("byte")), and its header has 100",
                details: ["restore a backup"])
        case .invalid(let reason):
            Finding(
                kind: .problem, text: "the header of the file is damaged: \(reason)",
                details: ["restore a backup"])
        }
    }

    // MARK: - The parts of the examination

    private mutating func describe(_ header: FileHeader, _ state: FileState) {
        add("size", Self.size(state.size))
        add("page size", header.pageSize.counted("byte"))
        add("encoding", header.encoding)
        add("journal", header.isWAL ? "WAL" : "rollback journal")
        add("auto-vacuum", header.autoVacuum)
        if header.reservedBytes > 0 {
            add("reserved", "\(header.reservedBytes.counted("byte")) in each page")
        }
        add("user version", "\(header.userVersion)")
        if header.applicationID != 0 {
            add("application", "\(Int32(bitPattern: header.applicationID))")
        }
        add("written by", "SQLite \(header.writer)")
        if let wal = FileState(file + "-wal"), wal.size > 0 {
            add("WAL", Self.size(wal.size))
        }
        if let journal = FileState(file + "-journal"), journal.size > 0 {
            add("rollback", "a journal of \(Self.size(journal.size))")
        }
    }

    private mutating func examine(_ header: FileHeader, _ state: FileState) {
        let hasWAL = (FileState(file + "-wal")?.size ?? 0) > 0
        if !hasWAL, let count = header.pageCount, Int64(count) * Int64(header.pageSize) > state.size
        {
            findings.append(
                Finding(
                    kind: .problem,
                    text: "the file is truncated: its header counts \(count.counted("page"))",
                    details: ["restore a backup"]))
        }
        // Without a WAL, SQLite reads the file alone, and creates no files next to it.
        let isImmutable = header.isWAL && !hasWAL
        do {
            let connection = try open(isImmutable: isImmutable)
            let checks = DatabaseChecks(connection: connection, path: path, isQuick: isQuick)
            fields += checks.fields()
            findings += checks.findings()
            try connection.close()
        } catch {
            findings.append(finding(error))
        }
        findings += walFindings()
        guard isImmutable, FileState(file) != state || (FileState(file + "-wal")?.size ?? 0) > 0
        else { return }
        findings.append(
            Finding(
                kind: .advice,
                text:
                    "the file was changed while it was checked, so findings may be wrong: check it again"
            ))
    }

    private func open(isImmutable: Bool) throws(SQLiteError) -> Connection {
        var uri = DatabaseURI(path: file)
        uri.mode = .readonly
        uri.isImmutable = isImmutable
        let connection = try Connection(
            uri: uri, options: [.readonly, .nomutex],
            configuration: .init {
                $0.trustsSchema = false
                $0.busyTimeout = .milliseconds(500)
                $0.onOpen = { try $0.addToolFunctions() }
            })
        // Opening reads nothing; this reads the header of the file.
        try connection.execute(sql: "PRAGMA schema_version")
        return connection
    }

    /// The finding for an error that prevents reading the file.
    private func finding(_ error: SQLiteError) -> Finding {
        switch error.resultCode {
        case .readonlyRollback:
            Finding(
                kind: .problem,
                text:
                    "a program was interrupted while it wrote: its changes must be rolled back first",
                command: Finding.command("PRAGMA user_version", on: path))
        case let code where code.primary == .busy:
            Finding(
                kind: .problem,
                text: "the file cannot be read now: another process has locked it",
                details: ["wait until the other process has finished, or end it"])
        case let code where code.primary == .notADB:
            Finding(
                kind: .problem, text: "SQLite cannot read the file: it is encrypted or damaged",
                details: ["restore a backup"])
        case let code where code.primary == .cantOpen || code.primary == .readonly:
            Finding(
                kind: .problem, text: "SQLite cannot open the file: \(error.message)",
                details: [
                    """
                    if it is in WAL mode and its directory is not writable, copy it and its -wal file to \
                    one that is
                    """
                ])
        default:
            DatabaseChecks.damage(
                "SQLite cannot read the file: \(error.message)", path: path)
        }
    }

    private func walFindings() -> [Finding] {
        guard let size = FileState(file + "-wal")?.size, size > 16 << 20 else { return [] }
        return [
            Finding(
                kind: .advice,
                text: "the WAL is large: \(Self.size(size))",
                details: ["a reader that does not end keeps SQLite from emptying it"],
                command: Finding.command("PRAGMA wal_checkpoint(TRUNCATE)", on: path))
        ]
    }
}
