import DataLiteCore

/// The inserters of a connection that wait to be used again: those that were used last.
final class ConnectionNotes {
    private var idle: [RowInserter] = []
    private static let capacity = 8

    private static func of(_ connection: any ConnectionProtocol) -> ConnectionNotes? {
        guard let connection = connection as? Connection else { return nil }
        if let notes = connection.companions[ConnectionNotes.self] { return notes }
        let notes = ConnectionNotes()
        connection.companions[ConnectionNotes.self] = notes
        return notes
    }

    /// An inserter: one that a connection of a real SQLite keeps, or a new one.
    static func take(
        _ command: InsertCommand, _ encoder: RowEncoder, for connection: any ConnectionProtocol
    ) -> RowInserter {
        if let notes = of(connection),
            let position = notes.idle.lastIndex(where: { $0.suits(command, encoder) })
        {
            return notes.idle.remove(at: position)
        }
        return RowInserter(command, encoder)
    }

    /// Keeps an inserter that has inserted all its rows. One that has failed is not given back.
    static func giveBack(_ inserter: RowInserter, to connection: any ConnectionProtocol) {
        guard let notes = of(connection) else { return }
        if notes.idle.count == capacity { notes.idle.removeFirst() }
        notes.idle.append(inserter)
    }
}
