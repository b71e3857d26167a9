// Whether a value is in a range: `(1...9).contains($0.priority)`, `$0.priority.in(1...9)`.

extension SQLExpression {
    /// The condition that the value is in a range.
    fileprivate func condition(
        from low: Value._Plain? = nil, through high: Value._Plain? = nil,
        upTo limit: Value._Plain? = nil
    ) -> SQLNode {
        guard Value.isOrdered else { return .failure(.noOrder(Value.self)) }
        func bound(_ value: Value._Plain) -> SQLNode { SQLNode(binding: value, as: Value.self) }
        if let low, let high {
            return .fragment(
                TernaryOperation(node, " BETWEEN ", bound(low), " AND ", bound(high)))
        }
        let bounds: [(BinaryOperator, Value._Plain?)] = [
            (.greaterOrEqual, low), (.lessOrEqual, high), (.less, limit),
        ]
        let conditions = bounds.compactMap { symbol, value in
            value.map { SQLNode.binary(node, symbol, bound($0)) }
        }
        return conditions.conjunction ?? .always
    }

    /// The condition that the value is in a range; false if the value is NULL.
    fileprivate func membership(
        from low: Value._Plain? = nil, through high: Value._Plain? = nil,
        upTo limit: Value._Plain? = nil
    ) -> SQLNode {
        let condition = condition(from: low, through: high, upTo: limit)
        return .fragment(InRange(operand: NullableOperand(self), condition: condition))
    }
}

extension ClosedRange where Bound: SQLiteRepresentable {
    /// Whether the value of an expression is in the range.
    public func contains<Value: RowRepresentable>(
        _ value: SQLExpression<Value>
    ) -> SQLExpression<Value._Condition> where Value._Plain == Bound {
        SQLExpression<Value._Condition>(value.condition(from: lowerBound, through: upperBound))
    }

    /// Whether the value of an optional expression is in the range; false if the value is NULL.
    public func contains<Value: RowRepresentable>(
        _ value: SQLExpression<Value?>
    ) -> SQLExpression<Value._Condition> where Value._Plain == Bound {
        SQLExpression<Value._Condition>(
            value.membership(from: .some(lowerBound), through: .some(upperBound)))
    }
}

extension Range where Bound: SQLiteRepresentable {
    /// Whether the value of an expression is in the range.
    public func contains<Value: RowRepresentable>(
        _ value: SQLExpression<Value>
    ) -> SQLExpression<Value._Condition> where Value._Plain == Bound {
        SQLExpression<Value._Condition>(value.condition(from: lowerBound, upTo: upperBound))
    }

    /// Whether the value of an optional expression is in the range; false if the value is NULL.
    public func contains<Value: RowRepresentable>(
        _ value: SQLExpression<Value?>
    ) -> SQLExpression<Value._Condition> where Value._Plain == Bound {
        SQLExpression<Value._Condition>(
            value.membership(from: .some(lowerBound), upTo: .some(upperBound)))
    }
}

extension PartialRangeFrom where Bound: SQLiteRepresentable {
    /// Whether the value of an expression is in the range.
    public func contains<Value: RowRepresentable>(
        _ value: SQLExpression<Value>
    ) -> SQLExpression<Value._Condition> where Value._Plain == Bound {
        SQLExpression<Value._Condition>(value.condition(from: lowerBound))
    }

    /// Whether the value of an optional expression is in the range; false if the value is NULL.
    public func contains<Value: RowRepresentable>(
        _ value: SQLExpression<Value?>
    ) -> SQLExpression<Value._Condition> where Value._Plain == Bound {
        SQLExpression<Value._Condition>(value.membership(from: .some(lowerBound)))
    }
}

extension PartialRangeThrough where Bound: SQLiteRepresentable {
    /// Whether the value of an expression is in the range.
    public func contains<Value: RowRepresentable>(
        _ value: SQLExpression<Value>
    ) -> SQLExpression<Value._Condition> where Value._Plain == Bound {
        SQLExpression<Value._Condition>(value.condition(through: upperBound))
    }

    /// Whether the value of an optional expression is in the range; false if the value is NULL.
    public func contains<Value: RowRepresentable>(
        _ value: SQLExpression<Value?>
    ) -> SQLExpression<Value._Condition> where Value._Plain == Bound {
        SQLExpression<Value._Condition>(value.membership(through: .some(upperBound)))
    }
}

extension PartialRangeUpTo where Bound: SQLiteRepresentable {
    /// Whether the value of an expression is in the range.
    public func contains<Value: RowRepresentable>(
        _ value: SQLExpression<Value>
    ) -> SQLExpression<Value._Condition> where Value._Plain == Bound {
        SQLExpression<Value._Condition>(value.condition(upTo: upperBound))
    }

