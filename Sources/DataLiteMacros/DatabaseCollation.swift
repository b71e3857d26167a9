/// Makes a function a collating sequence. Use `$name` in a query and to add it to a connection.
///
/// ```swift
/// @DatabaseCollation func backwards(_ lhs: String, _ rhs: String) -> CollationOrder {
///     CollationOrder(String(lhs.reversed()), String(rhs.reversed()))
/// }
///
/// let sorted = try Reminder.order { $0.title.collate($backwards) }.fetchAll(db)
/// ```
///
/// The function compares two strings and returns a `CollationOrder` or a `ComparisonResult`. The order must be total,
/// and must not change while an index uses it. The function is global, a static method, a method of an instance, or a
/// constant with the type of a closure.
///
/// A typed query or change adds the collating sequences that it uses to a connection that does not have them. For SQL
/// text, and for columns, triggers and indexes, add the collating sequence to each connection:
/// `try db.add(collation: $backwards)`.
///
/// - Parameter name: The name in SQL. Default: the name of the function.
@attached(peer, names: prefixed(`$`))
public macro DatabaseCollation(_ name: String? = nil) =
    #externalMacro(module: "DataLiteMacrosPlugin", type: "DatabaseCollationMacro")
