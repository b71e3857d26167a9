import DataLiteC
import Foundation

extension Statement {
    /// C: `sqlite3_bind_parameter_count`.
    public func parameterCount() -> Int32 { sqlite3_bind_parameter_count(pointer) }

    /// C: `sqlite3_bind_parameter_index`.
    public func parameterIndexBy(_ name: String) -> Int32 {
        // SQLite would read the name only up to a NUL character, and find a different parameter.
        guard !name.utf8.contains(0) else { return 0 }
        let index = sqlite3_bind_parameter_index(pointer, name)
        return index > 0 ? index : parameterIndexIgnoringCase(name)
    }

    private func parameterIndexIgnoringCase(_ name: String) -> Int32 {
        let names = ParameterNames(of: self, count: Int(parameterCount()))
        return names.indexes(of: name, ignoringCase: true)
            .first { parameterNameBy($0).map { SQLName.matches($0, name) } ?? false } ?? 0
    }

    /// C: `sqlite3_bind_parameter_name`.
    public func parameterNameBy(_ index: Int32) -> String? {
        String(repairing: sqlite3_bind_parameter_name(pointer, index))
    }

    /// Binds a value to a parameter; text and bytes are copied. C: `sqlite3_bind_*`.
    public func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
        try handle.useCheck.begin(sql)
        defer { handle.useCheck.end() }
        let code = bindCode(value, at: index)
        guard code == SQLITE_OK else { throw bindFailure(code, at: index) }
        if index == rowParameter { recordLookup(value) }
    }

    /// Sets every parameter to NULL. C: `sqlite3_clear_bindings`.
    ///
    /// - Throws: `SQLITE_MISUSE` while the statement runs: SQLite would free memory that the run
    ///   still reads.
    public func clearBindings() throws(SQLiteError) {
        try handle.useCheck.begin(sql)
        defer { handle.useCheck.end() }
        guard !isBusy else { throw bindingRefusal }
        holdsCopiedParameters = false
        let code = sqlite3_clear_bindings(pointer)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// A null pointer would bind NULL, so empty text and empty bytes are bound separately.
    func bindCode(_ value: SQLiteValue, at index: Int32) -> Int32 {
        switch value {
        case .int(let int64):
            return sqlite3_bind_int64(pointer, index, int64)
        case .real(let double):
            if double.isNaN, let value = UnstorableValue(rawValue: double.bitPattern) {
                return Self.code(of: value)
            }
            return sqlite3_bind_double(pointer, index, double)
        case .text(let text):
            return bindCode(text: text, at: index)
        case .blob(let data):
            return bindCode(data: data, at: index)
        case .null:
            return sqlite3_bind_null(pointer, index)
        }
    }

    /// The code for ``bindFailure(_:at:)``, which no function of SQLite returns.
    private static func code(of value: UnstorableValue) -> Int32 {
        SQLITE_MISMATCH | Int32(truncatingIfNeeded: value.rawValue & 0xFF) << 8
    }

    // Not inlined: its large stack frame would slow down all other cases.
    @inline(never)
    private func bindCode(data: Data, at index: Int32) -> Int32 {
        data.withUnsafeBytes { bindCode(blob: $0, at: index) }
    }

    /// `withUTF8` needs a mutable copy, which counts a reference.
    private func bindCode(text: String, at index: Int32) -> Int32 {
        let code = text.utf8.withContiguousStorageIfAvailable {
            bindCode(text: UnsafeRawBufferPointer($0), at: index)
        }
        if let code { return code }
        var text = text
        return text.withUTF8 { bindCode(text: UnsafeRawBufferPointer($0), at: index) }
    }

    private func bindCode(text: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
        guard let start = text.baseAddress, !text.isEmpty else {
            return sqlite3_bind_text(pointer, index, "", 0, datalite_transient())
        }
        let copy = ownCopy(of: text, for: index)
        let code = sqlite3_bind_text64(
            pointer, index, (copy ?? start).assumingMemoryBound(to: CChar.self),
            UInt64(text.count), copy == nil ? datalite_transient() : nil, UInt8(SQLITE_UTF8))
        return didBind(code, copy, index)
    }

    private func bindCode(blob: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
        guard let start = blob.baseAddress, !blob.isEmpty else {
            return sqlite3_bind_zeroblob(pointer, index, 0)
        }
        let copy = ownCopy(of: blob, for: index)
        let code = sqlite3_bind_blob64(
            pointer, index, copy ?? start, UInt64(blob.count),
            copy == nil ? datalite_transient() : nil)
        return didBind(code, copy, index)
    }

    @inline(__always)
    private func didBind(_ code: Int32, _ copy: UnsafeRawPointer?, _ index: Int32) -> Int32 {
        if code == SQLITE_OK {
            if copy == nil { holdsCopiedParameters = true } else { parameterBytes.didBind(index) }
        }
        return code
    }

    /// A copy of the bytes in memory of this object, which SQLite need not copy again; `nil` if
    /// they do not fit, or if the statement is borrowed, because it may outlive this object.
    private func ownCopy(
        of bytes: UnsafeRawBufferPointer, for index: Int32
    ) -> UnsafeRawPointer? {
        isOwned ? parameterBytes.copy(bytes, for: index, of: self) : nil
    }

    func bindFailure(_ code: Int32, at index: Int32) -> SQLiteError {
        switch code {
        case _ where handle.executionBlocks.contains(.retired):
            handle.refusal(of: sql)
        case SQLITE_RANGE:
            .noParameter(index, of: parameterCount(), in: sql)
        case SQLITE_MISUSE:
            bindingRefusal
        case Self.code(of: .date): unstorable(.date, at: index)
        case Self.code(of: .json): unstorable(.json, at: index)
        default:
            failure(code)
        }
    }

    private func unstorable(_ value: UnstorableValue, at index: Int32) -> SQLiteError {
        let name = parameterNameBy(index).map { " (\(MessageText.name($0)))" } ?? ""
        return value.error(at: "parameter \(index)\(name)", of: sql)
    }
}

