import SwiftSyntax

/// The nested type `Draft`: a row to insert.
struct DraftExpansion {
    let type: AttachedType
    fileprivate let fields: [Field]

    /// A property of a draft.
    fileprivate struct Field {
        let property: StoredProperty
        let isKey: Bool
    }

    init(_ model: TableModel) {
        type = model.type
        fields = model.columns.enumerated().map { index, column in
            Field(property: column, isKey: index == model.primaryKey && !column.isOptional)
        }
    }

    func declaration() -> String {
        let access = type.access.modifier
        return .block(
            "\(access)struct Draft: DataLiteQuery.TableDraft",
            ["\(access)typealias Model = \(type.nestedName.text)"] + written.map(\.declaration)
                + memberwiseInitializers() + [rowInitializer(), encoder()])
    }

    /// The properties that SQLite does not compute.
    private var written: [Field] { fields.filter { !$0.property.options.isGenerated } }

    /// The initializer with all properties, and the one with those that code sees from outside the module.
    private func memberwiseInitializers() -> [String] {
        let access = written.map(\.property.access).min() ?? type.access
        let all = memberwiseInitializer(written, access: access)
        if access >= type.access { return [all] }
        let visible = written.filter { $0.property.access >= type.access }
        return [all, memberwiseInitializer(visible, access: type.access)]
    }

    private func memberwiseInitializer(_ fields: [Field], access: DeclarationAccess) -> String {
        let parameters = fields.map { "    \($0.parameter)" }.joined(separator: ",\n")
        return .block("\(access.modifier)init(\n\(parameters)\n)", fields.map(\.assignment))
    }

    private func rowInitializer() -> String {
        .block(
            written.map(\.property).deprecation
                + "\(type.access.modifier)init(_ row: \(type.nestedName.text))",
            written.map { "self.\($0.name) = row.\($0.name)" })
    }

    private func encoder() -> String {
        .block(
            "\(type.access.modifier)func encode(to values: inout DataLiteQuery.DraftValues)",
            fields.map(\.encoding))
    }
}

extension DraftExpansion.Field {
    private var type: TypeText { property.type }
    private var access: String { property.access.modifier }
    fileprivate var name: String { property.name.text }

    /// Whether the property is a `DraftField`, which records whether it was set; otherwise nil means that it was
    /// not. The type of a property with a default may be an optional that its syntax does not show.
    private var isWrapped: Bool {
        !isKey && (type.wrapped != nil || property.defaultText != nil)
    }

    fileprivate var declaration: String {
        let value = property.defaultText.map { " = \($0)" } ?? ""
        if !isWrapped { return "\(access)var \(name): \(type.optional)\(value)" }
        let call = value.isEmpty ? "()" : ""
        return "@DataLiteQuery.DraftField\(call) \(access)var \(name): \(type.text)\(value)"
    }

    fileprivate var parameter: String {
        guard isWrapped else { return "\(name): \(type.optional) = nil" }
        return "\(name): DataLiteQuery.DraftArgument<\(type.text)> = .some(nil)"
    }

    fileprivate var assignment: String {
        isWrapped
            ? "self.\(wrapper).set(\(name.reference))"
            : "if let \(name.reference) { self.\(name) = \(name.reference) }"
    }

    /// The name of the property wrapper.
    private var wrapper: String { "_\(property.bareName)".identifier }

    private var coercion: String {
        guard property.typeAlias != nil else { return "" }
        let type = property.checkedType
        return isWrapped
            ? " as DataLiteQuery.DraftField<\(type.text)>" : " as \(type.optional)"
    }

    fileprivate var encoding: String {
        if property.options.isGenerated {
            return property.storage.isRepresented
                ? "values.append(nil, as: \(property.storage.type.delimited).self)"
                : "values.append(nil as \(property.checkedType.optional))"
        }
        let storage = isWrapped ? "self.\(wrapper)" : "self.\(name)"
        guard property.storage.isRepresented else {
            return "values.append(\(storage)\(coercion))"
        }
        return "values.append(\(storage), as: \(property.storage.type.delimited).self)"
    }
}
