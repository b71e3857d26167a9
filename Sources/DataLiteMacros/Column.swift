/// Describes the column of a property in a table or selection, or of a case in a selection.
///
/// ```swift
/// @Column("note_text") var notes = ""
/// @Column(as: JSONRepresentation<[String]>.self) var tags: [String] = []
/// @Column(references: RemindersList.self, onDelete: .cascade) var remindersListID: UUID
/// ```
///
/// `unique` and the options after it are used only when a table is created or compared.
///
/// - Parameters:
///   - name: The name of the column. Default: the name of the property.
///   - representation: The form in which the values are stored.
///   - prefix: A prefix for the column names of a group, so that a table can have two groups of one type.
///   - primaryKey: Whether the column is the primary key. By default, the property named `id` is, unless
///     another column is marked.
///   - unique: Whether the column has a `UNIQUE` constraint.
///   - collate: The collation that compares and orders the text of the column wherever no other collation is given:
///     `.nocase`, `.rtrim`, or the name of a collation of the connection. By default, `BINARY`.
///   - default: The default value of the column as an SQL expression. By default, the default value of
///     the property, if it is a literal or an enum case.
///   - generated: An SQL expression of other columns, from which SQLite computes the column. Inserts and
///     updates omit the column.
///   - storage: Whether a generated column is stored or computed when it is read. By default, it is
///     computed when it is read.
///   - references: The table whose primary key the column refers to.
///   - onDelete: The action when the referenced row is deleted.
///   - onUpdate: The action when the referenced key changes.
@attached(peer)
public macro Column(
    _ name: String? = nil, as representation: (any ColumnRepresentation.Type)? = nil,
    prefix: String = "", primaryKey: Bool = false, unique: Bool = false,
    collate: CollationName? = nil, default: String? = nil, generated: String? = nil,
    storage: GeneratedColumn.Storage = .virtual,
    references: Any.Type? = nil, onDelete: ForeignKeyAction? = nil,
    onUpdate: ForeignKeyAction? = nil
) = #externalMacro(module: "DataLiteMacrosPlugin", type: "ColumnMacro")

/// Describes a column that the database computes by an expression that is not stated here, for a table that SQL text
/// creates: `@Column(generated: .virtual)` or `.stored`.
///
/// Inserts and updates omit the column. `createTable` is an error: it needs the expression, as in
/// `@Column(generated: "price * count")`.
@attached(peer)
public macro Column(
    _ name: String? = nil, as representation: (any ColumnRepresentation.Type)? = nil,
    prefix: String = "", primaryKey: Bool = false, unique: Bool = false,
    collate: CollationName? = nil, default: String? = nil,
    generated storage: GeneratedColumn.Storage,
    references: Any.Type? = nil, onDelete: ForeignKeyAction? = nil,
    onUpdate: ForeignKeyAction? = nil
) = #externalMacro(module: "DataLiteMacrosPlugin", type: "ColumnMacro")

/// Describes a column that a draft can leave unset.
///
/// Every column of a draft can be left unset. But a table without a primary key has a `Draft` only if one of its columns
/// is `lazyInitializable`:
///
/// ```swift
/// @Table struct PageView {
///     @Column(lazyInitializable: true) var date: Date
///     var page: String
/// }
/// try PageView.insert { PageView.Draft(page: "index") }.execute(db)  // the date is the default of the table
/// ```
@attached(peer)
public macro Column(
    _ name: String? = nil, as representation: (any ColumnRepresentation.Type)? = nil,
    lazyInitializable: Bool, primaryKey: Bool = false
) = #externalMacro(module: "DataLiteMacrosPlugin", type: "ColumnMacro")

/// Excludes a stored property from the columns. The property needs a default value.
@attached(peer)
public macro Ephemeral() = #externalMacro(module: "DataLiteMacrosPlugin", type: "EphemeralMacro")

/// Describes a group of columns: the same as ``Column(_:as:prefix:primaryKey:unique:collate:default:generated:storage:references:onDelete:onUpdate:)``,
/// and not needed without options.
@attached(peer)
public macro Columns(
    as representation: (any ColumnRepresentation.Type)? = nil, prefix: String = "",
    primaryKey: Bool = false
) = #externalMacro(module: "DataLiteMacrosPlugin", type: "ColumnMacro")
