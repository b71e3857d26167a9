import DataLiteFetching
import Observation
import Testing

/// A model whose properties follow the database on the main actor.
@Observable @MainActor
final class ItemModel {
    @ObservationIgnored @FetchAll(Item.order(by: \.id)) var items
    @ObservationIgnored @FetchOne(Item.count()) var count
    @ObservationIgnored @FetchOne(Item.count()) var countOrMinusOne = -1
    @ObservationIgnored @FetchOne(Item.find(1)) var first
    @ObservationIgnored @FetchOne(Item.find(1).select(\.name)) var firstName
    @ObservationIgnored @Fetch(Summary()) var summary
    @ObservationIgnored @Fetch(Summary()) var summaryOrEmpty = Summary.Value()
}

/// A request for items that waits for a gate, so that a test can act during a fetch.
struct Slow: FetchRequest {
    let began = Shared(false)
    let gate = Gate()
    var search = Search(text: "slow")

    func fetch(_ db: any ConnectionProtocol) throws -> [Item] {
        began.change { $0 = true }
        gate.wait()
        return try search.fetch(db)
    }
}

/// Waits on the main actor until a condition on observable properties holds. It is evaluated again only when
/// one of them reports a change.
@MainActor
func observed(_ condition: @MainActor () -> Bool) async {
    while true {
        let (changes, continuation) = AsyncStream<Void>.makeStream()
        let holds = withObservationTracking(condition) { continuation.finish() }
        if holds { return }
        // The change follows `willSet` without suspension on the main actor.
        for await _ in changes {}
    }
}
