/// The name of a collating sequence.
///
/// ```swift
/// Reminder.order { $0.title.collate(.nocase) }
/// ```
///
/// With `@Column(collate: .nocase)`, the collating sequence compares and orders the text of a column wherever no other
/// collating sequence is given.
public struct CollationName: Equatable, Sendable, RawRepresentable, ExpressibleByStringLiteral {
    /// The name, which is case-insensitive.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral name: String) { rawValue = name }

    /// Compares bytes.
    public static let binary = CollationName(rawValue: "BINARY")
    /// Ignores the case of ASCII letters.
    public static let nocase = CollationName(rawValue: "NOCASE")
    /// Ignores trailing spaces.
    public static let rtrim = CollationName(rawValue: "RTRIM")
}

/// `a COLLATE name`
struct Collated: SQLRenderable {
    let node: SQLNode
    let name: String

    /// The collating sequence, if it is written in Swift and the expression knows it.
    var definition: DatabaseCollation?

    var precedence: Precedence { .collate }

    func write(to writer: inout _SQLWriter) {
        if let definition, let mistake = writer.functions.append(definition) {
            writer.fail(mistake)
        }
        writer.write(node, atLeast: .collate)
        writer.write(" COLLATE ")
        writer.writeName(name)
    }
}
