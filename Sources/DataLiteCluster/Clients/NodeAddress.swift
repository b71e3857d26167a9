#if Cluster
    import Foundation

    /// A host and a port.
    struct NodeAddress: Hashable, Sendable, CustomStringConvertible {
        let host: String
        let port: UInt16

        /// - Parameter text: `host:port`; an IPv6 address is in brackets.
        init(_ text: String) throws(SQLiteError) {
            guard let colon = text.lastIndex(of: ":"),
                let port = UInt16(text[text.index(after: colon)...]), port > 0
            else { throw Self.invalid(text) }
            var host = String(text[..<colon])
            if host.hasPrefix("["), host.hasSuffix("]") {
                host = String(host.dropFirst().dropLast())
            }
            guard !host.isEmpty, !text.utf8.contains(0) else { throw Self.invalid(text) }
            self.host = host
            self.port = port
        }

        private static func invalid(_ text: String) -> SQLiteError {
            SQLiteError.misuse("\"\(text)\" is not an address of a node: write host:port")
        }

        var description: String {
            host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }

        /// Whether only this machine can use the address.
        var isLoopback: Bool {
            host == "localhost" || host == "::1" || isIPv4 && host.hasPrefix("127.")
        }

        /// Whether the host is a number of IPv4. A node without TLS accepts no other host.
        var isIPv4: Bool {
            var address = in_addr()
            return inet_pton(AF_INET, host, &address) == 1
        }

        /// Whether the host is a number, not a name.
        var isNumeric: Bool { isIPv4 || host.contains(":") }

        /// - Throws: `SQLITE_AUTH` if data would leave the machine without encryption.
        func requireProtection(_ tls: ClusterTLS?, allowsPlainNetwork: Bool) throws(SQLiteError) {
            guard tls == nil, !allowsPlainNetwork, !isLoopback else { return }
            throw SQLiteError(
                .auth,
                message: "\(self) is not on this machine, and there is no TLS: set tls in the "
                    + "configuration, or allowsPlainNetwork in a network that is protected in another way"
            )
        }
    }
#endif
