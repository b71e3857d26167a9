/// A `RAISE` in a trigger: it raises an error, or ends the trigger without an error
/// (<https://sqlite.org/lang_createtrigger.html#the_raise_function>).
///
/// ```swift
/// Reminder.createTrigger(before: .delete { _ in Raise.abort("reminders are kept") })
/// ```
public struct Raise: Sendable {
    private enum Action: String { case ignore, abort, fail, rollback }

    private let action: Action
    private let message: String

    /// Ends the trigger, and the change of the row that fired it, without an error.
    public static let ignore = Raise(action: .ignore, message: "")

    /// Undoes the changes of the statement that fired the trigger, and ends the statement with an
    /// error.
    public static func abort(_ message: String) -> Raise { Raise(action: .abort, message: message) }

    /// Ends the statement that fired the trigger with an error, but keeps the changes that it has
    /// made.
    public static func fail(_ message: String) -> Raise { Raise(action: .fail, message: message) }

    /// Rolls back the transaction, and ends the statement that fired the trigger with an error.
    public static func rollback(_ message: String) -> Raise {
        Raise(action: .rollback, message: message)
    }
}

extension Raise: SQLRenderable {
    @usableFromInline
    func write(to writer: inout _SQLWriter) {
        writer.write("SELECT RAISE(")
        writer.write(raw: action.rawValue.uppercased())
        if action != .ignore {
            // Before SQLite 3.47 the message must be a literal, and a literal cannot contain a NUL.
            if message.utf8.contains(0) {
                writer.fail(misuse: "the message of RAISE cannot contain a NUL character")
            }
            writer.write(", ")
            writer.write(parameter: .text(message))
        }
        writer.write(")")
    }
}
