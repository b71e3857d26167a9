import DataLiteSyntax

/// Binds lists of parameters: simple values in order, arrays in order, the properties of other types by name. Later
/// values override earlier ones.
final class ParameterListBinder {
    let coderID: CoderID
    private let binder: ParameterSink
    private var writer: ValueWriter

    init(_ statement: any StatementProtocol, _ coder: SQLiteCoder) {
        coderID = coder.id
        binder = ParameterSink(statement, coder)
        writer = ValueWriter(binder)
    }

    /// Binds a list, and the interpolations that belong to the statement.
    func bind(
        _ request: inout Request, to statement: any StatementProtocol, _ coder: SQLiteCoder
    ) throws {
        binder.begin(statement, of: request.script)
        ValueWriter.replaceIfKept(&writer)
        let writer = writer
        writer.begin(coder)
        defer {
            writer.end()
            binder.end()
        }
        try bindInterpolations(of: &request)
        for (position, value) in request.given.enumerated() {
            try EncodingError.locating("parameter \(position + 1)", IndexKey(position)) {
                try bind(value, writer)
            }
        }
        try requireAll(statement, coder)
    }

    /// An interpolation is a `?`. If there is one for each parameter, the parameters may also have names.
    private func bindInterpolations(of request: inout Request) throws {
        guard !request.interpolations.isEmpty else { return }
        let hasAll = request.script == nil && request.interpolations.count == binder.count
        for index in binder.indexes where hasAll || binder.isPlain(index) {
            guard let value = request.nextInterpolation() else { break }
            try binder.put(interpolation: value, index: index)
        }
    }

    private func bind<T: Encodable>(_ value: T, _ writer: ValueWriter) throws {
        let form = writer.form(of: T.self)
        if let bindable = value as? any ParameterBindable {
            let handle = ParameterBinder(binder)
            defer { handle.end() }
            try bindable.bind(to: handle)
        } else if form.kind == .simple, let simple = try writer.coder.simpleValue(value) {
            try binder.put(simple)
        } else if form.isOptional, let optional = value as? any OptionalProtocol, optional.isNil {
            try bindNil(type(of: optional).wrapped)
        } else {
            try writer.encode(value)
        }
    }

    /// A `nil` of a type that has properties or elements sets none of them, so their parameters are missing. A `nil`
    /// of a type with a raw value is NULL.
    private func bindNil(_ wrapped: any Any.Type) throws {
        if wrapped is any RawRepresentable.Type { try binder.put(.null) }
    }

    private func requireAll(
        _ statement: any StatementProtocol, _ coder: SQLiteCoder
    ) throws {
        guard !binder.hasAll else { return }
        if case .null = coder.parameterPolicy.missing { return try binder.putNullElsewhere() }
        // A number that the SQL skips needs no value: `?3` alone skips 1 and 2.
        let used = SQLScanner.parameterIndexes(statement.sql)
        let missing = binder.missing.filter { used.contains(Int($0)) }
        if !missing.isEmpty { throw statement.missingParameters(missing) }
    }

    // MARK: - Cache

    /// Caches the binder of a statement with the statement.
    private final class Cache {
        var binder: ParameterListBinder?
    }

    /// A binder for a statement that is about to run. It is cached with an SQLite `Statement`, so that it can reuse
    /// the lookups of earlier runs.
    static func cached(_ statement: any StatementProtocol, _ coder: SQLiteCoder)
        -> ParameterListBinder
    {
        guard let sqlite = statement.sqliteStatement else {
            return ParameterListBinder(statement, coder)
        }
        return sqlite._withUnsafeGuaranteedRef { statement in
            let cache = statement.companion(Cache.self) ?? Cache()
            if let binder = cache.binder, binder.coderID === coder.id { return binder }
            let binder = ParameterListBinder(statement, coder)
            cache.binder = binder
            statement.companions[Cache.self] = cache
            return binder
        }
    }
}
