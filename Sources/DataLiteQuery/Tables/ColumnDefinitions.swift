/// A list of columns, in order.
public struct ColumnDefinitions: Sendable {
    /// The columns, including the columns of groups.
    public internal(set) var list: [ColumnDefinition] = []

    /// Defines columns in the order in which the closure adds them.
    ///
    /// If a column of a group has the same name as another column, its name gets the name of the property as a
    /// prefix: `artist.id`.
    public init(_ add: (inout ColumnDefinitions) -> Void) {
        add(&self)
        renameRepeatedColumns()
    }

    /// Defines the columns of an enum, in the order of its cases. In each row, all cases but one are NULL.
    public static func cases(_ add: (inout ColumnDefinitions) -> Void) -> ColumnDefinitions {
        var definitions = ColumnDefinitions(add)
        for position in definitions.list.indices { definitions.list[position].isCase = true }
        return definitions
    }

    /// Adds the column of a property. For a group, all columns of the group are added.
    ///
    /// - Parameters:
    ///   - name: The name of the column. The columns of a group keep their names, unless another column has the same
    ///     name.
    ///   - type: The type of the property, or its representation.
    ///   - prefix: A prefix for the names of the columns of a group.
    ///   - primaryKey: Whether the column is the primary key.
    ///   - unique: Whether no two rows have the same value.
    ///   - collate: The collation that compares and orders the text of the column.
    ///   - default: The default value of the column.
    ///   - defaultSQL: The default value of the column as an SQL expression.
    ///   - generated: An SQL expression over other columns that computes the value. Inserts and updates omit the
    ///     column.
    ///   - storage: Whether a computed value is stored.
    ///   - references: The table whose primary key the column references.
    ///   - onDelete: The action when the referenced row is deleted.
    ///   - onUpdate: The action when the referenced key changes.
    public mutating func add<Value: RowRepresentable>(
        _ name: String, _ type: Value.Type, prefix: String = "", primaryKey: Bool = false,
        unique: Bool = false, collate: CollationName? = nil,
        default: Value? = nil, defaultSQL: String? = nil,
        generated: String? = nil, storage: GeneratedColumn.Storage = .virtual,
        references: (any Table.Type)? = nil,
        onDelete: ForeignKeyAction? = nil, onUpdate: ForeignKeyAction? = nil
    ) {
        if let group = ColumnDefinition.group(of: type) {
            list += group.type.columnDefinitions.list.map { column in
                var column = column
                column.name = prefix + column.name
                column.isPrimaryKey = primaryKey
                // A row without the group has NULL in its columns.
                if group.isNullable {
                    column.isNullable = true
                    column.removeDefault()
                }
                column.group = name
                column.groupType = group
                column.isCase = false
                return column
            }
            return
        }
        var column = ColumnDefinition(name: name, type: type)
        column.isPrimaryKey = primaryKey
        column.isUnique = unique
        column.collation = collate
        column.defaultSQL = defaultSQL
        if defaultSQL == nil, generated == nil, let value = `default` {
            column.setDefault(value)
        }
        column.generated = generated.map { GeneratedColumn(sql: $0, storage: storage) }
        column.references = references
        column.onDelete = onDelete
        column.onUpdate = onUpdate
        list.append(column)
    }

    /// Adds a column that is computed by an expression that only the database knows, so the type cannot create its
    /// table.
    public mutating func add<Value: RowRepresentable>(
        _ name: String, _ type: Value.Type, prefix: String = "", primaryKey: Bool = false,
        unique: Bool = false, collate: CollationName? = nil, defaultSQL: String? = nil,
        generated storage: GeneratedColumn.Storage, references: (any Table.Type)? = nil,
        onDelete: ForeignKeyAction? = nil, onUpdate: ForeignKeyAction? = nil
    ) {
        let first = list.count
        add(
            name, type, prefix: prefix, primaryKey: primaryKey, unique: unique, collate: collate,
            defaultSQL: defaultSQL, references: references, onDelete: onDelete, onUpdate: onUpdate)
        for position in first..<list.count {
            list[position].generated = GeneratedColumn(sql: nil, storage: storage)
        }
    }

    // A group is a property of several columns, each of which contains the name of the group. There is no separate list
    // of properties: every query contains the definitions, and this way copies only one array.

    /// The positions of the columns of a group.
    func columns(ofGroup name: String) -> Range<Int>? {
        let isOfGroup = { (column: ColumnDefinition) in
            column.group.map { SQLName.same($0, name) } ?? false
        }
        guard let first = list.firstIndex(where: isOfGroup) else { return nil }
        let count = list[first...].prefix(while: isOfGroup).count
        return first..<first + count
    }

    /// The names of the properties in order, each with the positions of its columns.
    var properties: [(name: String, columns: Range<Int>)] {
        var properties: [(name: String, columns: Range<Int>)] = []
        var position = 0
        while position < list.count {
            let name = list[position].group ?? list[position].name
            let columns =
                list[position].group == nil
                ? position..<position + 1 : columns(ofGroup: name) ?? position..<position + 1
            properties.append((name, columns))
            position = columns.upperBound
        }
        return properties
    }

    /// Whether the properties are the cases of an enum. Exactly one of them is set.
    var areCases: Bool { list.first?.isCase ?? false }

    /// Renames columns of groups whose name is taken. The columns of other properties keep their names.
    private mutating func renameRepeatedColumns() {
        var names = Set<ExactName>()
        for column in list where column.group == nil {
            names.insert(ExactName(name: column.name.lowercasedASCII))
        }
        for position in list.indices {
            guard let group = list[position].group else { continue }
            var name = list[position].name
            while !names.insert(ExactName(name: name.lowercasedASCII)).inserted {
                list[position].repeatedName = name
                name = "\(group).\(name)"
            }
            list[position].name = name
        }
    }
}
