/// Who added or removed the collating sequences of a connection.
package struct CollationOrigins: Sendable {
    package enum Origin: Hashable, Sendable {
        /// The program called `add(collation:)`, or a hook found the collating sequence.
        case program
        /// A query uses the collating sequence that is declared at this place.
        case query(place: String)
        /// The program removed the collating sequence.
        case removed
    }

    private var origins: [ExactName: Origin] = [:]

    /// `nil` for a collating sequence that was neither added nor removed.
    package subscript(name: String) -> Origin? {
        get { origins[ExactName(name: name.lowercasedASCII)] }
        set { origins[ExactName(name: name.lowercasedASCII)] = newValue }
    }
}

extension Connection {
    /// Who added or removed a collating sequence, if it was added or removed.
    package func origin(ofCollation name: String) -> CollationOrigins.Origin? {
        handle.collationOrigins[name]
    }
}
