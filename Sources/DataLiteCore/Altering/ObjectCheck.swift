/// The views and triggers of a database, and the temporary ones, which may use its tables.
package struct ObjectCheck {
    package let connection: any ConnectionProtocol
    package let database: String

    package init(connection: any ConnectionProtocol, database: String) {
        self.connection = connection
        self.database = database
    }

    /// A view or a trigger.
    package struct Object {
        package let schema: String
        package let type: String
        package let name: String
        package let table: String
        package let sql: String
    }

    package var schemas: [String] {
        SQLName.matches(database, "temp") ? [database] : [database, "temp"]
    }

    package func objects() throws(SQLiteError) -> [Object] {
        var objects: [Object] = []
        for schema in schemas {
            objects += try connection.rows(
                """
                SELECT type, name, tbl_name, sql FROM \(identifier: schema).sqlite_master
                WHERE type IN ('view', 'trigger') ORDER BY rowid
                """
            ).map { row in
                Object(
                    schema: schema, type: row.lenientValue(at: 0) ?? "",
                    name: row.lenientValue(at: 1) ?? "", table: row.lenientValue(at: 2) ?? "",
                    sql: row.lenientValue(at: 3) ?? "")
            }
        }
        return objects
    }

    /// Why a statement does not compile.
    package func problem(of sql: SQL) throws(SQLiteError) -> String? {
        do throws(SQLiteError) {
            _ = try connection.prepare(sql: sql.text, options: [])
            return nil
        } catch {
            guard error.resultCode.primary == .error else { throw error }
            return error.message
        }
    }

    package static func error(_ type: String, _ name: String, _ problem: String) -> SQLiteError {
        SQLiteError(
            .error,
            message:
                "\(type) \(MessageText.names([name])) would no longer work: \(problem); drop it "
                + "before the change, and create it again afterwards")
    }
}
