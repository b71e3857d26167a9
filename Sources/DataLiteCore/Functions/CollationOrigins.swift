/// A collating sequence that a query uses: the place that declares it, and its closure with what the closure captures.
package struct CollationIdentity: Hashable, Sendable {
    package let place: String
    private let code: [UInt8]

    package init(place: String, code: [UInt8]) {
        self.place = place
        self.code = code
    }
}

/// Who added or removed the collating sequences of a connection.
package struct CollationOrigins: Sendable {
    package enum Origin: Hashable, Sendable {
        /// The program called `add(collation:)`, or a hook found the collating sequence.
        case program
        /// A query uses the collating sequence.
        case query(CollationIdentity)
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
