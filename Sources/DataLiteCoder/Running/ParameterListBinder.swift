import DataLiteCore
import DataLiteSyntax

/// Binds what is given for a statement: interpolations, and lists of parameters.
func bind(
    _ request: inout Request, to statement: any StatementProtocol, _ coder: SQLiteCoder
) throws {
    if request.given.isEmpty, request.script == nil,
        request.interpolations.count == statement.parameterCount()
    {
        try statement.bindInOrder(request.interpolations)
    } else {
        try request.requireInterpolationsFirst()
        try StatementNotes.binder(statement, coder).bind(&request, to: statement, coder)
    }
}

extension StatementProtocol {
    /// Binds values to the first parameters.
    func bindInOrder(_ values: ArraySlice<SQLiteValue>) throws(SQLiteError) {
        var index: Int32 = 0
        for value in values {
            index += 1
            try bind(value, at: index)
        }
    }
}

/// Binds lists of parameters: simple values in order, arrays in order, the properties of other types by
/// name. Later ones win.
final class ParameterListBinder {
    let coderID: CoderID
    private let binder: ParameterSink
    // Replacing it calls nothing that could come here.
    @exclusivity(unchecked) private var encoder: ValueEncoder

    init(_ statement: any StatementProtocol, _ coder: SQLiteCoder) {
        coderID = coder.id
        binder = ParameterSink(statement, coder)
        encoder = ValueEncoder(binder)
    }

    /// Binds a list, and takes from it the interpolations that are the statement's.
    func bind(
        _ request: inout Request, to statement: any StatementProtocol, _ coder: SQLiteCoder
    ) throws {
        binder.begin(statement, of: request.script)
        defer { binder.end() }
        try bindInterpolations(of: &request)
        for parameter in request.given { try bind(parameter, coder) }
        try requireAll(statement, coder)
    }

    /// An interpolation is a `?`. Where there is one for each parameter, these may also have names.
    private func bindInterpolations(of request: inout Request) throws {
        guard !request.interpolations.isEmpty else { return }
        let hasAll = request.script == nil && request.interpolations.count == binder.count
        for index in binder.indexes where hasAll || binder.isPlain(index) {
            guard let value = request.nextInterpolation() else { break }
            try binder.put(interpolation: value, index: index)
        }
    }

    private func bind<T: Encodable>(_ value: T, _ coder: SQLiteCoder) throws {
        let form = encoder.form(of: T.self)
        if form.bindsItself, let bindable = value as? any ParameterBindable {
            let handle = ParameterBinder(binder)
            defer { handle.end() }
            try bindable.bind(to: handle)
        } else if form.kind == .simple, let simple = try coder.simpleValue(value) {
            try binder.put(simple)
        } else if form.isOptional, let optional = value as? any Nillable, optional.isNil {
            try bindNil(type(of: optional).wrapped)
        } else {
            ValueEncoder.renew(&encoder)
            try encoder.encode(value, coder)
        }
    }

    /// A `nil` of a type that has properties or elements sets none of them, so their parameters are
    /// missing. One of a type with a raw value is NULL.
    private func bindNil(_ wrapped: any Any.Type) throws {
        if wrapped is any RawRepresentable.Type { try binder.put(.null) }
    }

    private func requireAll(
        _ statement: any StatementProtocol, _ coder: SQLiteCoder
    ) throws {
        guard !binder.hasAll else { return }
        if case .null = coder.missingParameters { return try binder.putNullElsewhere() }
        // A number that the text leaves out, as `?3` alone does 1 and 2, wants no value.
        let wanted = SQLText.parameterIndexes(statement.sql)
        guard let missing = binder.missing.first(where: { wanted.contains(Int($0)) }) else {
            return
        }
        let name = statement.parameterNameBy(missing) ?? "?\(missing)"
        throw SQLiteError(
            .range, message: "no value for parameter \(name)", sql: statement.sql)
    }
}
