import Foundation

extension Function {
    /// `uuid()`: a new random UUID as text, in upper case, as a `UUID` is stored.
    ///
    /// ```sql
    /// CREATE TABLE reminders (id TEXT PRIMARY KEY DEFAULT (uuid()), title TEXT NOT NULL)
    /// ```
    ///
    /// The connections of a `Database` have the function. Add it to a connection of your own:
    /// `try connection.add(function: Function.RandomUUID.self)`. A program other than yours that inserts rows into a
    /// table with such a default needs a function of that name, too.
    ///
    /// It is random, so a statement calls it for each row, and no index can contain it. It has no side effects, so the
    /// schema of an untrusted file may call it.
    public final class RandomUUID: Function.Scalar {
        public override class var name: String { "uuid" }

        public override class var argc: Int32 { 0 }

        public override class var options: Function.Options { .innocuous }

        public override class func invoke(
            args: any ArgumentsProtocol
        ) throws -> (any SQLiteRepresentable)? {
            UUID()
        }
    }
}
