/// Makes a struct or an enum the type of a table's rows.
///
/// ```swift
/// @Table struct Reminder: Identifiable {
///     let id: Int
///     var title = ""
///     var dueDate: Date?
///     @Column("note_text") var notes = ""
///     @Ephemeral var isHighlighted = false
/// }
/// ```
///
/// Each stored property is a column, or the columns of a group: see ``Selection()``. A default value that
/// is a literal or an enum case is also the default of the column in a created table.
///
/// The primary key is the property with `@Column(primaryKey: true)`, or else the property named `id`. With
/// a primary key, the macro generates the conformance to `PrimaryKeyedTable` and the type `Draft` for
/// rows to insert; without one, the conformance to `Table`, and to `DraftableTable` with a `Draft` if a column is
/// `lazyInitializable`. For a key that is an optional variable, it generates the
/// conformance to `AssignableKeyTable`: an inserted row gets its key.
///
/// For a full-text table, `struct ReminderText: FTS5`, the property `rowid` is the primary key.
///
/// An enum has one column, or one group of columns, for each case, as with ``Selection()``. It has no primary key.
///
/// ```swift
/// @Table("media") enum Media {
///     case note(String)
///     case photo(Photo)
/// }
/// ```
///
/// - Parameters:
///   - name: The name of the table. Default: the plural of the type's name in lower camel case, such as
///     "remindersLists" for `RemindersList` and "categories" for `Category`. The compiler warns if the
///     plural of a word may be irregular.
///   - schema: The name of the schema that contains the table. If given, it qualifies the table in the SQL.
///   - forms: The type that has the forms of dates and UUIDs for several tables, such as `AppForms.self`.
///   - dates: The form of all dates without `@Column(as:)`, as another program has written them.
///   - uuids: The form of all UUIDs without `@Column(as:)`. Groups of the table keep their own forms.
@attached(
    member, names: named(tableDefinition), named(primaryKey), named(storedKey(_:)),
    named(init(row:)), named(encode(to:)), named(Columns),
    named(TableColumns), named(OuterColumns), named(Draft), named(_Model), named(_Output))
@attached(
    extension,
    conformances: Table, PrimaryKeyedTable, DraftableTable, AssignableKeyTable, Selection,
    RowRepresentable, RowDecodable,
    names: named(init(row:)))
public macro Table(
    _ name: String? = nil, schema: String? = nil, forms: (any TableForms.Type)? = nil,
    dates: StoredDateForm = .text, uuids: StoredUUIDForm = .text
) =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "TableMacro")
