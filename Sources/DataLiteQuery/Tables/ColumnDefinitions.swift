/// A list of columns, in order.
public struct ColumnDefinitions: Sendable {
    /// The columns, those of groups included.
    public internal(set) var list: [ColumnDefinition] = []

    /// Defines columns in the order in which the closure adds them.
    ///
    /// A column of a group that has the name of another column gets the name of the property before its own:
    /// `artist.id`.
    public init(_ add: (inout ColumnDefinitions) -> Void) {
        add(&self)
        renameRepeatedColumns()
    }

    /// Defines the columns of an enum, in the order of its cases: all of them are NULL but those of one case.
    public static func cases(_ add: (inout ColumnDefinitions) -> Void) -> ColumnDefinitions {
        var definitions = ColumnDefinitions(add)
        for position in definitions.list.indices { definitions.list[position].isCase = true }
        return definitions
    }

    /// Adds the column of a property. For a group, all columns of the group are added.
    ///
    /// - Parameters:
    ///   - name: The name of the column. The columns of a group have the names that the group gives
    ///     them, unless another column has the same name.
    ///   - type: The type of the property, or its representation.
    ///   - prefix: A text before the names of the columns of a group.
    ///   - primaryKey: Whether the column is the primary key.
    ///   - unique: Whether no two rows have the same value.
    ///   - default: The default value of the column.
    ///   - defaultSQL: The default value of the column as an SQL expression.
    ///   - generated: An SQL expression over other columns that computes the value. Inserts and updates
    ///     leave the column out.
    ///   - storage: Whether a computed value is stored.
    ///   - references: The table whose primary key the column refers to.
    ///   - onDelete: What happens when the row that is referred to is deleted.
    ///   - onUpdate: What happens when the key that is referred to changes.
    public mutating func add<Value: RowRepresentable>(
        _ name: String, _ type: Value.Type, prefix: String = "", primaryKey: Bool = false,
        unique: Bool = false,
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
                column.isNullable = column.isNullable || group.isNullable
                column.group = name
                column.isCase = false
                return column
            }
            return
        }
        var column = ColumnDefinition(name: name, type: type)
        column.isPrimaryKey = primaryKey
        column.isUnique = unique
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
}

// `@Table` and `@Selection` call this for a property with a written name.
extension ColumnDefinitions {
    /// Requires that a type is stored in one column.
    public func _requireColumn<Value: SQLiteRepresentable>(_ type: Value.Type) {}

    @available(
        *, unavailable,
        message: "a group has several columns: name them in the group, or use @Column(prefix:)"
    )
    public func _requireColumn<Group: Selection>(_ type: Group.Type) {}

    @available(
        *, unavailable,
        message: "a group has several columns: name them in the group, or use @Column(prefix:)"
    )
    public func _requireColumn<Group: Selection>(_ type: Group?.Type) {}
}

// A group is a property of several columns, each of which knows its name. There is no other list of the properties:
// every query has the definitions, and copies one array.
extension ColumnDefinitions {
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

    /// Whether the properties are cases, of which exactly one is set.
    var areCases: Bool { list.first?.isCase ?? false }

    /// Gives columns of groups another name if the name is taken. The columns of properties keep theirs.
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
