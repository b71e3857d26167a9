import DataLiteCore
import Foundation

// Numbers and texts, which the core reads by itself.

extension RowReader {
    @inline(__always)
    func simple<T: SQLiteRepresentable>(_ type: T.Type, _ place: RowPlan.Place) throws -> T {
        try simple(type, at: requiredColumn(place), place)
    }

    @inline(__always)
    func simple<T: SQLiteRepresentable>(
        _ type: T.Type, at column: Int32, _ place: RowPlan.Place
    ) throws -> T {
        if let value: T = columnValue(column) { return value }
        throw mismatch(type, column, place)
    }

    /// The same, where NULL is `nil`, and so is a column that is not there.
    @inline(__always)
    func optional<T: SQLiteRepresentable>(_ type: T.Type, _ place: RowPlan.Place) throws -> T? {
        place.column < 0 ? nil : try optional(type, at: place.column, place)
    }

    @inline(__always)
    private func optional<T: SQLiteRepresentable>(
        _ type: T.Type, at column: Int32, _ place: RowPlan.Place
    ) throws -> T? {
        if let real {
            if let value: T = Statement.columnValue(of: real, at: column) { return value }
            if Statement.isNull(real, at: column) { return nil }
        } else {
            if let value: T = otherColumnValue(column) { return value }
            if isNull(column) { return nil }
        }
        throw mismatch(type, column, place)
    }

    @inline(__always)
    private func columnValue<T: SQLiteRepresentable>(_ column: Int32) -> T? {
        if let real { return Statement.columnValue(of: real, at: column) }
        return otherColumnValue(column)
    }

    @inline(never)
    private func otherColumnValue<T: SQLiteRepresentable>(_ column: Int32) -> T? {
        statement.columnValue(at: column)
    }

    @inline(__always)
    func double(_ place: RowPlan.Place) throws -> Double {
        try readsFloatsAsText ? value(Double.self, place) : simple(Double.self, place)
    }

    @inline(__always)
    func optionalDouble(_ place: RowPlan.Place) throws -> Double? {
        try readsFloatsAsText ? optionalValue(Double.self, place) : optional(Double.self, place)
    }
}

// Types that are more than that.

extension RowReader {
    func value<T: Decodable>(_ type: T.Type, _ place: RowPlan.Place) throws -> T {
        try value(type, at: requiredColumn(place), place)
    }

    /// NULL is `nil`, and so is a column that is not there.
    func optionalValue<T: Decodable>(_ type: T.Type, _ place: RowPlan.Place) throws -> T? {
        let column = place.column
        return column < 0 || isNull(column) ? nil : try value(type, at: column, place)
    }

    /// A value whose type has been found to be the one asked for. It is moved: copying would count a
    /// reference of some.
    @inline(__always)
    static func same<A, T>(_ value: consuming A, as type: T.Type) -> T {
        var value: A? = value
        return take(&value, as: type)
    }

    @inline(__always)
    private static func take<A, T>(_ value: UnsafeMutablePointer<A?>, as type: T.Type) -> T {
        // Right: an optional begins with its value, which is one of `T`. It is moved out, and `nil` put in
        // its place before anybody else looks.
        let taken = UnsafeMutableRawPointer(value).assumingMemoryBound(to: type).move()
        value.initialize(to: nil)
        return taken
    }

    private func value<T: Decodable>(
        _ type: T.Type, at column: Int32, _ place: RowPlan.Place
    ) throws -> T {
        var form = plan[formAt: place]
        defer { plan[formAt: place] = form }
        return try value(type, at: column, &form, place)
    }

    func value<T: Decodable>(_ type: T.Type, column: Int32) throws -> T {
        if columnForms.isEmpty {
            columnForms = Array(repeating: KnownForm(), count: names.count)
        }
        var form = columnForms[Int(column)]
        defer { columnForms[Int(column)] = form }
        return try value(type, at: column, &form, .none)
    }

    func value<T: Decodable>(
        _ type: T.Type, at column: Int32, _ form: inout KnownForm, _ place: RowPlan.Place
    ) throws -> T {
        switch form.form(of: type) ?? newColumnForm(of: type, &form) {
        case .singleValue:
            do {
                return try T(from: ColumnReader(link: decoder.link, column: column, place: place))
            } catch NeedsJSON.structure {
                throw mismatch(type, column, place)
            } catch let error as DecodingError {
                throw located(error, column, place)
            }
        case .json:
            return try json(type, column, place)
        case .representable(let representable):
            return try representableValue(representable, as: type, at: column, place)
        case .date, .double, .bigInteger:
            let stored: SQLiteValue = statement.columnValue(at: column)
            guard let value = coder.convert(stored, to: type) as? T else {
                throw mismatch(type, column, place)
            }
            return value
        }
    }

    @inline(never)
    func newForm(of type: any Decodable.Type, _ form: inout KnownForm) -> ColumnForm {
        let new = ColumnForm(of: type, coder)
        form.set(new, of: type)
        return new
    }

    private func newColumnForm(
        of type: any Decodable.Type, _ form: inout KnownForm
    ) -> ColumnForm {
        let new = newForm(of: type, &form)
        guard case .singleValue = new, type is any NamedValues.Type else { return new }
        form.set(.json, of: type)
        return .json
    }

    /// The row as a value that another type has asked for.
    func wholeRow<T: Decodable>(_ type: T.Type) throws -> T {
        if type == SQLiteRow.self, let row = statement.currentRow() as? T { return row }
        var form = KnownForm()
        if case .singleValue = newForm(of: type, &form) { return try T(from: decoder) }
        return try value(type, at: 0, &form, .none)
    }

    /// - Parameter representable: `T` itself, which is known to be representable.
    private func representableValue<R: SQLiteRepresentable, T>(
        _ representable: R.Type, as type: T.Type, at column: Int32, _ place: RowPlan.Place
    ) throws -> T {
        Self.same(try simple(representable, at: column, place), as: type)
    }
}
