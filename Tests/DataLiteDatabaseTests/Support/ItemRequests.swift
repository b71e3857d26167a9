import DataLiteFetching

/// The number of items and their names.
struct Summary: FetchRequest {
    struct Value: Sendable, Equatable {
        var count = 0
        var names: [String?] = []
    }

    func fetch(_ db: any ConnectionProtocol) throws -> Value {
        try Value(
            count: Item.count().fetchOne(db) ?? 0,
            names: Item.order(by: \.id).select(\.name).fetchAll(db))
    }
}

/// A search for items by name; `nil` makes the fetch fail.
struct Search: FetchRequest {
    var text: String?

    func fetch(_ db: any ConnectionProtocol) throws -> [Item] {
        guard let text else { throw Refused() }
        return try Item.where { $0.name == text }.order(by: \.id).fetchAll(db)
    }
}
