import Foundation

/// `value IN (...)` for a list of values.
///
/// The list is one parameter, a JSON array, so the text is the same for every number of values and the
/// statement is prepared once. Values that JSON cannot contain are sent as one BLOB with the position and
/// length of each.
struct InList: SQLFragment {
    let operand: SQLNode
    let values: [SQLiteValue]

    var precedence: Precedence { values.containsNull ? .or : .equality }

    func write(to writer: inout SQLWriter) {
        writer.write(operand, atLeast: Precedence.equality.next)
        writer.write(" IN (")
        if let json = JSONList.text(of: values) {
            writer.write("SELECT \"value\" FROM json_each(")
            writer.write(parameter: .text(json))
            writer.write(")")
        } else {
            writePacked(to: &writer)
        }
        writer.write(")")
        if values.containsNull {
            writer.write(" OR ")
            writer.write(operand, atLeast: Precedence.equality.next)
            writer.write(" IS NULL")
        }
    }

    /// Texts are converted from bytes, so that those with a NUL arrive whole.
    private func writePacked(to writer: inout SQLWriter) {
        var bytes = Data()
        var pieces: [String] = []
        for value in values {
            let piece: Data
            let isText: Bool
            switch value {
            case .text(let text): (piece, isText) = (Data(text.utf8), true)
            case .blob(let data): (piece, isText) = (data, false)
            default: continue
            }
            pieces.append("[\(bytes.count + 1),\(piece.count),\(isText ? 1 : 0)]")
            bytes.append(piece)
        }
        writer.write("SELECT iif(json_extract(\"value\", '$[2]'), CAST(substr(\"bytes\", ")
        writer.write("json_extract(\"value\", '$[0]'), json_extract(\"value\", '$[1]')) AS TEXT), ")
        writer.write("substr(\"bytes\", json_extract(\"value\", '$[0]'), ")
        writer.write("json_extract(\"value\", '$[1]'))) FROM json_each(")
        writer.write(parameter: .text("[\(pieces.joined(separator: ","))]"))
        writer.write("), (SELECT CAST(")
        writer.write(parameter: .blob(bytes))
        writer.write(" AS BLOB) AS \"bytes\")")
    }
}

extension [SQLiteValue] {
    fileprivate var containsNull: Bool { contains(where: \.isNull) }
}

/// Values as a JSON array.
private enum JSONList {
    /// `nil` for values that are not numbers or texts, and for texts that SQLite would cut at a NUL.
    static func text(of values: [SQLiteValue]) -> String? {
        var bytes: [UInt8] = [UInt8(ascii: "[")]
        bytes.reserveCapacity(values.count * 8)
        for value in values {
            if value.isNull { continue }
            if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
            switch value {
            case .int(let int): bytes.append(contentsOf: String(int).utf8)
            case .real(let real):
                guard real.isFinite else { return nil }
                bytes.append(contentsOf: String(real).utf8)
            case .text(let text):
                guard append(text, to: &bytes) else { return nil }
            case .blob, .null: return nil
            }
        }
        bytes.append(UInt8(ascii: "]"))
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) -> Bool {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case 0: return false
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 1..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        return true
    }
}

/// `value IN (SELECT ...)`
struct InQuery: SQLFragment {
    let operand: SQLNode
    let query: any SQLFragment

    var precedence: Precedence { .equality }

    func write(to writer: inout SQLWriter) {
        writer.write(operand, atLeast: Precedence.equality.next)
        writer.write(" IN (")
        query.write(to: &writer)
        writer.write(")")
    }
}

/// `value BETWEEN low AND high`
struct Between: SQLFragment {
    let operand: SQLNode
    let low: SQLNode
    let high: SQLNode

    var precedence: Precedence { .equality }

    func write(to writer: inout SQLWriter) {
        writer.write(operand, atLeast: Precedence.equality.next)
        writer.write(" BETWEEN ")
        writer.write(low, atLeast: Precedence.equality.next)
        writer.write(" AND ")
        writer.write(high, atLeast: Precedence.equality.next)
    }
}

extension SQLExpression where Value: SQLiteBindable {
    /// Whether the value is one of a list. An empty list contains no value.
    ///
    /// The text of the statement does not depend on the number of values.
    public func `in`(_ values: some Sequence<Value>) -> SQLExpression<Bool> {
        let list = InList(operand: node, values: values.map(\.sqliteValue))
        return SQLExpression<Bool>(.fragment(list))
    }

    /// Whether an optional value is one of a list.
    public func `in`<Wrapped: SQLiteRepresentable>(
        _ values: some Sequence<Wrapped>
    ) -> SQLExpression<Bool> where Value == Wrapped? {
        let list = InList(operand: node, values: values.map(\.sqliteValue))
        return SQLExpression<Bool>(.fragment(list))
    }
}

extension SQLExpression {
    /// Whether the value is one of those that a query returns.
    public func `in`(_ query: some Query<Value>) -> SQLExpression<Bool> {
        SQLExpression<Bool>(
            .fragment(InQuery(operand: node, query: QueryFragment(query: query))))
    }

    /// Whether the value is at least `low` and at most `high`.
    public func between(_ low: Self, and high: Self) -> SQLExpression<Bool> {
        SQLExpression<Bool>(
            .fragment(Between(operand: node, low: low.node, high: high.node)))
    }

    /// Whether the value is at least `low` and at most `high`.
    @_disfavoredOverload
    public func between(_ low: Value, and high: Value) -> SQLExpression<Bool> {
        between(Self(low), and: Self(high))
    }
}

extension Sequence where Element: SQLiteRepresentable {
    /// Whether the sequence contains the value of an expression.
    public func contains(_ value: SQLExpression<Element>) -> SQLExpression<Bool> {
        value.in(self)
    }
}

extension Query where Output: RowRepresentable {
    /// Whether the query returns the value of an expression.
    public func contains(_ value: SQLExpression<Output>) -> SQLExpression<Bool> {
        value.in(self)
    }
}

extension ClosedRange where Bound: SQLiteRepresentable {
    /// Whether the value of an expression is in the range.
    public func contains(_ value: SQLExpression<Bound>) -> SQLExpression<Bool> {
        value.between(lowerBound, and: upperBound)
    }
}

extension Range where Bound: SQLiteRepresentable {
    /// Whether the value of an expression is in the range.
    public func contains(_ value: SQLExpression<Bound>) -> SQLExpression<Bool> {
        value >= lowerBound && value < upperBound
    }
}
