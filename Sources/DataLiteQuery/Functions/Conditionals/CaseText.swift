/// `CASE a WHEN b THEN c ELSE d END`
struct CaseText: SQLRenderable {
    let base: SQLNode?
    /// Whether the base can be NULL.
    let isNullable: Bool
    let branches: [(value: SQLNode, result: SQLNode)]
    let otherwise: SQLNode?

    /// Whether a value can be NULL, which `CASE a WHEN b` never matches, or a group, which it does not accept.
    private var needsOperator: Bool {
        branches.contains { branch in
            switch branch.value {
            case .parameter(let value): value.isNull
            case .row: true
            default: isNullable
            }
        }
    }

    func write(to writer: inout _SQLWriter) {
        writer.write("CASE")
        let comparesEach = base != nil && needsOperator
        if let base, !comparesEach {
            writer.write(" ")
            writer.write(base)
        }
        for branch in branches {
            writer.write(" WHEN ")
            if let base, comparesEach {
                writer.write(.binary(base, .is, branch.value))
            } else if base == nil {
                writer.write(condition: branch.value)
            } else {
                writer.write(branch.value)
            }
            writer.write(" THEN ")
            writer.write(branch.result)
        }
        if let otherwise {
            writer.write(" ELSE ")
            writer.write(otherwise)
        }
        writer.write(" END")
    }
}
