/// The arguments of a call, read in order as the types of a function's parameters.
public struct _FunctionArguments: ~Copyable {
    @usableFromInline let arguments: any ArgumentsProtocol

    /// The index of the next argument to read.
    @usableFromInline var index = 0

    /// Whether a parameter that is not optional has received NULL.
    @usableFromInline var hasNull = false

    /// The first argument that cannot be converted.
    @usableFromInline var error: SQLiteError?

    @inlinable
    init(_ arguments: any ArgumentsProtocol) {
        self.arguments = arguments
    }

    /// The next argument; `nil` if it is NULL and the type is not optional, or if it cannot be converted.
    @inlinable
    @inline(__always)
    public mutating func next<T: SQLiteRepresentable>(
        as type: T.Type = T.self, named name: StaticString? = nil
    ) -> T? {
        let current = index
        index = current &+ 1
        guard let value = arguments[current] as T? else {
            noteMissing(current, name, type)
            return nil
        }
        return value
    }

    /// The next arguments, as many as the type has columns; `nil` if all of them are NULL and the type is not optional,
    /// or if they cannot be converted.
    @inlinable
    public mutating func next<T: RowRepresentable>(
        as type: T.Type = T.self, named name: StaticString? = nil
    ) -> T? {
        let start = index
        index = start &+ T.columnCount
        var row = RowReader(arguments: arguments, from: start)
        if !T.isNullable, row.skipNulls(T.columnCount) {
            hasNull = true
            return nil
        }
        do throws(SQLiteError) {
            return try T(row: &row)
        } catch {
            if self.error == nil { self.error = error.naming(name) }
            return nil
        }
    }

    /// The other arguments; `nil` if one of them is NULL and the type is not optional, or if one cannot be converted.
    public mutating func remaining<T: SQLiteRepresentable>(
        as type: T.Type = T.self, named name: StaticString? = nil
    ) -> [T]? {
        var values: [T] = []
        var isComplete = true
        while index < arguments.count {
            if let value = next(as: type, named: name) {
                values.append(value)
            } else {
                isComplete = false
            }
        }
        return isComplete ? values : nil
    }

    /// The error for more arguments than a variadic parameter can take.
    public static func tooMany(
        in function: FunctionDefinition, named name: StaticString?, limit: Int
    ) -> SQLiteError {
        let parameter = name.map { " (\($0))" } ?? ""
        return SQLiteError.misuse(
            "\(function.name): the variadic parameter\(parameter) takes at most \(limit) "
                + "arguments")
    }

    /// Throws the error of the first argument that could not be converted, unless a NULL argument makes the result
    /// NULL.
    public func checkMissing(in function: FunctionDefinition) throws(SQLiteError) {
        guard !hasNull, let error else { return }
        throw SQLiteError(code: error.code, message: "\(function.name): \(error.message)")
    }

    @usableFromInline
    @inline(never)
    mutating func noteMissing(_ index: Int, _ name: StaticString?, _ type: any Any.Type) {
        let value = arguments[index] as SQLiteValue
        if value.isNull {
            hasNull = true
        } else if error == nil {
            error = SQLiteError(
                .mismatch,
                message: "argument \(index + 1): expected \(type), found \(value.summary)"
            ).naming(name)
        }
    }
}

extension SQLiteError {
    /// The error with the name of the argument after its number.
    @usableFromInline
    func naming(_ name: StaticString?) -> SQLiteError {
        guard let name, message.hasPrefix("argument "), let colon = message.firstIndex(of: ":")
        else { return self }
        return SQLiteError(
            code: code, message: "\(message[..<colon]) (\(name))\(message[colon...])")
    }
}
