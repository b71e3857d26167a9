import DataLiteC

/// An action for which a statement needs permission: one call of an authorizer.
///
/// SQLite asks for each action while it compiles a statement, not while the statement runs. A statement has many
/// actions: `SELECT title FROM albums WHERE year > 1990` has `.select`, `.read(table: "albums", column: "title")` and
/// `.read(table: "albums", column: "year")`.
///
/// See [Authorizer action codes](https://sqlite.org/c3ref/c_alter_table.html).
public struct SQLAction: Equatable, Sendable {
    /// The action with its names.
    public let kind: Kind

    /// The database of the connection: `main`, `temp` for temporary objects, or the name of an attached one; `nil` if
    /// the action has none.
    public let schema: String?

    /// The trigger or view that causes the action; `nil` for SQL of the program.
    ///
    /// Do not allow more because of this name: for a common table expression, SQLite passes its name, which the author
    /// of the SQL chooses.
    public let source: String?

    /// An action, for tests of authorizers.
    public init(_ kind: Kind, schema: String? = nil, source: String? = nil) {
        self.kind = kind
        self.schema = schema
        self.source = source
    }

    /// An action with its names, after the action codes of SQLite.
    public enum Kind: Equatable, Sendable {
        /// `SQLITE_READ`. The column is empty if a statement uses the table but none of its columns, as `count(*)`.
        case read(table: String, column: String)
        /// `SQLITE_SELECT`: a `SELECT`, or one that is part of another statement.
        case select
        /// `SQLITE_FUNCTION`: a call of an SQL function. Operators such as `LIKE` and `->` are functions, too.
        case function(String)
        /// `SQLITE_RECURSIVE`: a recursive common table expression.
        case recursive
        /// `SQLITE_INSERT`
        case insert(table: String)
        /// `SQLITE_UPDATE`
        case update(table: String, column: String)
        /// `SQLITE_DELETE`
        case delete(table: String)
        /// `SQLITE_TRANSACTION`: `BEGIN`, `COMMIT` or `ROLLBACK`.
        case transaction(String)
        /// `SQLITE_SAVEPOINT`: `BEGIN`, `RELEASE` or `ROLLBACK`, and the name.
        case savepoint(String, name: String)
        /// `SQLITE_PRAGMA`: the name, and the argument if there is one.
        case pragma(String, argument: String?)
        /// `SQLITE_ATTACH`: the path; `nil` if it is not known before the statement runs. `VACUUM` attaches, too.
        case attach(path: String?)
        /// `SQLITE_DETACH`
        case detach(name: String?)
        /// `SQLITE_CREATE_TABLE` and `SQLITE_CREATE_TEMP_TABLE`
        case createTable(String)
        /// `SQLITE_CREATE_VTABLE`
        case createVirtualTable(String, module: String)
        /// `SQLITE_CREATE_INDEX` and `SQLITE_CREATE_TEMP_INDEX`
        case createIndex(String, table: String)
        /// `SQLITE_CREATE_VIEW` and `SQLITE_CREATE_TEMP_VIEW`
        case createView(String)
        /// `SQLITE_CREATE_TRIGGER` and `SQLITE_CREATE_TEMP_TRIGGER`
        case createTrigger(String, table: String)
        /// `SQLITE_DROP_TABLE` and `SQLITE_DROP_TEMP_TABLE`
        case dropTable(String)
        /// `SQLITE_DROP_VTABLE`
        case dropVirtualTable(String, module: String)
        /// `SQLITE_DROP_INDEX` and `SQLITE_DROP_TEMP_INDEX`
        case dropIndex(String, table: String)
        /// `SQLITE_DROP_VIEW` and `SQLITE_DROP_TEMP_VIEW`
        case dropView(String)
        /// `SQLITE_DROP_TRIGGER` and `SQLITE_DROP_TEMP_TRIGGER`
        case dropTrigger(String, table: String)
        /// `SQLITE_ALTER_TABLE`
        case alterTable(String)
        /// `SQLITE_REINDEX`
        case reindex(String)
        /// `SQLITE_ANALYZE`
        case analyze(table: String)
        /// An action of a newer SQLite, with its code and its two names.
        case other(Int32, String?, String?)
    }
}

