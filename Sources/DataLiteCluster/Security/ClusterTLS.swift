#if Cluster
    import NIOSSL

    /// The certificates with which nodes and clients prove who they are, each to the other.
    ///
    /// Every node and every client has a certificate that the same authority has signed. Use an authority of your own: a
    /// client with a certificate of this authority can read and write all databases. The certificate of a node must be
    /// for the host of its address.
    public struct ClusterTLS: Sendable {
        let client: NIOSSLContext
        let server: NIOSSLContext

        /// Reads certificates and a key.
        ///
        /// - Parameters:
        ///   - certificate: The path of the certificate, in the PEM format, with those between it and the authority.
        ///   - privateKey: The path of its key, in the PEM format.
        ///   - authority: The path of the certificates of the authority, in the PEM format.
        /// - Throws: ``ClusterError/security(_:)`` if a file cannot be read or used.
        public init(
            certificate: String, privateKey: String, authority: String
        ) throws(ClusterError) {
            do {
                let chain = try NIOSSLCertificate.fromPEMFile(certificate)
                    .map { NIOSSLCertificateSource.certificate($0) }
                let key = try NIOSSLPrivateKey(file: privateKey, format: .pem)
                let trust = NIOSSLTrustRoots.certificates(
                    try NIOSSLCertificate.fromPEMFile(authority))

                var client = TLSConfiguration.makeClientConfiguration()
                client.certificateChain = chain
                client.privateKey = .privateKey(key)
                client.trustRoots = trust
                client.certificateVerification = .fullVerification
                client.minimumTLSVersion = .tlsv12
                self.client = try NIOSSLContext(configuration: client)

                var server = TLSConfiguration.makeServerConfiguration(
                    certificateChain: chain, privateKey: .privateKey(key))
                server.trustRoots = trust
                // A client has no host name: its certificate alone is checked.
                server.certificateVerification = .noHostnameVerification
                server.minimumTLSVersion = .tlsv12
                self.server = try NIOSSLContext(configuration: server)
            } catch {
                throw .security("the certificates cannot be used: \(error)")
            }
        }
    }
#endif
