extension ObservedSchema {
    /// Reads the properties of all tables, but not their columns.
    ///
    /// - Parameter schemas: The observed schemas. Temporary tables exist for one call only and are not
    ///   observed.
    package init(of schemas: [String], on connection: Connection) throws {
        self.init()
        for schema in schemas + ["temp"] {
            let rows = try connection.rows(
                """
                SELECT name, sql, type = 'table' AND rootpage > 0 FROM \(identifier: schema).sqlite_schema
                """)
            for row in rows {
                if let sql: String = row.lenientValue(at: 1) {
                    mayReplace = mayReplace || Self.mayReplace(sql)
                }
                let isTable: Bool? = row.lenientValue(at: 2)
                let name = TableName(schema: schema, row.lenientValue(at: 0) ?? "")
                if isTable == true, schema != "temp", !name.isInternal { tables.insert(name) }
            }
        }
    }

    /// Reads the columns of observed tables, unless they are already known.
    package mutating func readColumns(
        of observed: some Sequence<TableName>, on connection: Connection
    ) throws {
        for name in observed where tables.contains(name) && positions[name] == nil {
            positions[name] = try Self.positions(in: name, on: connection)
        }
    }

    /// - Returns: `nil` if the table has generated columns, which change with other columns and shift the
    ///   positions.
    private static func positions(
        in name: TableName, on connection: Connection
    ) throws -> [ExactName: Int]? {
        var positions: [ExactName: Int] = [:]
        for (position, column) in try connection.columns(of: name).enumerated() {
            guard column.storage == .ordinary else { return nil }
            guard column.keyPosition == 0 else { continue }
            positions[ExactName(name: column.name.lowercasedASCII)] = position
        }
        return positions
    }
}
