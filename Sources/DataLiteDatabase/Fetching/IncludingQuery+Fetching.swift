public import DataLiteCore
public import DataLiteQuery

// A query with associations is one value: all its statements see the same state, and a change of any of its tables
// fetches it again.

extension IncludingQuery: FetchRequest {
    public typealias Value = [Output]

    public func fetch(_ db: any ConnectionProtocol) throws -> [Output] { try fetchAll(db) }
}
