// Calls of SQLiteData. They are unavailable; the compiler reports what to write instead.

public import DataLiteFetching
public import DataLiteQuery

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FetchProperty {
    @available(*, unavailable, message: "a property keeps its database: write `load(query)`")
    @discardableResult
    public func load<Row>(
        _ query: some Query<Row>, database: Database?
    ) async throws -> FetchSubscription { try await load() }
}
