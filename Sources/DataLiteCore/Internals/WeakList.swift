/// Objects held weakly, each once, in the order in which they came.
struct WeakList<Element> {
    private struct Reference {
        weak var object: AnyObject?
    }

    private var references: [Reference] = []

    var isEmpty: Bool { references.isEmpty }

    /// The objects that are still there.
    var alive: [Element] { references.compactMap { $0.object as? Element } }

    mutating func add(_ element: Element) {
        remove(element)
        references.append(Reference(object: element as AnyObject))
    }

    /// Removes an object, and what is left of those that have gone.
    mutating func remove(_ element: Element) {
        references.removeAll { $0.object == nil || $0.object === element as AnyObject }
    }
}
