/// Objects held weakly, each once, in the order in which they were added.
package struct WeakList<Element> {
    private struct Reference {
        weak var object: AnyObject?
    }

    private var references: [Reference] = []

    package init() {}

    /// Whether nothing was added that was not removed.
    package var isEmpty: Bool { references.isEmpty }

    /// The objects that were not released.
    package var alive: [Element] { references.compactMap { $0.object as? Element } }

    package mutating func add(_ element: Element) {
        remove(element)
        references.append(Reference(object: element as AnyObject))
    }

    /// Removes an object, and the entries of released ones.
    package mutating func remove(_ element: Element) {
        references.removeAll { $0.object == nil || $0.object === element as AnyObject }
    }
}
