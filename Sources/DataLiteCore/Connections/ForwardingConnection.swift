/// A connection that runs its statements on another one, such as a spy.
package protocol ForwardingConnection: ConnectionProtocol {
    /// The connection that runs the statements, or `nil` if there is none.
    var target: (any ConnectionProtocol)? { get }
}

extension ConnectionProtocol {
    /// The connection to SQLite that runs the statements, for settings such as limits; `nil` if there is none.
    package var runningConnection: Connection? {
        if let connection = sqliteConnection { return connection.takeUnretainedValue() }
        return (self as? any ForwardingConnection)?.target?.runningConnection
    }
}
