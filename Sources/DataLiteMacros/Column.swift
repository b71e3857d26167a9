/// Describes the column of a property in a table or selection, or of a case in a selection.
///
/// ```swift
/// @Column("note_text") var notes = ""
/// @Column(as: JSONRepresentation<[String]>.self) var tags: [String] = []
/// @Column(references: RemindersList.self, onDelete: .cascade) var remindersListID: UUID
/// ```
///
/// The options from `unique` on are used only when a table is created or compared.
///
/// - Parameters:
///   - name: The name of the column. Default: the name of the property.
///   - representation: The form in which the values are stored.
///   - prefix: A text before the names of the columns of a group, so that a table can have two groups of one type.
///   - primaryKey: Whether the column is the primary key. By default it is if the property is called
///     `id` and no other column is.
///   - unique: Whether no two rows have the same value.
///   - default: The default value of the column as an SQL expression. By default it is the default of
///     the property, if that is a literal or an enum's case.
///   - generated: An SQL expression over other columns by which SQLite computes the column. Inserts and
///     updates leave it out.
///   - storage: Whether a computed value is stored. By default it is not.
///   - references: The table whose primary key the column refers to.
///   - onDelete: What happens when the row that is referred to is deleted.
///   - onUpdate: What happens when the key that is referred to changes.
@attached(peer)
public macro Column(
    _ name: String? = nil, as representation: (any ColumnRepresentation.Type)? = nil,
    prefix: String = "", primaryKey: Bool = false, unique: Bool = false, default: String? = nil,
    generated: String? = nil, storage: GeneratedColumn.Storage = .virtual,
    references: Any.Type? = nil, onDelete: ForeignKeyAction? = nil,
    onUpdate: ForeignKeyAction? = nil
) = #externalMacro(module: "DataLiteMacrosPlugin", type: "ColumnMacro")

/// Excludes a stored property, which needs a default value, from the columns.
@attached(peer)
public macro Ephemeral() = #externalMacro(module: "DataLiteMacrosPlugin", type: "EphemeralMacro")
