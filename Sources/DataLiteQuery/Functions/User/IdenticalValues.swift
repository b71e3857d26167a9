extension FunctionIdentity {
    /// Whether both have the same results: one type, and one object or identical values as instances.
    func isSame(as other: FunctionIdentity) -> Bool {
        guard type == other.type else { return false }
        guard let instance, let other = other.instance else { return true }
        return areIdentical(instance, other)
    }
}

/// Whether two values are one object, or consist of the same values. Values that are only equal, such as 0.0 and -0.0, or
/// a text in two forms of Unicode, are not identical.
private func areIdentical(_ lhs: Any, _ rhs: Any) -> Bool { areIdentical(lhs, rhs, depth: 0) }

private func areIdentical(_ lhs: Any, _ rhs: Any, depth: Int) -> Bool {
    if let lhs = lhs as? String, let rhs = rhs as? String {
        return lhs.utf8.elementsEqual(rhs.utf8)
    }
    if haveSameBytes(lhs, rhs) { return true }
    // The bytes between the parts of a value may differ, and so may the places of equal contents.
    let (lhs, rhs) = (Mirror(reflecting: lhs), Mirror(reflecting: rhs))
    guard depth < 8, lhs.subjectType == rhs.subjectType, lhs.displayStyle != .class,
        !lhs.children.isEmpty, lhs.children.count == rhs.children.count
    else { return false }
    return zip(lhs.children, rhs.children).allSatisfy { lhs, rhs in
        lhs.label == rhs.label && areIdentical(lhs.value, rhs.value, depth: depth + 1)
    }
}

private func haveSameBytes<Value>(_ lhs: Value, _ rhs: Any) -> Bool {
    guard let rhs = rhs as? Value, MemoryLayout<Value>.size > 0 else { return rhs is Value }
    return withUnsafeBytes(of: lhs) { lhs in
        withUnsafeBytes(of: rhs) { rhs in lhs.elementsEqual(rhs) }
    }
}