/// The answer of an authorizer.
public enum Authorization: Hashable, Sendable {
    /// The action is allowed. C: `SQLITE_OK`.
    case allow
    /// The action is ignored: the value of a column that is read is NULL, and `DELETE` of a whole table deletes its rows
    /// one by one. For most other actions, the statement has no effect. C: `SQLITE_IGNORE`.
    case ignore
    /// The statement is not compiled: `SQLITE_AUTH`. C: `SQLITE_DENY`.
    case deny

    /// The stricter of two answers.
    func and(_ other: Authorization) -> Authorization {
        switch (self, other) {
        case (.deny, _), (_, .deny): .deny
        case (.ignore, _), (_, .ignore): .ignore
        default: .allow
        }
    }
}

// MARK: - SQLite's codes

extension SQLAction {
    /// The action of a call of the authorizer.
    init(
        _ code: Int32, _ first: String?, _ second: String?, schema: String?, source: String?
    ) {
        self.init(
            Kind(code, first, second), schema: code == SQLITE_ALTER_TABLE ? first : schema,
            source: source)
    }
}

extension SQLAction.Kind {
    fileprivate init(_ code: Int32, _ first: String?, _ second: String?) {
        self =
            Self.content(code, first ?? "", second ?? "")
            ?? Self.control(code, first, second)
            ?? Self.creation(code, first ?? "", second ?? "")
            ?? Self.drop(code, first ?? "", second ?? "")
            ?? .other(code, first, second)
    }

    private static func content(_ code: Int32, _ first: String, _ second: String) -> Self? {
        switch code {
        case SQLITE_READ: .read(table: first, column: second)
        case SQLITE_SELECT: .select
        case SQLITE_FUNCTION: .function(second)
        case SQLITE_RECURSIVE: .recursive
        case SQLITE_INSERT: .insert(table: first)
        case SQLITE_UPDATE: .update(table: first, column: second)
        case SQLITE_DELETE: .delete(table: first)
        default: nil
        }
    }

    private static func control(_ code: Int32, _ first: String?, _ second: String?) -> Self? {
        switch code {
        case SQLITE_TRANSACTION: .transaction(first ?? "")
        case SQLITE_SAVEPOINT: .savepoint(first ?? "", name: second ?? "")
        case SQLITE_PRAGMA: .pragma(first ?? "", argument: second)
        case SQLITE_ATTACH: .attach(path: first)
        case SQLITE_DETACH: .detach(name: first)
        // The first name is the database.
        case SQLITE_ALTER_TABLE: .alterTable(second ?? "")
        case SQLITE_REINDEX: .reindex(first ?? "")
        case SQLITE_ANALYZE: .analyze(table: first ?? "")
        default: nil
        }
    }

    private static func creation(_ code: Int32, _ first: String, _ second: String) -> Self? {
        switch code {
        case SQLITE_CREATE_TABLE, SQLITE_CREATE_TEMP_TABLE: .createTable(first)
        case SQLITE_CREATE_VTABLE: .createVirtualTable(first, module: second)
        case SQLITE_CREATE_INDEX, SQLITE_CREATE_TEMP_INDEX: .createIndex(first, table: second)
        case SQLITE_CREATE_VIEW, SQLITE_CREATE_TEMP_VIEW: .createView(first)
        case SQLITE_CREATE_TRIGGER, SQLITE_CREATE_TEMP_TRIGGER: .createTrigger(first, table: second)
        default: nil
        }
    }

    private static func drop(_ code: Int32, _ first: String, _ second: String) -> Self? {
        switch code {
        case SQLITE_DROP_TABLE, SQLITE_DROP_TEMP_TABLE: .dropTable(first)
        case SQLITE_DROP_VTABLE: .dropVirtualTable(first, module: second)
        case SQLITE_DROP_INDEX, SQLITE_DROP_TEMP_INDEX: .dropIndex(first, table: second)
        case SQLITE_DROP_VIEW, SQLITE_DROP_TEMP_VIEW: .dropView(first)
        case SQLITE_DROP_TRIGGER, SQLITE_DROP_TEMP_TRIGGER: .dropTrigger(first, table: second)
        default: nil
        }
    }
}
