import DataLiteC

/// Turns the enforcement of foreign keys on a connection off and on again.
///
/// SQLite ignores the setting inside a transaction
/// (<https://www.sqlite.org/pragma.html#pragma_foreign_keys>). If the connection does not enforce foreign keys, this
/// never changes the setting.
package struct ForeignKeyEnforcement {
    private let connection: any ConnectionProtocol

    /// Whether foreign keys were enforced at the start.
    package let initiallyEnabled: Bool

    private var areOn: Bool

    package init(_ connection: any ConnectionProtocol) throws(SQLiteError) {
        self.connection = connection
        // SQLite without foreign keys returns no row.
        let isOn: Bool? = try connection.get(pragma: .foreignKeys)
        initiallyEnabled = isOn ?? false
        areOn = initiallyEnabled
    }

    package mutating func set(_ isOn: Bool) throws(SQLiteError) {
        guard initiallyEnabled, isOn != areOn else { return }
        if let connection = connection as? Connection {
            // A pool would replace a connection on which a pragma was run.
            try connection.switchForeignKeys(on: isOn)
        } else {
            try connection.setForeignKeys(isOn)
        }
        areOn = isOn
    }

    /// Restores the initial setting.
    package mutating func restore() throws(SQLiteError) {
        try set(initiallyEnabled)
    }

    /// Restores the initial setting after an error, even if the connection was stopped by task cancellation and no
    /// longer runs SQL.
    ///
    /// - Parameter change: What has failed, for the message: `migration`.
    /// - Throws: An `SQLiteError` if the setting cannot be restored. In that case, the connection must no longer be
    ///   used.
    package mutating func restore(after error: any Error, of change: String) throws(SQLiteError) {
        guard areOn != initiallyEnabled else { return }
        if !connection.isAutocommit { try? connection.rollbackTransaction() }
        do {
            try restore()
        } catch let failure {
            throw SQLiteError(
                failure.resultCode,
                message: "foreign keys are off and cannot be turned on again after a failed "
                    + "\(change); close the connection: \(failure.message)",
                underlyingError: error)
        }
    }
}

extension Connection {
    /// Sets whether foreign keys are enforced, even if the connection was stopped and refuses to run SQL. C:
    /// `SQLITE_DBCONFIG_ENABLE_FKEY`.
    package func switchForeignKeys(on isOn: Bool) throws(SQLiteError) {
        try handle.turn(SQLITE_DBCONFIG_ENABLE_FKEY, on: isOn, "foreign keys")
    }
}