// MARK: - ParameterSequence

/// Binds values to the parameters of a statement, one after another.
///
/// A ``RowWriter`` writes to it, and a program can keep a copy of the writer. So this is an object that ``end()``
/// separates from its statement.
package final class ParameterSequence {
    private var statement: Statement?

    // Retaining the statement for each value would cost as much as binding an integer.
    //
    // SAFETY: `statement` keeps it alive. This and the counts are read by copying and written by assignment, so two
    // accesses never overlap.
    @exclusivity(unchecked)
    private var unretained: Unmanaged<Statement>?

    /// The number of values so far; 0 after the end.
    @exclusivity(unchecked)
    package private(set) var count: Int32 = 0

    /// The number of NULLs at their end.
    @exclusivity(unchecked)
    private(set) var trailingNulls: Int32 = 0

    private let limit: Int32

    /// Begins with the first parameter.
    ///
    /// - Parameter limit: The number of parameters. Further values are counted, but not bound.
    package init(of statement: Statement, limit: Int32) {
        self.statement = statement
        unretained = .passUnretained(statement)
        self.limit = limit
    }

    /// Ignores all later values.
    package func end() {
        unretained = nil
        statement = nil
        count = 0
        trailingNulls = 0
    }

    /// Binds a value to the next parameter.
    ///
    /// - Returns: `SQLITE_OK`, or the code for ``failure(_:)``.
    func bind(_ value: SQLiteValue) -> Int32 {
        guard let unretained else { return 0 }
        count &+= 1
        if case .null = value { trailingNulls &+= 1 } else { trailingNulls = 0 }
        guard count <= limit else { return 0 }
        let position = count
        return unretained._withUnsafeGuaranteedRef { $0.bindCode(value, at: position) }
    }

    /// The error of the latest value.
    func failure(_ code: Int32) -> SQLiteError? { statement?.bindFailure(code, at: count) }
}
