/// The parts of a compound select, evaluated from left to right.
@usableFromInline
struct CompoundSelect: SQLRenderable {
    enum Operator: Sendable {
        case union, unionAll, intersect, except

        var text: StaticString {
            switch self {
            case .union: " UNION "
            case .unionAll: " UNION ALL "
            case .intersect: " INTERSECT "
            case .except: " EXCEPT "
            }
        }
    }

    /// Whether the columns of the result have the names of the rows' properties.
    let namesColumns: Bool

    private let first: _QueryPart
    private let last: Operand

    /// An operator with its right query, linked to the preceding operands. Queries share this list, so appending to it
    /// copies nothing.
    ///
    /// SAFETY: `previous` changes only in `deinit`, when nothing else refers to the object.
    private final class Operand: @unchecked Sendable {
        private(set) var previous: Operand?
        let `operator`: Operator
        let part: _QueryPart

        init(_ previous: Operand?, _ operator: Operator, _ part: _QueryPart) {
            self.previous = previous
            self.operator = `operator`
            self.part = part
        }

        deinit { ReleaseLoop.release(&previous) }
    }

    /// A compound of two queries. If the left query is a compound, it is extended.
    ///
    /// - Parameter columns: The columns of the rows, if they have names.
    init(
        _ lhs: _QueryPart, _ operator: Operator, _ rhs: _QueryPart,
        columns: ColumnDefinitions? = nil
    ) {
        namesColumns = columns.map(lhs.hasNames) ?? false
        if case .select(let core) = lhs.kind, let compound = core.plainCompound {
            first = compound.first
            last = Operand(compound.last, `operator`, rhs)
        } else {
            first = lhs
            last = Operand(nil, `operator`, rhs)
        }
    }

    @usableFromInline
    func write(to writer: inout _SQLWriter) {
        first.writeOperand(to: &writer)
        for operand in operands {
            writer.write(operand.operator.text)
            operand.part.writeOperand(to: &writer)
        }
    }

    /// The compound as the query of a table of `WITH` with the given name, if its last query reads that table and has an
    /// order or a limit; otherwise `nil`.
    func recursive(_ name: String) -> RecursiveRows? {
        guard last.operator == .union || last.operator == .unionAll, last.part.reads(name),
            !last.part.isSimple
        else { return nil }
        var first = first
        if let previous = last.previous {
            let rest = CompoundSelect(first: first, last: previous)
            first = _QueryPart(kind: .select(SelectCore(rest, from: .nothing)))
        }
        return RecursiveRows(first: first, isAll: last.operator == .unionAll, next: last.part)
    }

    private init(first: _QueryPart, last: Operand) {
        namesColumns = false
        self.first = first
        self.last = last
    }

    private var operands: [Operand] {
        var operands = [last]
        while let previous = operands.last?.previous { operands.append(previous) }
        return operands.reversed()
    }
}

// MARK: - In a select

extension SelectCore {
    /// Creates a select of all rows of a compound.
    init(_ compound: CompoundSelect, from: FromItem) {
        self.init(from: from)
        clauses.compound = compound
    }

    /// The compound, if the select adds nothing to it.
    var plainCompound: CompoundSelect? {
        guard isUnfiltered, commonTables.isEmpty, order.isEmpty, limit == nil, offset == nil else {
            return nil
        }
        return rare?.clauses.compound
    }

    /// The table, if the select returns all of its rows.
    var wholeTable: FromItem.Kind? {
        guard isUnfiltered, commonTables.isEmpty, order.isEmpty, limit == nil, offset == nil,
            clauses.compound == nil
        else { return nil }
        return from.kind
    }

    /// The terms of `ORDER BY` if the select is written as the compound itself, followed by order
    /// and limit; `nil` if the compound must be a derived table.
    ///
    /// SQLite orders a compound only by its result columns, so they are given by number.
    var compoundOrder: NodeList? {
        guard isUnfiltered, clauses.compound != nil else { return nil }
        var terms = NodeList.none
        for node in order {
            guard let term = numbered(node) else { return nil }
            terms.append(term)
        }
        return terms
    }

    private var isUnfiltered: Bool {
        conditions.isEmpty && selection == nil && !clauses.isDistinct && clauses.joins.isEmpty
            && clauses.group.isEmpty && clauses.having == nil && clauses.windows.isEmpty
    }

    private func numbered(_ node: SQLNode) -> SQLNode? {
        if case .row(let nodes) = node {
            let numbers = nodes.compactMap(numbered)
            return numbers.count == nodes.count ? .row(numbers) : nil
        }
        if let column = node.column, column.qualifier == from.qualifier {
            let position = from.columns.list.firstIndex { SQLName.same($0.name, column.name) }
            return position.map { .fragment(ColumnNumber(number: $0 + 1)) }
        }
        guard let order = node.fragment as? DirectedOrder else { return nil }
        return numbered(order.node).map {
            .fragment(
                DirectedOrder(node: $0, isDescending: order.isDescending, nulls: order.nulls))
        }
    }
}

/// The number of a result column, starting at 1.
struct ColumnNumber: SQLRenderable {
    let number: Int

    func write(to writer: inout _SQLWriter) { writer.write(number) }
}
