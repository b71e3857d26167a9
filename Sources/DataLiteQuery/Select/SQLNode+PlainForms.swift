import Foundation

// The value of a query has no type that says how its column stores it. Where an expression has no representation, a
// value that is stored in another form is converted: by SQL if it is a date or UUID, otherwise by a Swift function.

extension SQLNode {
    /// A value in the form without a representation; `nil` if the values of the representation have no such form.
    static func converted(_ node: SQLNode, from representation: any Any.Type) -> SQLNode? {
        switch representation {
        case is UUID.UppercasedRepresentation.Type: node
        case is UUID.LowercasedRepresentation.Type: .call("upper", [node])
        case is UUID.BytesRepresentation.Type: .fragment(UUIDText(bytes: node))
        case let date as any StoredDate.Type: text(of: node, storedIn: date.dateForm)
        case let other as any ColumnRepresentation.Type: other.plain(node)
        default: nil
        }
    }

    /// A value in another form: `nil` for the form without a representation. The result is `nil` if the values have no
    /// such form.
    static func converted(
        _ node: SQLNode, from found: (any Any.Type)?, to expected: (any Any.Type)?
    ) -> SQLNode? {
        if let json = json(node, from: found, to: expected) { return json }
        var plain: SQLNode? = node
        if let found { plain = converted(node, from: found) }
        guard let plain, let expected else { return plain }
        guard let representation = expected as? any ColumnRepresentation.Type else { return nil }
        return representation.stored(plain)
    }

    /// JSON of the same value as text or in the binary form; `nil` if one of the forms is not JSON.
    private static func json(
        _ node: SQLNode, from found: (any Any.Type)?, to expected: (any Any.Type)?
    ) -> SQLNode? {
        guard let found = found as? any (_JSONSource & EncodesJSON).Type,
            let expected = expected as? any (_JSONSource & EncodesJSON).Type,
            content(of: found) != SQLiteValue.self, content(of: found) == content(of: expected)
        else { return nil }
        return expected is any StoresJSONB.Type
            ? .call("jsonb", since: 3_045_000, [node]) : .call("json", since: 3_038_000, [node])
    }

    private static func content<Source: _JSONSource>(of type: Source.Type) -> any Any.Type {
        Source._JSONContent.self
    }

    /// The value in another form: `nil` for the form without a representation. An error if its values have no such form.
    func converted(from found: (any Any.Type)?, to expected: (any Any.Type)?) -> SQLNode {
        if found == expected { return self }
        return .converted(self, from: found, to: expected)
            ?? .failure(.storedForm(found, expecting: expected))
    }

    /// The value in the form without a representation; an error if its values have no such form.
    func plain(storedAs representation: (any Any.Type)?) -> SQLNode {
        guard let representation else { return self }
        return .converted(self, from: representation)
            ?? .failure(.storedForm(representation, expecting: nil))
    }

    /// A date as text with milliseconds.
    private static func text(of node: SQLNode, storedIn form: StoredDateForm) -> SQLNode {
        switch form {
        case .text, .millisecondText: node
        default: StoredDateForm.text.stored(form.timeValue(node))
        }
    }
}

/// The text of a UUID that is stored as a BLOB.
private struct UUIDText: SQLRenderable {
    let bytes: SQLNode

    /// The first hexadecimal digit and the number of digits of each part.
    private static let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)]

    func write(to writer: inout _SQLWriter) {
        // In a subquery, an aggregate or a window function would have other rows.
        let isSubquery = bytes.fragment is Subquery
        if isSubquery || bytes.repeatability != .same {
            writeComputingOnce(to: &writer)
        } else {
            writer.write("iif(")
            writer.write(bytes, atLeast: .equality)
            writer.write(" IS NULL, NULL, ")
            Self.write(to: &writer) { writer in
                writer.write("hex(")
                writer.write(bytes)
                writer.write(")")
            }
            writer.write(")")
        }
    }

    private func writeComputingOnce(to writer: inout _SQLWriter) {
        writer.hasSubquery = true
        writer.write("(SELECT ")
        Self.write(to: &writer) { $0.write("\"hex\"") }
        writer.write(" FROM (SELECT hex(\"bytes\") AS \"hex\" FROM (SELECT ")
        writer.write(bytes)
        writer.write(" AS \"bytes\") WHERE \"bytes\" IS NOT NULL))")
    }

    /// Writes the parts of the hexadecimal digits.
    private static func write(to writer: inout _SQLWriter, _ digits: (inout _SQLWriter) -> Void) {
        for (index, (start, length)) in parts.enumerated() {
            if index > 0 { writer.write(" || '-' || ") }
            writer.write("substr(")
            digits(&writer)
            writer.write(", ")
            writer.write(start)
            writer.write(", ")
            writer.write(length)
            writer.write(")")
        }
    }
}
