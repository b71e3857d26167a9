import DataLiteC

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
        case SQLITE_CREATE_TABLE: .createTable(first)
        case SQLITE_CREATE_TEMP_TABLE: .createTemporaryTable(first)
        case SQLITE_CREATE_VTABLE: .createVirtualTable(first, module: second)
        case SQLITE_CREATE_INDEX: .createIndex(first, table: second)
        case SQLITE_CREATE_TEMP_INDEX: .createTemporaryIndex(first, table: second)
        case SQLITE_CREATE_VIEW: .createView(first)
        case SQLITE_CREATE_TEMP_VIEW: .createTemporaryView(first)
        case SQLITE_CREATE_TRIGGER: .createTrigger(first, table: second)
        case SQLITE_CREATE_TEMP_TRIGGER: .createTemporaryTrigger(first, table: second)
        default: nil
        }
    }

    private static func drop(_ code: Int32, _ first: String, _ second: String) -> Self? {
        switch code {
        case SQLITE_DROP_TABLE: .dropTable(first)
        case SQLITE_DROP_TEMP_TABLE: .dropTemporaryTable(first)
        case SQLITE_DROP_VTABLE: .dropVirtualTable(first, module: second)
        case SQLITE_DROP_INDEX: .dropIndex(first, table: second)
        case SQLITE_DROP_TEMP_INDEX: .dropTemporaryIndex(first, table: second)
        case SQLITE_DROP_VIEW: .dropView(first)
        case SQLITE_DROP_TEMP_VIEW: .dropTemporaryView(first)
        case SQLITE_DROP_TRIGGER: .dropTrigger(first, table: second)
        case SQLITE_DROP_TEMP_TRIGGER: .dropTemporaryTrigger(first, table: second)
        default: nil
        }
    }
}
