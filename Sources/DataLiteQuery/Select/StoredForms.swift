/// The forms in which the columns of a result store their values, where these differ from the default forms of the
/// values' types.
///
/// The type of a query determines the type of its values. A column with a representation stores them in another form
/// than an expression of the same type, and SQLite compares the stored form.
public struct StoredForms: Sendable {
    /// The columns with a representation. Most queries have none, and copying `nil` with a query costs nothing.
    @usableFromInline
    final class Representations: Sendable {
        let list: [(column: Int, type: Any.Type)]

        @usableFromInline
        init(_ list: [(column: Int, type: Any.Type)]) { self.list = list }
    }

    // Not `Representations?`, which has an initial value: the result of a call that is not inlined.
    @usableFromInline var representations: Optional<Representations>
    @usableFromInline var columnCount: Int

    @inlinable
    init() {
        representations = nil
        columnCount = 0
    }

    @inlinable
    init<Value: RowRepresentable>(of type: Value.Type) {
        self.init()
        append(type)
    }

    @inlinable
    init<each S: _SelectableValue>(selecting types: repeat (each S).Type) {
        self.init()
        repeat (each S)._appendForms(to: &self)
    }

    /// The forms of a query without rows whose selection is not known.
    static let unknown: Self = {
        var forms = Self()
        forms.representations = Representations([])
        return forms
    }()

    var isUnknown: Bool { representations?.list.isEmpty ?? false }

    /// The forms of the parameters of a function.
    public init(ofParameters types: [any RowRepresentable.Type]) {
        self.init()
        for type in types { append(type) }
    }

    @inlinable
    mutating func append<Value: RowRepresentable>(_ type: Value.Type) {
        if let type = type._representation { note(type) }
        columnCount += Value.columnCount
    }

    @usableFromInline
    mutating func note(_ type: Any.Type) {
        representations = Representations((representations?.list ?? []) + [(columnCount, type)])
    }

    /// Appends columns that store their values in the form of their type.
    @inlinable
    mutating func append(columns count: Int) { columnCount += count }

    /// These forms and those of further columns, which begin at an index.
    func followed(by other: StoredForms, at index: Int) -> StoredForms {
        if isUnknown || other.isUnknown { return .unknown }
        var forms = self
        forms.columnCount = index + other.columnCount
        guard let added = other.representations?.list else { return forms }
        let own = representations?.list ?? []
        forms.representations = Representations(own + added.map { (index + $0.column, $0.type) })
        return forms
    }

    /// The representation of a column, if it has one.
    func representation(of column: Int) -> Any.Type? {
        representations?.list.first { $0.column == column }?.type
    }

    /// An error if a column stores its values in another form than the expected one.
    func mismatch(expecting expected: StoredForms) -> SQLiteError? {
        if representations == nil, expected.representations == nil { return nil }
        if isUnknown || expected.isUnknown { return nil }
        for column in 0..<max(columnCount, expected.columnCount) {
            let (found, other) = (representation(of: column), expected.representation(of: column))
            if found != other { return .storedForm(found, expecting: other) }
        }
        return nil
    }
}

extension SQLiteError {
    static func storedForm(_ found: Any.Type?, expecting expected: Any.Type?) -> SQLiteError {
        func name(_ type: Any.Type?) -> String {
            type.map { "as \($0)" } ?? "without a representation"
        }
        return SQLiteError.misuse(
            "the values are stored \(name(found)), but expected to be stored "
                + "\(name(expected)): SQLite would compare and read them as they are stored"
                + (expected == nil ? found.map { "; write scalar(as: \($0).self)" } ?? "" : ""))
    }
}