    /// Whether the value of an optional expression is in the range; false if the value is NULL.
    public func contains<Value: RowRepresentable>(
        _ value: SQLExpression<Value?>
    ) -> SQLExpression<Value._Condition> where Value._Plain == Bound {
        SQLExpression<Value._Condition>(value.membership(upTo: .some(upperBound)))
    }
}

// As with a list, the condition is false for NULL. Other ranges than those of integers have only `contains`.
extension SQLExpression where Value: SQLiteBindable {
    /// Whether the value is in a range.
    public func `in`(
        _ range: ClosedRange<Value._Plain>
    ) -> SQLExpression<Bool> where Value._Plain: Strideable, Value._Plain.Stride: SignedInteger {
        member(from: range.lowerBound, through: range.upperBound)
    }

    /// Whether an optional value is in a range.
    public func `in`<Wrapped: SQLiteRepresentable>(
        _ range: ClosedRange<Wrapped._Plain>
    ) -> SQLExpression<Bool>
    where Value == Wrapped?, Wrapped._Plain: Strideable, Wrapped._Plain.Stride: SignedInteger {
        member(from: range.lowerBound, through: range.upperBound)
    }

    /// Whether the value is not in a range.
    public func notIn(
        _ range: ClosedRange<Value._Plain>
    ) -> SQLExpression<Bool> where Value._Plain: Strideable, Value._Plain.Stride: SignedInteger {
        !`in`(range)
    }

    /// Whether an optional value is not in a range.
    public func notIn<Wrapped: SQLiteRepresentable>(
        _ range: ClosedRange<Wrapped._Plain>
    ) -> SQLExpression<Bool>
    where Value == Wrapped?, Wrapped._Plain: Strideable, Wrapped._Plain.Stride: SignedInteger {
        !`in`(range)
    }

    /// Whether the value is in a range.
    public func `in`(
        _ range: Range<Value._Plain>
    ) -> SQLExpression<Bool> where Value._Plain: Strideable, Value._Plain.Stride: SignedInteger {
        member(from: range.lowerBound, upTo: range.upperBound)
    }

    /// Whether an optional value is in a range.
    public func `in`<Wrapped: SQLiteRepresentable>(
        _ range: Range<Wrapped._Plain>
    ) -> SQLExpression<Bool>
    where Value == Wrapped?, Wrapped._Plain: Strideable, Wrapped._Plain.Stride: SignedInteger {
        member(from: range.lowerBound, upTo: range.upperBound)
    }

    /// Whether the value is not in a range.
    public func notIn(
        _ range: Range<Value._Plain>
    ) -> SQLExpression<Bool> where Value._Plain: Strideable, Value._Plain.Stride: SignedInteger {
        !`in`(range)
    }

    /// Whether an optional value is not in a range.
    public func notIn<Wrapped: SQLiteRepresentable>(
        _ range: Range<Wrapped._Plain>
    ) -> SQLExpression<Bool>
    where Value == Wrapped?, Wrapped._Plain: Strideable, Wrapped._Plain.Stride: SignedInteger {
        !`in`(range)
    }

    /// Whether the value is in a range.
    public func `in`(
        _ range: PartialRangeFrom<Value._Plain>
    ) -> SQLExpression<Bool> where Value._Plain: Strideable, Value._Plain.Stride: SignedInteger {
        member(from: range.lowerBound)
    }

    /// Whether an optional value is in a range.
    public func `in`<Wrapped: SQLiteRepresentable>(
        _ range: PartialRangeFrom<Wrapped._Plain>
    ) -> SQLExpression<Bool>
    where Value == Wrapped?, Wrapped._Plain: Strideable, Wrapped._Plain.Stride: SignedInteger {
        member(from: range.lowerBound)
    }

    /// Whether the value is not in a range.
    public func notIn(
        _ range: PartialRangeFrom<Value._Plain>
    ) -> SQLExpression<Bool> where Value._Plain: Strideable, Value._Plain.Stride: SignedInteger {
        !`in`(range)
    }

    /// Whether an optional value is not in a range.
    public func notIn<Wrapped: SQLiteRepresentable>(
        _ range: PartialRangeFrom<Wrapped._Plain>
    ) -> SQLExpression<Bool>
    where Value == Wrapped?, Wrapped._Plain: Strideable, Wrapped._Plain.Stride: SignedInteger {
        !`in`(range)
    }

    private func member(
        from low: Value._Plain, through high: Value._Plain? = nil, upTo limit: Value._Plain? = nil
    ) -> SQLExpression<Bool> {
        SQLExpression<Bool>(membership(from: low, through: high, upTo: limit))
    }
}

/// The condition that a value is in a range; false if the value is NULL.
private struct InRange: SQLRenderable {
    let operand: NullableOperand
    let condition: SQLNode

    var precedence: Precedence { min(operand.precedence, condition.precedence) }

    func write(to writer: inout _SQLWriter) {
        operand.write(to: &writer) { _, writer in writer.write(condition, atLeast: .and) }
    }
}
