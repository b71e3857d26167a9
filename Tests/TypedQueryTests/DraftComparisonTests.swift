import DataLiteMacros
import Testing

@Suite("Drafts as values")
struct DraftComparisonTests {
    @Test("A property that was set to its default equals one that was not set")
    func equality() {
        let draft = Pickup.Draft(minutes: 1)
        #expect(draft == Pickup.Draft(title: "new", minutes: 1))
        #expect(draft != Pickup.Draft(title: "old", minutes: 1))
        #expect(Set([draft, Pickup.Draft(title: "new", minutes: 1)]).count == 1)
    }

    @Test("An optional property that was set to nil differs from one that was not set")
    func omitted() {
        #expect(Pickup.Draft(place: nil) != Pickup.Draft())
        #expect(Pickup.Draft(place: "x") != Pickup.Draft(place: nil))
        #expect(Pickup.Draft(place: nil) == Pickup.Draft(place: nil))
    }

    @Test("A printed draft shows the values, without the state of the fields")
    func text() {
        let draft = Pickup.Draft(minutes: 1)
        let text = #"Draft(id: nil, _title: "new", minutes: Optional(1), _place: unset)"#
        #expect(String(describing: draft) == text)
        var dumped = ""
        dump(Pickup.Draft(place: nil), to: &dumped)
        #expect(dumped.contains("- _title: \"new\"\n"))
        #expect(dumped.contains("- _place: nil\n"))
    }
}

@Table private struct Pickup {
    let id: Int
    var title = "new"
    var minutes: Int
    var place: String?
}

extension Pickup.Draft: Hashable {}
