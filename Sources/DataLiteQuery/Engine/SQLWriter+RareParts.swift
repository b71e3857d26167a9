extension _SQLWriter {
    /// What few statements have. A writer without it is created and destroyed faster.
    struct RareParts {
        var placeholders: [Placeholder] = []
        var error: SQLiteError?
        var onlyTable: OnlyTable?
        var trigger: TriggerScope?
        var functions = UsedFunctions()
        var computedOnce: [ObjectIdentifier] = []
        var isNone = false
    }

    /// The rare parts, for changes.
    var rareParts: RareParts {
        get { rare ?? RareParts() }
        _modify {
            var parts = rare.take() ?? RareParts()
            defer { rare = parts }
            yield &parts
        }
    }

    /// The parameters whose values are given when the statement runs.
    var placeholders: [Placeholder] { rare?.placeholders ?? [] }

    /// The first error in an expression.
    var error: SQLiteError? { rare?.error }

    /// The only table whose columns can be written while qualifiers are omitted; `nil` for any table.
    var onlyTable: OnlyTable? {
        get { rare?.onlyTable }
        set { rareParts.onlyTable = newValue }
    }

    /// The trigger whose statements are written, if any.
    var trigger: TriggerScope? {
        get { rare?.trigger }
        set { rareParts.trigger = newValue }
    }

    /// Whether the statement is a query without rows.
    var isNone: Bool {
        get { rare?.isNone ?? false }
        set { rareParts.isNone = newValue }
    }

    /// The Swift functions that the text written so far calls.
    var functions: UsedFunctions {
        get { rare?.functions ?? UsedFunctions() }
        _modify { yield &rareParts.functions }
    }

    /// The assigned values that were written and must not be computed again; see `ComputedOnce`.
    var computedOnce: [ObjectIdentifier] {
        get { rare?.computedOnce ?? [] }
        _modify { yield &rareParts.computedOnce }
    }
}
