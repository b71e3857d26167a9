import SwiftSyntax

/// The expansion of `@DatabaseFunction`: a type for the call, and a variable with its only value.
struct FunctionExpansion {
    let model: FunctionModel
    let typeName: String

    func declarations() -> [String] {
        let type = String.block(
            "\(model.availability)\(visibility)nonisolated struct \(typeName): DataLiteQuery.\(protocolName)",
            members())
        let variable =
            "\(model.availability)\(visibility)nonisolated \(modifier)var $\(model.bareName): \(typeName) { \(typeName)() }"
        return [type, variable]
    }

    private var protocolName: String {
        model.sequence == nil ? "_ScalarDatabaseFunction" : "_AggregateDatabaseFunction"
    }

    /// The access modifier of the generated code. An extension's modifier also applies to generated members, and
    /// repeating it is a warning.
    private var visibility: String {
        switch model.writtenAccess {
        case nil: ""
        case .private, .fileprivate: "fileprivate "
        case .internal: "internal "
        case .package, .public: model.access.modifier
        }
    }

    private var modifier: String { model.isStatic ? "static " : "" }

    private func members() -> [String] {
        let access = model.access.modifier
        let element =
            model.sequence.map { ["\(access)typealias Element = \($0.element.text)"] } ?? []
        return element + [definition(), call()] + implementation()
    }

    private func definition() -> String {
        let types = model.parameters.map { "\($0.type.delimited).self" }.joined(separator: ", ")
        return .block(
            """
            \(model.access.modifier)var _functionDefinition: DataLiteQuery.FunctionDefinition
            """,
            [
                """
                DataLiteQuery.FunctionDefinition(name: \(model.sqlName.literal), parameters: [\(types)], \
                options: [\(model.options.joined(separator: ", "))])
                """
            ])
    }

    private func call() -> String {
        var parameters = model.parameters.enumerated().map { index, parameter in
            let label = parameter.label ?? "_"
            return "\(label) p\(index): some \(parameter.type.selectable)"
        }
        var arguments = model.parameters.indices.map { "p\($0)" }
        if model.sequence != nil {
            parameters += [
                "distinct: Bool = false", "filter: (any DataLiteQuery.SQLCondition)? = nil",
            ]
            arguments += ["distinct: distinct", "filter: filter"]
        }
        return .block(
            """
            \(model.access.modifier)func callAsFunction(\(parameters.joined(separator: ", "))) \
            -> DataLiteQuery.SQLExpression<\(model.result.text)>
            """,
            ["self._functionCall(\(arguments.joined(separator: ", ")))"])
    }

    private func implementation() -> [String] {
        let access = model.access.modifier
        let arguments = "_ arguments: inout DataLiteQuery._FunctionArguments"
        guard let sequence = model.sequence else {
            let values = model.parameters.enumerated().map { index, parameter in
                parameter.label.map { "\($0): p\(index)" } ?? "p\(index)"
            }.joined(separator: ", ")
            return [
                .block(
                    "\(access)func _functionResult(\(arguments)) throws -> DataLiteCore.SQLiteValue",
                    reading(orElse: "return .null") + result("\(model.name.text)(\(values))"))
            ]
        }
        let values = model.parameters.enumerated().map { index, parameter in
            parameter.label.map { "\($0): p\(index)" } ?? "p\(index)"
        }.joined(separator: ", ")
        let label = sequence.label.map { "\($0): " } ?? ""
        return [
            .block(
                "\(access)func _functionElement(\(arguments)) throws -> Element?",
                reading(orElse: "return nil") + [
                    sequence.isTuple ? "return (\(values))" : "return p0"
                ]),
            .block(
                "\(access)func _functionResult(_ elements: [Element]) throws -> DataLiteCore.SQLiteValue",
                result("\(model.name.text)(\(label)elements)")),
        ]
    }

    /// The statements that return the result of a call, or NULL if the function has no result.
    private func result(_ call: String) -> [String] {
        let effect = model.isThrowing ? "try " : ""
        return model.hasResult
            ? ["return \(effect)\(call).sqliteValue"] : ["\(effect)\(call)", "return .null"]
    }

    /// The statements that read all arguments before testing any of them, because any of them may be NULL.
    private func reading(orElse exit: String) -> [String] {
        guard !model.parameters.isEmpty else { return [] }
        let names = model.parameters.indices.map { "let p\($0)" }.joined(separator: ", ")
        return model.parameters.enumerated().map { index, parameter in
            "let p\(index) = arguments.next(as: \(parameter.type.delimited).self)"
        } + [
            .block(
                "guard \(names) else",
                ["try arguments.checkMissing(in: self._functionDefinition)", exit])
        ]
    }
}
