extension FunctionExpansion {
    /// The number of arguments that a variadic parameter can take: Swift has no call with an array instead of them.
    private static let variadicLimit = 16

    func implementation() -> [String] {
        let access = model.access.modifier
        let arguments = "_ arguments: inout DataLiteQuery._FunctionArguments"
        guard let sequence = model.sequence else {
            return [
                .block(
                    "\(access)func _functionResult(\(arguments)) throws -> DataLiteCore.SQLiteValue",
                    reading(orElse: "return .null") + scalarResult())
            ]
        }
        let label = sequence.label.map { "\($0.argumentLabel): " } ?? ""
        return [
            .block(
                "\(access)func _functionElement(\(arguments)) throws -> Element?",
                reading(orElse: "return nil") + [
                    sequence.isTuple
                        ? "return (\(values.joined(separator: ", ")))" : "return \(value(0))"
                ]),
            .block(
                "\(access)func _functionResult(_ elements: [Element]) throws -> DataLiteCore.SQLiteValue",
                result("\(callee)(\(label)elements)")),
        ]
    }

    /// The function, as a method of the instance if it has one.
    private var callee: String { (model.owner == nil ? "" : "_owner.") + model.name.text }

    private func scalarResult() -> [String] {
        if model.isProperty { return result(callee) }
        guard let last = model.parameters.last, last.isVariadic else {
            return result("\(callee)(\(values.joined(separator: ", ")))")
        }
        let cases = (0...Self.variadicLimit).map { count in
            let rest = (0..<count).map { index in
                let label = index == 0 ? last.label.map { "\($0.argumentLabel): " } ?? "" : ""
                return "\(label)rest[\(index)]"
            }
            let call = "\(callee)(\((values.dropLast() + rest).joined(separator: ", ")))"
            return "case \(count): \(result(call).joined(separator: "; "))"
        }
        let name = last.name?.literal ?? "nil"
        return [
            "switch rest.count {", cases.joined(separator: "\n"),
            """
            default: throw DataLiteQuery._FunctionArguments.tooMany(\
            in: self._functionDefinition, named: \(name), limit: \(Self.variadicLimit))
            }
            """,
        ]
    }

    /// The arguments of the call in Swift, with their labels.
    private var values: [String] {
        model.parameters.enumerated().map { index, parameter in
            parameter.label.map { "\($0.argumentLabel): \(value(index))" } ?? value(index)
        }
    }

    /// The value of a parameter: of the type of the function, not of its representation.
    private func value(_ index: Int) -> String {
        model.parameters[index].stored == nil ? "p\(index)" : "p\(index)._plain"
    }

    /// The statements that return the result of a call, or NULL if the function has no result.
    private func result(_ call: String) -> [String] {
        let effect = model.isThrowing ? "try " : ""
        guard model.hasResult else { return ["\(effect)\(call)", "return .null"] }
        guard let stored = model.storedResult else {
            return ["return \(effect)\(call).sqliteValue"]
        }
        return ["return try self._functionValue(\(call), as: \(stored.delimited).self)"]
    }

    /// The statements that read all arguments before testing any of them, because any of them may be NULL.
    private func reading(orElse exit: String) -> [String] {
        guard !model.parameters.isEmpty else { return [] }
        let fixed = model.parameters.filter { !$0.isVariadic }
        var statements = fixed.enumerated().map { index, parameter in
            "let p\(index) = \(next(parameter))"
        }
        var names = fixed.indices.map { "let p\($0)" }
        if let last = model.parameters.last, last.isVariadic {
            let type = (last.stored ?? last.type).delimited
            let name = last.name?.literal ?? "nil"
            statements.append(
                "let rest = arguments.remaining(as: \(type).self, named: \(name))")
            names.append("let rest")
        }
        return statements + [
            .block(
                "guard \(names.joined(separator: ", ")) else",
                ["try arguments.checkMissing(in: self._functionDefinition)", exit])
        ]
    }

    private func next(_ parameter: FunctionModel.Parameter) -> String {
        let type = (parameter.stored ?? parameter.type).delimited
        let name = parameter.name.map { ", named: \($0.literal)" } ?? ""
        return "arguments.next(as: \(type).self\(name))"
    }
}
