// Conversions between a representation of the program and the form without one. SQL knows only the representation's
// stored values, so a Swift function converts them. A statement adds it to its connection.

extension ColumnRepresentation {
    /// A stored value in the form without a representation; `nil` if the values have no such form.
    static func plain(_ stored: SQLNode) -> SQLNode? {
        guard Value.self is any SQLiteBindable.Type else { return nil }
        return .fragment(FormConversion(function: PlainForm<Self>(), node: stored))
    }

    /// A value in the stored form; `nil` if the values have no other form.
    static func stored(_ plain: SQLNode) -> SQLNode? {
        guard Value.self is any SQLiteRepresentable.Type else { return nil }
        return .fragment(FormConversion(function: RepresentedForm<Self>(), node: plain))
    }

    /// The name of a function: SQLite tells functions apart by their names, so it contains the module of the type.
    fileprivate static func definition(_ direction: String) -> FunctionDefinition {
        FunctionDefinition(
            name: "\(String(reflecting: Self.self)).\(direction)", argc: 1,
            options: [.deterministic, .innocuous])
    }
}

/// `"Module.Representation.value"(a)`
private struct FormConversion: SQLRenderable {
    let function: any DatabaseFunction
    let node: SQLNode

    func write(to writer: inout _SQLWriter) {
        let name = function._functionDefinition.name
        if writer.writesSchema {
            writer.fail(
                misuse: "a part of the schema cannot call \"\(name)\", which other connections "
                    + "do not have; write scalar(as:) with the representation")
        }
        FunctionCall(name: .user(name), arguments: [node], function: function).write(to: &writer)
    }
}

/// Converts a stored value to the form without a representation.
private struct PlainForm<Stored: ColumnRepresentation>: DatabaseFunction {
    var _functionDefinition: FunctionDefinition { Stored.definition("value") }

    var _functionImplementation: Function.Registration._Implementation {
        .scalar { args in
            let stored = args[0] as SQLiteValue
            if stored.isNull, !Stored.isNullable { return .null }
            guard let value = Stored(stored)?.value,
                let type = Stored.Value.self as? any SQLiteBindable.Type,
                let plain = Self.plain(value, as: type)
            else {
                throw SQLiteError(
                    .mismatch, message: "expected \(Stored.self), found \(stored.summary)")
            }
            return plain
        }
    }

    private static func plain<Value: SQLiteBindable>(
        _ value: Stored.Value, as type: Value.Type
    ) -> SQLiteValue? {
        (value as? Value)?.sqliteValue
    }
}

/// Converts a value to the form in which a representation stores it.
private struct RepresentedForm<Stored: ColumnRepresentation>: DatabaseFunction {
    var _functionDefinition: FunctionDefinition { Stored.definition("init") }

    var _functionImplementation: Function.Registration._Implementation {
        .scalar { args in
            let value = args[0] as SQLiteValue
            if value.isNull, !Stored.isNullable { return .null }
            guard let type = Stored.Value.self as? any SQLiteRepresentable.Type,
                let plain = Self.value(value, of: type)
            else {
                throw SQLiteError(
                    .mismatch, message: "expected \(Stored.Value.self), found \(value.summary)")
            }
            return Stored(plain).sqliteValue
        }
    }

    private static func value<Value: SQLiteRepresentable>(
        _ value: SQLiteValue, of type: Value.Type
    ) -> Stored.Value? {
        guard let value = Value(value) else { return nil }
        return value as? Stored.Value
    }
}
