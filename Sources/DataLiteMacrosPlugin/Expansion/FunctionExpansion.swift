import SwiftSyntax

/// The expansion of `@DatabaseFunction`: a type for the call, and a variable with its only value.
struct FunctionExpansion {
    let model: FunctionModel
    let typeName: String

    func declarations() -> [String] {
        let type = String.block(
            "\(model.availability)\(model.visibility)nonisolated struct \(typeName): DataLiteQuery.\(protocolName)",
            members())
        let value = model.owner == nil ? "\(typeName)()" : "\(typeName)(_owner: self)"
        return [type, "\(model.variable): \(typeName) { \(value) }"]
    }

    private var protocolName: String {
        if model.isProperty { return "_PropertyDatabaseFunction" }
        return model.sequence == nil ? "_ScalarDatabaseFunction" : "_AggregateDatabaseFunction"
    }

    private func members() -> [String] {
        let access = model.access.modifier
        let owner =
            model.owner.map {
                [
                    "let _owner: \($0)",
                    "\(access)var _functionInstance: (any Sendable)? { _owner }",
                ]
            } ?? []
        let element =
            model.sequence.map { ["\(access)typealias Element = \($0.element.text)"] } ?? []
        return owner + element + [definition()] + name() + forms() + expression() + [call()]
            + implementation()
    }

    /// A computed property has no arguments, so that its function is also an expression.
    private func expression() -> [String] {
        guard model.isProperty else { return [] }
        return [
            .block(
                "\(model.access.modifier)var expression: \(callType)", ["self._functionCall()"])
        ]
    }

    private var callType: String {
        "DataLiteQuery.SQLExpression<\((model.storedResult ?? model.result).text)>"
    }

    /// The name in Swift, if the name in SQL is another one.
    private func name() -> [String] {
        guard model.bareName != model.sqlName else { return [] }
        let access = model.access.modifier
        return ["\(access)var _functionName: String { \(model.bareName.literal) }"]
    }

    private var storedTypes: String {
        model.parameters.map { "\(($0.stored ?? $0.type).delimited).self" }.joined(separator: ", ")
    }

    private func definition() -> String {
        let isVariadic = model.parameters.last?.isVariadic == true
        let size = isVariadic ? "argc: -1" : "parameters: [\(storedTypes)]"
        return .block(
            """
            \(model.access.modifier)var _functionDefinition: DataLiteQuery.FunctionDefinition
            """,
            [
                """
                DataLiteQuery.FunctionDefinition(name: \(model.sqlName.literal), \(size), \
                options: [\(model.options.joined(separator: ", "))])
                """
            ])
    }

    /// The forms in which the arguments are stored, if `as:` specifies them.
    private func forms() -> [String] {
        guard model.storedResult != nil else { return [] }
        return [
            .block(
                "\(model.access.modifier)var _functionForms: DataLiteQuery.StoredForms",
                ["DataLiteQuery.StoredForms(ofParameters: [\(storedTypes)])"])
        ]
    }

    private func call() -> String {
        var parameters = model.parameters.enumerated().map { index, parameter in
            declared(parameter, "p\(index)")
        }
        let last = model.parameters.count - 1
        var arguments = model.parameters.indices.map {
            model.parameters[$0].isVariadic ? "_rest: p\($0)" : "p\($0)"
        }
        if model.parameters.last?.isVariadic == true {
            arguments = ["[\(arguments.dropLast().joined(separator: ", "))]", "_rest: p\(last)"]
        }
        if model.sequence != nil {
            parameters += [
                "distinct: Bool = false", "order: (any DataLiteQuery.OrderingTerm)? = nil",
                "filter: (any DataLiteQuery.SQLCondition)? = nil",
            ]
            arguments += ["distinct: distinct", "order: order", "filter: filter"]
        }
        return .block(
            """
            \(model.access.modifier)func callAsFunction(\(parameters.joined(separator: ", "))) \
            -> \(callType)
            """,
            ["self._functionCall(\(arguments.joined(separator: ", ")))"])
    }

    private func declared(_ parameter: FunctionModel.Parameter, _ name: String) -> String {
        let label = parameter.label ?? "_"
        let head = label == name ? "\(name): " : "\(label) \(name): "
        guard !parameter.isVariadic else { return "\(head)any \(parameter.type.selectable)..." }
        let value = parameter.defaultValue.map {
            " = DataLiteQuery.SQLExpression<\((parameter.stored ?? parameter.type).text)>(\($0))"
        }
        return "\(head)some \(parameter.type.selectable)\(value ?? "")"
    }
}
