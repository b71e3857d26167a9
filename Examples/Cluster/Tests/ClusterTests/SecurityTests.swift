import DataLiteCluster
import Foundation
import Testing

extension ClusterSuite {
    @Suite("Mutual TLS")
    struct Security {
        static func tls(_ name: String, authority: String = "ca") throws -> ClusterTLS {
            let folder =
                Bundle.module.resourceURL?.appendingPathComponent("Certificates").path ?? ""
            return try ClusterTLS(
                certificate: "\(folder)/\(name).pem", privateKey: "\(folder)/\(name).key",
                authority: "\(folder)/\(authority).pem")
        }

        private func client(_ local: LocalCluster, _ tls: ClusterTLS?) throws -> ClusterDatabase {
            try ClusterDatabase(
                local.client {
                    $0.tls = tls
                    $0.timeLimit = .milliseconds(1500)
                }, name: "test")
        }

        @Test("protects clients and nodes, and three nodes fail over")
        func failover() throws {
            let tls = try Self.tls("node")
            let local = try LocalCluster(3) { $0.tls = tls }
            let database = try ClusterDatabase(local.client { $0.tls = tls }, name: "test")
            try database.write { db in
                try db.execute("CREATE TABLE t(a)")
                try db.execute("INSERT INTO t VALUES (\(String(repeating: "a", count: 3_000_000)))")
            }
            let length = try database.read { db in
                try db.value("SELECT length(a) FROM t", as: Int.self)
            }
            #expect(length == 3_000_000)
            let value = try database.read { db in try db.value("SELECT a FROM t", as: String.self) }
            #expect(value?.utf8.count == 3_000_000)
            let leader = try database.cluster.status().leader
            local.stop(leader.id)
            try database.write { db in try db.execute("INSERT INTO t VALUES ('b')") }
            #expect(try database.read { db in try db.value("SELECT count(*) FROM t") } == 2)
            #expect(try database.cluster.status().leader.id != leader.id)
        }

        @Test(
            "refuses a client without a certificate, of another authority, or whose certificate has expired"
        )
        func refusedClients() throws {
            let tls = try Self.tls("node")
            let local = try LocalCluster { $0.tls = tls }
            try client(local, tls).write { db in try db.execute("CREATE TABLE t(a)") }
            let others: [ClusterTLS?] = [
                nil, try Self.tls("stranger"), try Self.tls("expired"),
                try Self.tls("stranger", authority: "ca2"),
            ]
            for other in others {
                let error = #expect(throws: ClusterError.self) {
                    try client(local, other).read { db in try db.rows("SELECT * FROM t") }
                }
                guard case .noLeader? = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            }
        }

        @Test("refuses a node whose certificate has expired", arguments: ["expired", "stranger"])
        func refusedNodes(name: String) throws {
            let bad = try Self.tls(name)
            let local = try LocalCluster { $0.tls = bad }
            let error = #expect(throws: ClusterError.self) {
                try client(local, Self.tls("node")).read { db in try db.rows("SELECT 1") }
            }
            #expect(error?.description.contains("TLS") == true)
        }

        @Test("ends with a certificate: new connections are refused, and an open one continues")
        func expiry() throws {
            guard let authority = TemporaryAuthority() else {
                print("SKIPPED: openssl is not installed")
                return
            }
            let node = try authority.certificate("node", seconds: 3600)
            let local = try LocalCluster { $0.tls = node }
            let seconds = 4
            let end = ContinuousClock.now + .seconds(seconds + 1)
            let short = try authority.certificate("short", seconds: seconds)
            let database = try client(local, short)
            try database.write { db in try db.execute("CREATE TABLE t(a)") }
            while .now < end { usleep(50_000) }
            // It has a connection.
            try database.write { db in try db.execute("INSERT INTO t VALUES (1)") }
            #expect(try database.read { db in try db.value("SELECT count(*) FROM t") } == 1)
            let error = #expect(throws: ClusterError.self) {
                try client(local, short).read { db in try db.rows("SELECT * FROM t") }
            }
            guard case .noLeader? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(
                try client(local, node).read { db in try db.value("SELECT count(*) FROM t") } == 1)
        }

        @Test("is required for addresses of other machines")
        func plainNetwork() throws {
            let client = #expect(throws: SQLiteError.self) {
                _ = try Cluster(nodes: ["10.0.0.1:9001"])
            }
            #expect(client?.resultCode == .auth)
            #expect(throws: SQLiteError.self) {
                _ = try ClusterNode(id: 1, address: "10.0.0.1:9001", directory: "/tmp/unused")
            }
            _ = try Cluster(
                nodes: ["10.0.0.1:9001"], configuration: .init { $0.allowsPlainNetwork = true })
            _ = try Cluster(nodes: ["localhost:9001", "127.0.0.2:9001", "[::1]:9001"])
            let missing = #expect(throws: ClusterError.self) {
                _ = try ClusterTLS(
                    certificate: "/missing", privateKey: "/missing", authority: "/missing")
            }
            guard case .security? = missing else {
                Issue.record("\(String(describing: missing))")
                return
            }
        }
    }
}

/// An authority whose certificates end soon, made with the program `openssl`.
final class TemporaryAuthority {
    private let folder = NSTemporaryDirectory() + "authority-\(UUID().uuidString)"

    /// - Returns: `nil` without the program.
    init?() {
        do {
            try FileManager.default.createDirectory(
                atPath: folder + "/new", withIntermediateDirectories: true)
            try """
            [ca]
            default_ca = authority
            [authority]
            database = index
            serial = serial
            new_certs_dir = new
            default_md = sha256
            policy = policy
            copy_extensions = copy
            [policy]
            commonName = supplied
            """.write(toFile: folder + "/settings", atomically: true, encoding: .utf8)
            try "".write(toFile: folder + "/index", atomically: true, encoding: .utf8)
            try "01".write(toFile: folder + "/serial", atomically: true, encoding: .utf8)
            try openssl(
                "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=authority "
                    + "-keyout ca.key -out ca.pem -days 1")
        } catch {
            return nil
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    struct Failure: Error { let arguments: String }

    /// A certificate for this machine that ends after a number of seconds.
    func certificate(_ name: String, seconds: Int) throws -> ClusterTLS {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "UTC")
        format.dateFormat = "yyyyMMddHHmmss'Z'"
        let end = format.string(from: Date(timeIntervalSinceNow: Double(seconds)))
        let start = format.string(from: Date(timeIntervalSinceNow: -60))
        try openssl(
            "req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=\(name) "
                + "-addext subjectAltName=IP:127.0.0.1 -keyout \(name).key -out \(name).csr")
        try openssl(
            "ca -batch -config settings -cert ca.pem -keyfile ca.key -in \(name).csr -out \(name).pem "
                + "-notext -startdate \(start) -enddate \(end)")
        return try ClusterTLS(
            certificate: "\(folder)/\(name).pem", privateKey: "\(folder)/\(name).key",
            authority: "\(folder)/ca.pem")
    }

    private func openssl(_ arguments: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.arguments = ["openssl"] + arguments.split(separator: " ").map(String.init)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(arguments: arguments) }
    }
}
