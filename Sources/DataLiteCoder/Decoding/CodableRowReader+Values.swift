import DataLiteCore
import Foundation

// Numbers and strings, which DataLiteCore reads without the coder.

extension CodableRowReader {
    @inline(__always)
    func simple<T: SQLiteRepresentable>(_ type: T.Type, _ keyColumn: RowPlan.KeyColumn) throws -> T
    {
        try simple(type, at: requiredColumn(keyColumn), keyColumn)
    }

    @inline(__always)
    func simple<T: SQLiteRepresentable>(
        _ type: T.Type, at column: Int32, _ keyColumn: RowPlan.KeyColumn
    ) throws -> T {
        if let value: T = columnValue(column) { return value }
        throw mismatch(type, column, keyColumn)
    }

    /// The value of an optional property: `nil` if the column is NULL or missing.
    @inline(__always)
    func optional<T: SQLiteRepresentable>(_ type: T.Type, _ keyColumn: RowPlan.KeyColumn) throws
        -> T?
    {
        keyColumn.column < 0 ? nil : try optional(type, at: keyColumn.column, keyColumn)
    }

    @inline(__always)
    private func optional<T: SQLiteRepresentable>(
        _ type: T.Type, at column: Int32, _ keyColumn: RowPlan.KeyColumn
    ) throws -> T? {
        if let real {
            if let value: T = Statement.rowValue(of: real, at: column) { return value }
            if Statement.isNull(real, at: column) { return nil }
        } else {
            if let value: T = otherColumnValue(column) { return value }
            if isNull(column) { return nil }
        }
        throw mismatch(type, column, keyColumn)
    }

    @inline(__always)
    private func columnValue<T: SQLiteRepresentable>(_ column: Int32) -> T? {
        if let real { return Statement.rowValue(of: real, at: column) }
        return otherColumnValue(column)
    }

    @inline(never)
    private func otherColumnValue<T: SQLiteRepresentable>(_ column: Int32) -> T? {
        statement?.columnValue(at: column)
    }

    /// The column of a key.
    ///
    /// - Throws: `DecodingError.keyNotFound` if the key has no column.
    @inline(__always)
    func requiredColumn(_ keyColumn: RowPlan.KeyColumn) throws -> Int32 {
        guard keyColumn.column >= 0 else { throw missing(keyColumn) }
        return keyColumn.column
    }

    func isNull(_ column: Int32) -> Bool {
        if let real { return Statement.isNull(real, at: column) }
        return statement?.withColumn(at: column) { $0.isNull } ?? true
    }

    /// The value of a column as an `SQLiteValue`.
    func sqliteValue(_ column: Int32) -> SQLiteValue {
        statement?.columnValue(at: column) ?? .null
    }

    // Other types.

    func value<T: Decodable>(_ type: T.Type, _ keyColumn: RowPlan.KeyColumn) throws -> T {
        if keyColumn.column < 0, let part = try part(at: keyColumn) { return try part.read(type) }
        return try value(type, at: requiredColumn(keyColumn), keyColumn)
    }

    /// The value of an optional property: `nil` if the column is NULL or missing, or JSON that is `null`.
    func optionalValue<T: Decodable>(_ type: T.Type, _ keyColumn: RowPlan.KeyColumn) throws -> T? {
        let column = keyColumn.column
        guard column >= 0 else {
            guard let part = try part(at: keyColumn), !part.isAllNull() else { return nil }
            return try part.read(type)
        }
        guard !isNull(column) else { return nil }
        do {
            return try value(type, at: column, keyColumn)
        } catch DecodingError.valueNotFound where isJSONNull(column) {
            return nil
        }
    }

    /// A value whose type is known to be the requested type. The value is moved, because copying it may retain a
    /// reference.
    @inline(__always)
    static func same<A, T>(_ value: consuming A, as type: T.Type) -> T {
        var value: A? = value
        return take(&value, as: type)
    }

    @inline(__always)
    private static func take<A, T>(_ value: UnsafeMutablePointer<A?>, as type: T.Type) -> T {
        // SAFETY: All callers have compared `A` with `T`, and an optional begins with its value. The value is moved
        // out, and `nil` put in its place, before anything else accesses it.
        let taken = UnsafeMutableRawPointer(value).assumingMemoryBound(to: type).move()
        value.initialize(to: nil)
        return taken
    }

    private func value<T: Decodable>(
        _ type: T.Type, at column: Int32, _ keyColumn: RowPlan.KeyColumn
    ) throws -> T {
        var form = plan[formAt: keyColumn]
        defer { plan[formAt: keyColumn] = form }
        return try value(type, at: column, &form, keyColumn)
    }

    /// The value of a column, by position.
    @_semantics("optimize.sil.specialize.generic.never")
    func value<T: Decodable>(_ type: T.Type, column: Int32, position: Int) throws -> T {
        if columnForms.isEmpty {
            columnForms = Array(repeating: KnownForm(), count: columns.names.count)
        }
        var form = columnForms[position]
        defer { columnForms[position] = form }
        return try value(type, at: column, &form, .none)
    }

    // Simple types are read by their existential type here, so specializing the method for 15 of them would only
    // add 75 KB to each program.
    @_semantics("optimize.sil.specialize.generic.never")
    func value<T: Decodable>(
        _ type: T.Type, at column: Int32, _ form: inout KnownForm, _ keyColumn: RowPlan.KeyColumn
    ) throws -> T {
        switch form.form(of: type) ?? newColumnForm(of: type, &form) {
        case .singleValue:
            do {
                return try T(from: ColumnReader(self, column: column, keyColumn: keyColumn))
            } catch NeedsJSON.structure {
                throw mismatch(type, column, keyColumn)
            } catch let error as DecodingError {
                throw located(error, column, keyColumn)
            }
        case .json:
            return try json(type, column, keyColumn)
        case .representable(let representable):
            return try representableValue(representable, as: type, at: column, keyColumn)
        case .date, .double, .bigInteger:
            let coder = coder(at: keyColumn)
            guard let value = coder.convert(sqliteValue(column), to: type) as? T else {
                throw mismatch(type, column, keyColumn)
            }
            return value
        }
    }

    /// The coder for the value of a key.
    func coder(at keyColumn: RowPlan.KeyColumn) -> SQLiteCoder {
        coder.coder(forKey: plan.key(at: keyColumn))
    }

    @inline(never)
    private func newColumnForm(
        of type: any Decodable.Type, _ form: inout KnownForm
    ) -> ColumnForm {
        var new = ColumnForm(of: type, coder)
        if case .singleValue = new, type is any NamedValues.Type { new = .json }
        form.set(new, of: type)
        return new
    }

    /// - Parameter representable: `T` itself, which is known to be representable.
    private func representableValue<R: SQLiteRepresentable, T>(
        _ representable: R.Type, as type: T.Type, at column: Int32, _ keyColumn: RowPlan.KeyColumn
    ) throws -> T {
        Self.same(try simple(representable, at: column, keyColumn), as: type)
    }
}
