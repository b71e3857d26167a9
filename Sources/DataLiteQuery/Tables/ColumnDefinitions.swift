public import Foundation

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

// `@Table` and `@Selection` call these for a property with options that only one column or only a group can have.
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

    /// Requires that a type is stored in one column, which has a collation.
    public func _requireCollated<Value: SQLiteRepresentable>(_ type: Value.Type) {}

    @available(
        *, unavailable,
        message: "a group has several columns: write 'collate:' at the properties of the group"
    )
    public func _requireCollated<Group: Selection>(_ type: Group.Type) {}

    @available(
        *, unavailable,
        message: "a group has several columns: write 'collate:' at the properties of the group"
    )
    public func _requireCollated<Group: Selection>(_ type: Group?.Type) {}

    /// Requires that a type is stored in one column, which has a constraint, a default, or an expression.
    public func _requireConstrained<Value: SQLiteRepresentable>(_ type: Value.Type) {}

    @available(
        *, unavailable,
        message: """
            a group has several columns: write 'unique:', 'default:', 'generated:' and 'references:' at the properties \
            of the group, or constraints of several columns in createTable
            """
    )
    public func _requireConstrained<Group: Selection>(_ type: Group.Type) {}

    @available(
        *, unavailable,
        message: """
            a group has several columns: write 'unique:', 'default:', 'generated:' and 'references:' at the properties \
            of the group, or constraints of several columns in createTable
            """
    )
    public func _requireConstrained<Group: Selection>(_ type: Group?.Type) {}

    /// Requires that a type is a group of columns.
    public func _requireGroup<Group: Selection>(_ type: Group.Type) {}

    /// Requires that a type is a group of columns.
    public func _requireGroup<Group: Selection>(_ type: Group?.Type) {}

    @available(
        *, unavailable,
        message: "'prefix:' is for a group of columns; write the name of the column instead"
    )
    public func _requireGroup<Value: SQLiteRepresentable>(_ type: Value.Type) {}

    /// Warns if a type is another name for `Date`: the table has a form for it, which a macro does not recognize.
    public func _recommendDate<Value, Form>(_ type: Value.Type, form: Form.Type) {}

    @available(
        *, deprecated,
        message: "the form of the table does not apply: write 'Date' as the type, or '@Column(as:)'"
    )
    public func _recommendDate<Form: ColumnRepresentation>(_ type: Date.Type, form: Form.Type) {}

    @available(
        *, deprecated,
        message: "the form of the table does not apply: write 'Date' as the type, or '@Column(as:)'"
    )
    public func _recommendDate<Form: ColumnRepresentation>(_ type: Date?.Type, form: Form.Type) {}

    /// Warns if a type is another name for `UUID`: the table has a form for it, which a macro does not recognize.
    public func _recommendUUID<Value, Form>(_ type: Value.Type, form: Form.Type) {}

    @available(
        *, deprecated,
        message: "the form of the table does not apply: write 'UUID' as the type, or '@Column(as:)'"
    )
    public func _recommendUUID<Form: ColumnRepresentation>(_ type: UUID.Type, form: Form.Type) {}

    @available(
        *, deprecated,
        message: "the form of the table does not apply: write 'UUID' as the type, or '@Column(as:)'"
    )
    public func _recommendUUID<Form: ColumnRepresentation>(_ type: UUID?.Type, form: Form.Type) {}
}

// Definitions of generic types, which cannot have static stored properties. `@Table` and `@Selection` use them.

extension TableDefinition {
    private static let generic = GenericDefinitions<TableDefinition>()

    /// The definition of a generic type, created on first use: one for each specialization of the type.
    public static func _once(for type: Any.Type, _ make: () -> TableDefinition) -> TableDefinition {
        generic.definition(of: type, make)
    }
}

extension ColumnDefinitions {
    private static let generic = GenericDefinitions<ColumnDefinitions>()

    /// The columns of a generic type, created on first use: once for each specialization of the type.
    public static func _once(
        for type: Any.Type, _ make: () -> ColumnDefinitions
    ) -> ColumnDefinitions {
        generic.definition(of: type, make)
    }
}

private struct GenericDefinitions<Definition: Sendable> {
    private let known = Locked<[ObjectIdentifier: Definition]>([:])

    func definition(of type: Any.Type, _ make: () -> Definition) -> Definition {
        let key = ObjectIdentifier(type)
        if let definition = known.withLock({ $0[key] }) { return definition }
        // Not under the lock: this may need the definition of another type.
        let definition = make()
        known.withLock { $0[key] = definition }
        return definition
    }
}
