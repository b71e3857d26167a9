extension TableFunction {
    /// The rows of a pragma with an argument, of one schema, or of the first in which
    /// SQLite finds the name.
    static func rows(ofPragma argument: SQLNode, schema: String?) -> Where<Self> {
        let schema = schema.map { [SQLNode.parameter(.text($0))] } ?? []
        return rows(calling: .user(tableName), as: tableName, [argument] + schema)
    }
}
