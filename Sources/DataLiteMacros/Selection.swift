/// Makes a struct the row type of a query and a group of columns, or an enum a choice between columns.
///
/// ```swift
/// @Selection struct Stats { let total: Int; let average: Double? }
///
/// Item.select { Stats.Columns(total: $0.count(), average: $0.price.avg()) }
/// ```
///
/// If a property of a table has the type of the struct, the struct is a group: its properties are columns of the
/// table.
///
/// An array or a dictionary of `Codable` values without `@Column(as:)` is stored as JSON. Stored as JSON itself, the
/// struct is written by its columns, so that key paths reach its members: `$0.author.jsonExtract(\.links[0].homepage)`.
///
/// An enum has one column, or one group of columns, for each case. The columns of all cases but one are
/// NULL. Each case has one associated value, which is not optional.
///
/// ```swift
/// @Table struct Attachment: Identifiable {
///     let id: UUID
///     let kind: Kind
///     @Selection enum Kind { case link(URL); case note(String) }
/// }
/// ```
@attached(
    member,
    names: named(columnDefinitions), named(init(row:)), named(encode(to:)), named(Columns),
    named(TableColumns), named(_Model), named(_Output))
@attached(
    extension, conformances: Selection, CommonTableRow, RowRepresentable, RowDecodable,
    names: named(init(row:)))
public macro Selection() = #externalMacro(module: "DataLiteMacrosPlugin", type: "SelectionMacro")
