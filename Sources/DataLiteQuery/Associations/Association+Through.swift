// Associations that continue through another one: a join table, or a chain of foreign keys. They are loaded with one
// statement, too, which joins the tables between.

extension HasMany {
    /// The rows of another association of each row: many-to-many through a join table, or the children of the children.
    ///
    /// ```swift
    /// extension Reminder {
    ///     static let taggings = hasMany(ReminderTag.self, by: \.reminderID)
    ///     static let tags = taggings.through(ReminderTag.tag)
    /// }
    /// ```
    ///
    /// The conditions of both associations apply. The rows are in the order of the second association, then of the
    /// first, so a join table can have the order: `taggings.order(by: \.position).through(ReminderTag.tag)`. A row that
    /// is reached twice is returned twice, unless the association is ``HasMany/distinct()``.
    public func through<Next: TableAssociation>(_ next: Next) -> HasMany<Parent, Next.Child>
    where Next.Parent == Child {
        HasMany<Parent, Next.Child>(_path.through(next._path), next.childQuery)
    }
}

extension ToOneAssociation {
    /// The row of another association of the row; `nil` if one of them does not exist.
    ///
    /// ```swift
    /// static let owner = list.through(RemindersList.owner)
    /// ```
    public func through<Next: ToOneAssociation>(_ next: Next) -> HasOne<Parent, Next.Child>
    where Next.Parent == Child {
        HasOne<Parent, Next.Child>(_path.through(next._path), next.childQuery)
    }

    /// The rows of another association of the row.
    public func through<Far: Table>(_ next: HasMany<Child, Far>) -> HasMany<Parent, Far> {
        HasMany<Parent, Far>(_path.through(next._path), next.childQuery)
    }
}

extension TableAssociation {
    /// The rows of the last table with the conditions and the order of the association.
    var childQuery: Where<Child> {
        var rows = Child.associated
        let path = _path
        rows.core = path.links[path.links.count - 1].core
        return rows
    }
}
