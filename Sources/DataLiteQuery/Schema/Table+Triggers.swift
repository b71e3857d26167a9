// https://sqlite.org/lang_createtrigger.html

extension Table {
    /// A trigger that runs after each row is changed.
    ///
    /// ```swift
    /// try Reminder.createTrigger(
    ///     "reminders_move_to_end",
    ///     after: .insert { new in
    ///         Reminder.find(new.id).update {
    ///             $0.position = Reminder.select { ($0.position.max() ?? -1) + 1 }
    ///         }
    ///     }
    /// ).execute(db)
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the trigger. By default it consists of the event, the name of the table, and a number that
    ///     depends on the text of the trigger.
    ///   - ifNotExists: Whether to keep an existing trigger with this name instead of throwing.
    ///   - event: The changes that fire the trigger, and the statements that it runs.
    public static func createTrigger(
        _ name: String? = nil, ifNotExists: Bool = false, after event: TriggerEvent<Self>
    ) -> SchemaObject {
        trigger(.after, event, name, ifNotExists)
    }

    /// A trigger that runs before each row is changed.
    public static func createTrigger(
        _ name: String? = nil, ifNotExists: Bool = false, before event: TriggerEvent<Self>
    ) -> SchemaObject {
        trigger(.before, event, name, ifNotExists)
    }

    /// A trigger that runs instead of each change of a row, for a view.
    public static func createTrigger(
        _ name: String? = nil, ifNotExists: Bool = false, insteadOf event: TriggerEvent<Self>
    ) -> SchemaObject {
        trigger(.insteadOf, event, name, ifNotExists)
    }

    /// A temporary trigger that runs after each row is changed. It is dropped when the connection closes; a trigger
    /// that a `write` of a `Database` creates is dropped when the database closes.
    ///
    /// Changes by other connections do not fire it.
    public static func createTemporaryTrigger(
        _ name: String? = nil, ifNotExists: Bool = false, after event: TriggerEvent<Self>
    ) -> SchemaObject {
        trigger(.after, event, name, ifNotExists, isTemporary: true)
    }

    /// A temporary trigger that runs before each row is changed. It is dropped at the same time as a trigger that runs
    /// after the change.
    public static func createTemporaryTrigger(
        _ name: String? = nil, ifNotExists: Bool = false, before event: TriggerEvent<Self>
    ) -> SchemaObject {
        trigger(.before, event, name, ifNotExists, isTemporary: true)
    }

    /// A temporary trigger that runs instead of each change of a row, for a view. It is dropped at the same time as a
    /// trigger that runs after the change.
    public static func createTemporaryTrigger(
        _ name: String? = nil, ifNotExists: Bool = false, insteadOf event: TriggerEvent<Self>
    ) -> SchemaObject {
        trigger(.insteadOf, event, name, ifNotExists, isTemporary: true)
    }

    /// A statement that drops a trigger of the table, other than a temporary trigger.
    ///
    /// - Parameters:
    ///   - name: The name of the trigger.
    ///   - ifExists: Whether to do nothing, instead of throwing, if the trigger does not exist.
    public static func dropTrigger(_ name: String, ifExists: Bool = false) -> SchemaStatement {
        SchemaStatement(Drop(kind: "trigger", name: name, schema: schemaName, ifExists: ifExists))
    }

    private static func trigger(
        _ timing: CreateTrigger<Self>.Timing, _ event: TriggerEvent<Self>, _ name: String?,
        _ ifNotExists: Bool, isTemporary: Bool = false
    ) -> SchemaObject {
        var trigger = CreateTrigger(
            timing: timing, event: event, ifNotExists: ifNotExists, isTemporary: isTemporary)
        trigger.name = name ?? trigger.defaultName
        return SchemaObject(
            kind: .trigger, name: trigger.name, schema: isTemporary ? "temp" : schemaName,
            creation: trigger)
    }
}

