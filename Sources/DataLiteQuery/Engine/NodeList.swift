/// Conditions or terms of an order. Most queries have only one, which is stored without an array.
@usableFromInline
enum NodeList: Sendable {
    case none
    case one(SQLNode)
    case several([SQLNode])
    /// The condition that the primary key of a table, one column, is a value. Its SQL is in the table's definition, so
    /// that `find` builds and writes no operator.
    case key(TableDefinition, SQLiteValue)

    @inlinable
    var isEmpty: Bool { if case .none = self { true } else { false } }

    /// Whether one of the conditions is that of a query without rows.
    @inline(__always)
    var areNever: Bool {
        switch self {
        case .none, .key: false
        case .one(let node): node.isNever
        case .several(let nodes): nodes.contains(where: \.isNever)
        }
    }

    /// Writes ` WHERE a AND b`, or nothing.
    func writeConditions(to writer: inout _SQLWriter) {
        switch self {
        case .none:
            break
        case .one(let node):
            writer.write(" WHERE ")
            writer.write(condition: node)
        case .several(let nodes):
            writer.write(" WHERE ")
            writer.writeTerms(nodes.indices, joinedBy: .and) { writer, index in
                let node = nodes[index]
                writer.write(condition: node, inParentheses: node.precedence < .and)
            }
        case .key(let table, let value):
            if writer.writesNamesUnchanged {
                writer.write(bytes: table.whereKey)
                writer.write(parameter: value)
            } else {
                NodeList.one(.key(of: table, value)).writeConditions(to: &writer)
            }
        }
    }

    /// Writes ` ORDER BY a, b`, or nothing.
    func writeOrder(to writer: inout _SQLWriter) {
        switch self {
        case .none:
            break
        case .one(let node):
            writer.write(" ORDER BY ")
            writer.write(term: node)
        case .several(let nodes):
            writer.write(" ORDER BY ")
            writer.writeList(nodes) { $0.write(term: $1) }
        case .key(let table, let value):
            NodeList.one(.key(of: table, value)).writeOrder(to: &writer)
        }
    }
}

extension NodeList: RandomAccessCollection {
    @usableFromInline
    typealias Index = Int

    @usableFromInline var startIndex: Int { 0 }

    @usableFromInline
    var endIndex: Int {
        switch self {
        case .none: 0
        case .one, .key: 1
        case .several(let nodes): nodes.count
        }
    }

    @usableFromInline
    subscript(position: Int) -> SQLNode {
        switch self {
        case .none: [][position]
        case .one(let node): node
        case .several(let nodes): nodes[position]
        case .key(let table, let value): .key(of: table, value)
        }
    }

    @usableFromInline
    func makeIterator() -> Iterator { Iterator(list: self) }

    @usableFromInline
    struct Iterator: IteratorProtocol {
        fileprivate var list: NodeList
        fileprivate var position = 0

        @usableFromInline
        mutating func next() -> SQLNode? {
            guard position < list.endIndex else { return nil }
            defer { position += 1 }
            return list[position]
        }
    }
}

extension NodeList: RangeReplaceableCollection, ExpressibleByArrayLiteral {
    @usableFromInline init() { self = .none }

    @usableFromInline
    init(arrayLiteral nodes: SQLNode...) {
        self.init(nodes)
    }

    @usableFromInline
    mutating func append(_ node: consuming SQLNode) {
        switch self {
        case .none:
            self = .one(node)
        case .one(let first):
            self = .several([first, node])
        case .several(var nodes):
            self = .none
            nodes.append(node)
            self = .several(nodes)
        case .key(let table, let value):
            self = .several([.key(of: table, value), node])
        }
    }

    /// Appends a condition to the conditions of a query.
    ///
    /// A query is copied by each `where`, so many conditions are kept in few elements.
    mutating func append(condition: consuming SQLNode) {
        append(condition)
        guard case .several(let nodes) = self, nodes.count >= Self.foldedCount else { return }
        // The first conditions can be those of the default scope, and a query without rows is recognized by an element.
        let (kept, folded) = (
            nodes.prefix(Self.foldedCount / 2), nodes.dropFirst(Self.foldedCount / 2)
        )
        let conditions = folded.filter { !$0.isNever }
        let never = folded.first(where: \.isNever)
        self = .several(
            kept + [conditions.conjunction, never].compactMap { $0 })
    }

    private static var foldedCount: Int { 64 }

    @usableFromInline
    mutating func replaceSubrange(
        _ range: Range<Int>, with nodes: some Collection<SQLNode>
    ) {
        var all = Array(self)
        all.replaceSubrange(range, with: nodes)
        self = all.isEmpty ? .none : all.count == 1 ? .one(all[0]) : .several(all)
    }
}

extension Collection<SQLNode> {
    /// The conjunction of all terms; `nil` if there are none.
    var conjunction: SQLNode? {
        guard let first else { return nil }
        return dropFirst().reduce(first) { .and($0, $1) }
    }
}

extension SQLNode {
    /// The condition that the primary key of a table under its own name is a value.
    fileprivate static func key(of table: TableDefinition, _ value: SQLiteValue) -> SQLNode {
        .binary(table.key, .equal, .parameter(value))
    }
}

/// Collects a list: the rows of an insert, the terms of an order, the statements of a trigger, the
/// rows of a seed.
@resultBuilder
public enum _ListBuilder<Element> {
    /// Used by the compiler for a statement of the closure.
    @inlinable
    public static func buildExpression(_ element: Element) -> [Element] { [element] }

    /// Used by the compiler for a statement of the closure.
    @inlinable
    public static func buildExpression(_ elements: some Sequence<Element>) -> [Element] {
        Array(elements)
    }

    /// Used by the compiler for an array in the closure, such as `[]`.
    @inlinable
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }

    /// Used by the compiler for the closure as a whole.
    @inlinable
    public static func buildBlock() -> [Element] { [] }

    /// Used by the compiler for the first statement.
    @inlinable
    public static func buildPartialBlock(first: [Element]) -> [Element] { first }

    /// Used by the compiler for each further statement.
    @inlinable
    public static func buildPartialBlock(
        accumulated: [Element], next: [Element]
    ) -> [Element] { accumulated + next }

    /// Used by the compiler for a branch of `if` or `switch`.
    @inlinable
    public static func buildEither(first: [Element]) -> [Element] { first }

    /// Used by the compiler for a branch of `if` or `switch`.
    @inlinable
    public static func buildEither(second: [Element]) -> [Element] { second }

    /// Used by the compiler for an `if` without `else`.
    @inlinable
    public static func buildOptional(_ elements: [Element]?) -> [Element] { elements ?? [] }

    /// Used by the compiler for `if #available`.
    @inlinable
    public static func buildLimitedAvailability(_ elements: [Element]) -> [Element] { elements }

    /// Used by the compiler for a `for` loop.
    @inlinable
    public static func buildArray(_ elements: [[Element]]) -> [Element] { Array(elements.joined()) }
}
