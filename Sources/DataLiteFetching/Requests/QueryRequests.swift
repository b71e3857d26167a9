// Queries that are requests: a database fetches and observes their values, and a property follows them, as in
// `@Fetch(query.page(size: 50)) var page`.

extension PageRequest: FetchRequest {}

// A query with associations is one value: all its statements see the same state, and a change of any of its tables
// fetches it again.
extension IncludingQuery: FetchRequest {
    public typealias Value = [Output]

    public func fetch(_ db: any ConnectionProtocol) throws -> [Output] { try fetchAll(db) }
}

extension SectionedQuery: FetchRequest {
    /// Fetches the sections.
    public func fetch(
        _ db: any ConnectionProtocol
    ) throws -> [ResultsSection<Row, Name>] {
        try fetchAll(db)
    }
}
