/// A container that is handed out for each row. The type of its container is found in the object
/// itself; looking it up by the type of its keys would cost more than reading a column.
final class KeptContainer<Container> {
    private let container: Container

    init(_ container: Container) { self.container = container }

    // Not in line, where the type would be looked up.
    @inline(never)
    func copy() -> Container { container }
}