/// `CREATE TRIGGER`, with one statement per line.
struct CreateTrigger<Model: Table>: SQLRenderable {
    enum Timing: String {
        case before = "BEFORE"
        case after = "AFTER"
        case insteadOf = "INSTEAD OF"
    }

    var name = ""
    let timing: Timing
    let event: TriggerEvent<Model>
    var ifNotExists: Bool
    let isTemporary: Bool

    func write(to writer: inout _SQLWriter) {
        writer.write(isTemporary ? "CREATE TEMPORARY TRIGGER " : "CREATE TRIGGER ")
        if ifNotExists { writer.write("IF NOT EXISTS ") }
        writer.writeTable(name, schema: isTemporary ? nil : Model.schemaName)
        writer.write(raw: "\n\(timing.rawValue) ")
        writeOperation(to: &writer)
        writer.write(" ON ")
        // Only a temporary trigger can name the schema of its table.
        writer.writeTable(Model.tableName, schema: isTemporary ? Model.schemaName : nil)
        if let condition = event.condition {
            writer.write(" WHEN ")
            writer.write(condition: condition)
        }
        writer.write("\nBEGIN\n")
        writer.trigger = TriggerScope(schema: Model.schemaName, isTemporary: isTemporary)
        for statement in event.body {
            writer.write("  ")
            statement.fragment.write(to: &writer)
            writer.write(";\n")
        }
        writer.trigger = nil
        writer.write("END")
        if event.body.isEmpty {
            writer.fail(misuse: "a trigger of \"\(Model.tableName)\" has no statements to run")
        }
    }

    private func writeOperation(to writer: inout _SQLWriter) {
        switch event.operation {
        case .insert: writer.write("INSERT")
        case .delete: writer.write("DELETE")
        case .update(let columns):
            writer.write("UPDATE")
            guard !columns.isEmpty else { return }
            writer.write(" OF ")
            writer.writeList(columns) { $0.writeName($1.columnName ?? "") }
            if columns.contains(where: { $0.columnName == nil }) {
                writer.fail(
                    misuse: "a trigger runs after updates of columns, not of other "
                        + "expressions")
            }
        }
    }

    fileprivate var defaultName: String {
        let operation =
            switch event.operation {
            case .insert: "insert"
            case .update: "update"
            case .delete: "delete"
            }
        let timing = timing.rawValue.lowercased().replacing(" ", with: "_")
        var copy = self
        copy.ifNotExists = false
        return SchemaName.make(
            "\(timing)_\(operation)_on_\(Model.tableName)",
            text: (try? copy.schemaSQL())?.text ?? "")
    }
}

/// The trigger whose statements are being written.
struct TriggerScope: Sendable {
    let schema: String?
    let isTemporary: Bool
}

extension _SQLWriter {
    /// Writes the table that a statement changes. In a trigger, SQLite accepts neither a schema nor an alias for it.
    mutating func write(changed table: TableDefinition, alias: String? = nil) {
        guard let trigger else {
            write(bytes: table.quotedName)
            if let alias {
                write(" AS ")
                writeName(alias)
            }
            return
        }
        writeName(table.name)
        if SQLName.matches(table.name, "new") || SQLName.matches(table.name, "old") {
            fail(
                SQLiteError.misuse(
                    "a trigger cannot change a table named \"\(table.name)\": its columns would "
                        + "have the names of those of the changed row"))
        }
        if alias != nil {
            fail(
                SQLiteError.misuse("a trigger cannot change \"\(table.name)\" under another name"))
        }
        guard !trigger.isTemporary, let schema = table.schema,
            !SQLName.matches(schema, trigger.schema ?? "main")
        else { return }
        fail(
            SQLiteError.misuse(
                "a trigger in schema \"\(trigger.schema ?? "main")\" cannot change "
                    + "\"\(table.name)\" in schema \"\(schema)\", unless it is temporary"))
    }
}
