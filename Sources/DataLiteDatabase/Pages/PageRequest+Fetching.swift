public import DataLiteQuery

/// A page can be observed: `database.values(of: query.page(size: 50))`, and `@Fetch(query.page(size: 50)) var page`.
extension PageRequest: FetchRequest {}
